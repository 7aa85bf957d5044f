/** The clock of a sandbox twin: time limits, queues and repeats of webhooks come when a test wants them to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { eventually } from '../support/eventually.ts';
import { loopback, openTestService, startTestService } from '../support/service.ts';

const path = '/v1/sandbox/clock';

test('the clock of a sandbox', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const account = await service.account();
  const { sandbox } = account;
  const advance = (by: unknown) => sandbox.submit(path, { advance: by });
  const nowOf = (body: Record<string, unknown>) => Date.parse(String(body['now']));
  const submit = async (body: Record<string, unknown>, to = '/v1/alpha/o3-video') =>
    String((await sandbox.submit(`${to}/generate`, body)).body['generation_id']);

  const endOf = async (id: string) => {
    await service.ended(id);
    const { body } = await sandbox.get(`/v1/alpha/o3-video/generations/${id}`);
    return [body['status'], body['message']];
  };

  await t.test('tells real time, moves, adds up and goes back', async () => {
    assert.ok(Math.abs(nowOf((await sandbox.get(path)).body) - Date.now()) < 30_000);
    assert.equal((await advance('15m')).status, 200);
    const moved = await advance('1h');
    assert.match(String(moved.body['now']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const ahead = nowOf(moved.body) - Date.now();
    assert.ok(Math.abs(ahead - 75 * 60_000) < 30_000, `${ahead} ms`);
    assert.ok(nowOf((await sandbox.get(path)).body) - Date.now() > 74 * 60_000);
    assert.ok(Math.abs(nowOf((await sandbox.ask('DELETE', path)).body) - Date.now()) < 30_000);
  });

  await t.test('an unknown field is named and not used, as in a submit', async () => {
    const { status, headers } = await sandbox.submit(path, { advance: '1s', by: 'hand' });
    assert.deepEqual([status, headers['afterimage-ignored']], [200, 'by']);
    assert.equal((await sandbox.ask('DELETE', path)).status, 200);
  });

  await t.test('a quarter of an hour later what hangs has timed out, and its money is back', async () => {
    const before = await sandbox.balance();
    const id = await submit({ prompt: 'a fox [[hang]]' });
    await service.reached(id, 'processing');
    // Real time passes, too: of the last minutes a busy machine takes some.
    await advance('10m');
    assert.equal((await sandbox.get(`/v1/alpha/o3-video/generations/${id}?wait=1`)).body['status'], 'processing');
    await advance('5m');
    assert.deepEqual(await endOf(id), ['failed', 'TIMEOUT']);
    assert.equal(await sandbox.balance(), before);
  });

  await t.test('an hour in the queue passes', async () => {
    const id = await submit({ prompt: 'a fox [[queue 600]] [[fail TASK_FAILED]]' });
    await advance('10m');
    assert.deepEqual(await endOf(id), ['failed', 'TASK_FAILED']);
  });

  await t.test('the fifth attempt of a webhook is the last', async () => {
    // Nobody listens there.
    const hook = 'https://127.0.0.1:9/hook';
    const id = await submit({ prompt: 'a fox [[fail TASK_FAILED]]', callback_url: hook });
    await service.ended(id);
    const delivery = async () => {
      const text = 'select state, attempts, worker from webhook_deliveries where generation_id = $1';
      const rows = await service.db.query<{ state: string; attempts: number; worker: string | null }>({ text }, [id]);
      return rows[0]!;
    };
    for (let number = 1; number <= 5; number += 1) {
      await eventually(async () => {
        const { attempts: made, worker } = await delivery();
        // The next may come by itself: half a minute is soon over on a busy machine.
        return made >= number && worker === null;
      });
      await advance('30s');
    }
    const { state, attempts } = await delivery();
    assert.deepEqual([state, attempts], ['failed', 5]);
  });

  await t.test('moves while a generation ends, whichever of both came first', async () => {
    const id = await submit({ prompt: 'a fox [[queue 3600]]' });
    let moved: ReturnType<typeof advance> | undefined;
    // As the end of a generation does: first its row, then the account that gets its money back.
    await service.db.transaction(async (tx) => {
      await tx.query({ text: 'select from generations where id = $1 for update' }, [id]);
      moved = advance('1m');
      await eventually(async () => {
        const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await service.db.query({ text })).length > 0;
      });
      await tx.query({ text: 'update accounts set balance = balance where id = $1' }, [account.sandboxId]);
    });
    assert.equal((await moved!).status, 200);
  });

  await t.test('past the days that files are kept no record gives a link, in any process', async (t) => {
    const other = await openTestService(t, { ...service, families });
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const linkOf = (answer: { body: Record<string, unknown> }) => answer.body['result_image_url'];
    const pastIn = async (id: string) => {
      const status = `/v1/delta/generations/${id}`;
      const link = linkOf(await sandbox.get(status));
      assert.equal((await fetch(String(link))).status, 200);
      const askedAt = performance.now();
      assert.match(String(linkOf(await other.ask('GET', status, { headers }))), /^http/);
      await advance('169h');
      await eventually(async () => linkOf(await other.ask('GET', status, { headers })) === null);
      return { id, status, link, seconds: (performance.now() - askedAt) / 1000 };
    };
    const { id, status, link } = await eventually(
      async () => {
        const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox' });
        const id = String(body['task_uuid']);
        await service.ended(id);
        const past = await pastIn(id);
        // The other process is told of it. After ten seconds it would look by itself: what took so long tells nothing.
        return past.seconds < 9 && past;
      },
      { what: 'another process is told of it', seconds: 120 },
    );
    assert.equal((await fetch(String(link))).status, 410);
    for (const path of [status, `${status}?wait=1`]) assert.equal(linkOf(await sandbox.get(path)), null, path);
    const [newest] = (await sandbox.get('/v1/delta/generations')).body as unknown as Record<string, unknown>[];
    assert.deepEqual([newest!['task_uuid'], newest!['result_image_url']], [id, null]);
    const { items } = (await sandbox.get('/v1/generations')).body as { items: { record: Record<string, unknown> }[] };
    assert.deepEqual([items[0]!.record['task_uuid'], items[0]!.record['result_image_url']], [id, null]);
  });

  await t.test('other accounts are not moved', async () => {
    const other = await service.account();
    const { body } = await other.sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 3600]]' });
    await advance('2h');
    const record = await other.sandbox.get(`/v1/delta/generations/${body['task_uuid']}?wait=1`);
    assert.equal(record.body['status'], 'pending');
    assert.ok(Math.abs(nowOf((await other.sandbox.get(path)).body) - Date.now()) < 30_000);
  });

  await t.test('live keys have none, and bad moves are a sentence', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) assert.equal((await account.live.ask(method, path)).status, 403);
    assert.equal((await service.ask('GET', path)).status, 401);
    for (const by of ['15', 15, '', '0m', '-1m', '1.5h', '1d', '745h', undefined]) {
      const answer = await advance(by);
      assert.equal(answer.status, 400, String(by));
      assert.match(String(answer.body['detail']), by === undefined ? /advance is required/ : /such as "15m"/);
    }
  });
});
