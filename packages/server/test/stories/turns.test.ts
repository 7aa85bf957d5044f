/** Whose turn it is: accounts take turns, urgency counts inside an account, and beta shows the position in that very order. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { claimGenerations } from '../../src/generations/queue-store.ts';
import { openRunner } from '../engines/support/runner-bench.ts';
import type { Caller, TestService } from '../support/service.ts';

/** The test is the only worker: it claims jobs one by one and looks at the order. All wait for one engine, whatever others there are. */
async function startWithoutWorker(t: TestContext) {
  const filed = { engines: {}, routes: [{ match: {}, use: [{ engine: 'studio' }] }] };
  const { service } = await openRunner(t, filed, { env: { AFTERIMAGE_ROLES: 'api' } });
  const claim = async () => {
    const [claimed] = await claimGenerations(service.db, 'studio', { worker: 'test', limit: 1, leaseSeconds: 600 });
    return claimed;
  };
  return { service, claim };
}

async function submitted(caller: Caller, family: string, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await caller.submit(`/v1/${family}/generate`, { prompt: 'a fox', ...body });
  assert.equal(answer.status, 200, answer.bytes.toString());
  return String(answer.body['generation_id'] ?? answer.body['task_uuid']);
}

async function positionOf(caller: Caller, id: string): Promise<unknown> {
  return (await caller.get(`/v1/beta/generations/${id}/`)).body['progress_pos_in_queue'];
}

/** Straight into the queue, a hundred a commit: what is under test is the order, not the submit. */
async function fillQueue(caller: Caller, count: number): Promise<void> {
  for (let made = 0; made < count; made += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - made) }, () => submitted(caller, 'delta')));
  }
}

test('one account with a thousand waiting jobs does not keep another waiting', async (t) => {
  const { service, claim } = await startWithoutWorker(t);
  const busy = await service.account();
  const newcomer = await service.account();
  await fillQueue(busy.live, 1_000);
  assert.equal((await claim())!.account_id, busy.id);
  const first = await submitted(newcomer.live, 'delta');
  const next = [await claim(), await claim()].map((job) => job!.id);
  assert.ok(next.includes(first), 'the first job of another account is among the next two');

  await t.test('alpha_2.6 goes ahead inside its own account, not ahead of others', async () => {
    const others = await submitted(newcomer.live, 'delta');
    const urgent = await submitted(busy.live, 'alpha', { model: 'alpha_2.6' });
    const taken = [await claim(), await claim(), await claim()].map((job) => job!.id);
    assert.ok(taken.slice(0, 2).includes(urgent), 'ahead of a thousand of its own');
    assert.ok(taken.includes(others));
  });

  await t.test('a position beyond 1,000 is shown as 1,000', async () => {
    await fillQueue(busy.live, 100);
    const last = await submitted(busy.live, 'beta');
    assert.equal(await positionOf(busy.live, last), 1_000);
  });
  assert.equal((await service.audit()).ok, true);
});

test('the position in the queue is the order in which jobs are taken', async (t) => {
  const { service, claim } = await startWithoutWorker(t);
  const accounts = [await service.account(), await service.account(), await service.account()];
  const callerOf = new Map<string, Caller>();
  const submit = async (account: number, family: string, body = {}) => {
    const id = await submitted(accounts[account]!.live, family, body);
    callerOf.set(id, accounts[account]!.live);
  };
  // Three accounts, one of them mixed with urgent jobs of another family, which show no position but take one.
  for (const [account, count] of [
    [0, 5],
    [1, 2],
  ] as const) {
    for (let made = 0; made < count; made += 1) await submit(account, 'beta');
  }
  await submit(0, 'alpha', { model: 'alpha_2.6' });
  await claim();
  for (const account of [2, 1, 0, 2]) await submit(account, 'beta');
  await submit(2, 'alpha', { model: 'alpha_2.6' });

  const positions = await positionsOf(service, callerOf);
  const order: string[] = [];
  for (let job = await claim(); job !== undefined; job = await claim()) {
    order.push(job.id);
    // Whoever still waits has moved up by one.
    for (const [id, position] of await positionsOf(service, callerOf))
      assert.equal(position, positions.get(id)! - order.length);
  }
  for (const [id, position] of positions) assert.equal(order.indexOf(id) + 1, position);
  assert.equal(positions.size, 11);
});

/** Of every beta generation that is waiting; the list says the same as the record. */
async function positionsOf({ db }: TestService, callerOf: Map<string, Caller>): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string }>({
    text: `select id from generations where family = 'beta' and status = 'pending'`,
  });
  const positions = new Map<string, number>();
  for (const { id } of rows) positions.set(id, Number(await positionOf(callerOf.get(id)!, id)));
  for (const caller of new Set(callerOf.values())) {
    for (const record of (await caller.get('/v1/beta/generations')).list) {
      const id = String(record['generation_id']);
      assert.equal(record['progress_pos_in_queue'], positions.get(id) ?? null);
    }
  }
  return positions;
}
