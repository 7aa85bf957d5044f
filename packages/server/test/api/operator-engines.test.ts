/** What the operator sees of the engines and does with them, and that nobody else does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { announceReload } from '../../src/engines/engines-store.ts';
import { makeOperator } from '../../src/people/people.ts';
import { boxEntry, openBox, openRunner, reachedState } from '../engines/support/runner-bench.ts';
import { eventually } from '../support/eventually.ts';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

test('without a file the operator sees our own engines, and that everything goes to them', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const { status, body } = await operator.get('/api/operator/engines');
  assert.equal(status, 200);
  const shown = body['items'] as Json[];
  assert.deepEqual(
    shown.map(({ name, paid, ok, breaker, daily_cap_usd: cap, spent_today_usd: spent }) => [
      name,
      paid,
      ok,
      breaker,
      cap,
      spent,
    ]),
    embeddedTable.map(({ name }) => [name, false, true, 'closed', null, 0]),
  );
  const takerOf = (family: string, model: string) =>
    embeddedTable.findLast((one) => one.takes({ mode: 'live', family, request: { model, scenario: null } }))!.name;
  const routes = body['routes'] as { family: string; model: string; use: string[] }[];
  assert.deepEqual(new Set(routes.map(({ family }) => family)), new Set(families.map(({ slug }) => slug)));
  for (const { family, model, use } of routes) assert.deepEqual(use, [takerOf(family, model)]);
});

test('the operator sees engines and attempts, drains one and closes its breaker; others do not', async (t) => {
  const [box, spare] = [await openBox(t), await openBox(t)];
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box, { paid: true, daily_cap_usd: 5 }), spare: boxEntry(spare) },
    routes: [
      {
        match: { family: 'delta' },
        use: [
          { engine: 'box', model: 'everything', cost_usd: 0.02 },
          { engine: 'spare', model: 'everything' },
        ],
      },
    ],
  });
  const { service, account } = bench;
  const operator = await signInAsOperator(service);
  const engineOf = async (name: string) => {
    const { body } = await operator.get('/api/operator/engines');
    return (body['items'] as Json[]).find((one) => one['name'] === name)!;
  };
  const id = await bench.submit();
  assert.equal(await service.ended(id), 'completed');

  await t.test('load, health, spending and margin of each engine, and the routes', async () => {
    await eventually(async () => ((await engineOf('box'))['ok'] === true ? true : undefined));
    const seen = await engineOf('box');
    const { kind, paid, slots, running, waiting, breaker, drained, daily_cap_usd: cap, detail } = seen;
    assert.deepEqual(
      [kind, paid, slots, running, waiting, breaker, drained, cap, detail],
      ['http', true, 4, 0, 0, 'closed', false, 5, 'stand-in is ready, 2 models'],
    );
    // The stand-in says that it cost 0.05, which counts more than what the route says.
    assert.equal(seen['spent_today_usd'], 0.05);
    assert.equal(seen['cost_24_hours_usd'], 0.05);
    assert.equal(seen['succeeded_24_hours'], 1);
    assert.ok(Number(seen['price_24_hours_usd']) > 0);
    const { body } = await operator.get('/api/operator/engines');
    const route = (body['routes'] as Json[]).find(({ family }) => family === 'delta');
    assert.deepEqual(route?.['use'], ['box', 'spare']);
  });

  await t.test('attempts stand in a generation for the operator, and for nobody else', async () => {
    const owner = await signInAsOwner(service, account);
    for (const ask of [owner.get, account.live.get]) {
      const { body } = await ask(`/api/generations/${id}`);
      assert.equal(body['attempts'], null);
      assert.doesNotMatch(JSON.stringify(body), /box|everything/);
    }
    await service.db.transaction((tx) => makeOperator(tx, account.id));
    for (const ask of [owner.get, account.live.get]) {
      const { body } = await ask(`/api/generations/${id}`);
      const [attempt, ...more] = body['attempts'] as Json[];
      assert.deepEqual(more, []);
      assert.deepEqual(
        [attempt!['engine'], attempt!['state'], attempt!['cost_usd'], attempt!['error']],
        ['box', 'succeeded', 0.05, null],
      );
      assert.ok(attempt!['vendor_id'] && attempt!['started_at'] && attempt!['ended_at']);
      assert.ok(Array.isArray(attempt!['notes']));
    }
    assert.equal((await account.live.get('/api/operator/engines')).status, 200, 'a key of the operator may look');
    const sandboxed = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A red rose' });
    const own = `/api/generations/${String(sandboxed.body['task_uuid'])}`;
    assert.equal((await owner.get(own)).status, 404, 'what is the own twin is looked at as the twin');
    assert.equal((await owner.get(`${own}?mode=sandbox`)).body['account'], null);
    assert.equal((await account.sandbox.get('/api/operator/engines')).status, 403);
    const key = account.live;
    assert.equal((await key.ask('PUT', '/api/operator/engines/box/drained', { body: { on: true } })).status, 403);
  });

  await t.test("the operator opens any account's generation, and sees whose it is; others find nothing", async () => {
    const customer = await service.account();
    const submitted = await customer.live.submit('/v1/delta/generate', { prompt: 'A red rose at night' });
    const path = `/api/generations/${String(submitted.body['task_uuid'])}`;
    assert.equal(await service.ended(String(submitted.body['task_uuid'])), 'completed');
    for (const ask of [operator.get, account.live.get]) {
      const { status, body } = await ask(path);
      assert.equal(status, 200, 'by session, and by a key of the operator');
      const { id: accountId, mode } = body['account'] as Json;
      assert.deepEqual([accountId, mode], [customer.id, 'live']);
      const [attempt] = body['attempts'] as Json[];
      assert.deepEqual([attempt!['engine'], attempt!['state'], attempt!['cost_usd']], ['box', 'succeeded', 0.05]);
      assert.ok(Array.isArray(body['deliveries']) && body['status'] === 'completed');
    }
    const seen = (await customer.live.get(path)).body;
    assert.deepEqual([seen['account'], seen['attempts']], [null, null]);
    const stranger = await service.account();
    assert.equal((await stranger.live.get(path)).status, 404);
    assert.equal((await account.sandbox.get(path)).status, 404, "no sandbox key is the operator's");
    assert.equal((await operator.ask('POST', `${path}/cancel`)).status, 404, 'to look, and no more');
  });

  await t.test('401 without a session or key, 403 for other people and their keys', async () => {
    assert.equal((await service.ask('GET', '/api/operator/engines')).status, 401);
    const stranger = await service.account();
    assert.equal((await stranger.live.get('/api/operator/engines')).status, 403);
    assert.equal((await (await signInAsOwner(service, stranger)).get('/api/operator/engines')).status, 403);
  });

  await t.test('a drained engine gets no new work until it is resumed', async () => {
    const drain = (on: boolean, name = 'box') =>
      operator.ask('PUT', `/api/operator/engines/${name}/drained`, { body: { on } });
    assert.deepEqual((await drain(true)).body, { ok: true });
    assert.equal((await engineOf('box'))['drained'], true);
    const before = box.paid.length;
    await eventually(async () => {
      const next = await bench.submit();
      await service.ended(next);
      return (await bench.record(next)).engine === 'spare' ? true : undefined;
    });
    const drained = box.paid.length;
    assert.equal(await service.ended(await bench.submit()), 'completed');
    assert.equal(box.paid.length, drained);
    assert.deepEqual((await drain(false)).body, { ok: true });
    await eventually(async () => {
      await service.ended(await bench.submit());
      return box.paid.length > before ? true : undefined;
    });
    assert.equal((await drain(true, 'nobody')).status, 404);
    assert.equal((await drain(true, 'studio')).status, 404, 'our own cannot be drained');
  });

  await t.test('an engine that was cut off shows its errors, and is let in again by hand', async () => {
    box.mishaps.push(...Array.from({ length: 40 }, () => 503 as const));
    // Whoever takes over need not come to an end, which takes more of the processor than all the rest.
    spare.script = [{ at: 'running' }];
    for (let time = 0; time < 8; time += 1) await bench.submit();
    await eventually(async () => (await engineOf('box'))['breaker'] === 'open');
    const cut = await engineOf('box');
    const [error] = cut['errors'] as Json[];
    assert.equal(error!['class'], 'unavailable');
    assert.match(String(error!['message']), /503/);
    assert.ok(cut['breaker_until']);
    box.mishaps.length = 0;
    const reset = (name: string) => operator.ask('POST', `/api/operator/engines/${name}/close-breaker`);
    assert.deepEqual((await reset('box')).body, { ok: true });
    assert.equal((await engineOf('box'))['breaker'], 'closed');
    assert.equal((await reset('nobody')).status, 404);
  });

  await t.test('metrics tell of each engine by its name', async () => {
    const { bytes } = await service.ask('GET', '/metrics');
    const text = bytes.toString();
    for (const figure of ['up', 'running', 'waiting', 'succeeded_last_hour', 'failed_last_hour', 'breaker']) {
      assert.match(text, new RegExp(`^afterimage_engine_${figure}\\{name="box"\\} \\d`, 'm'));
    }
    assert.match(text, /^afterimage_engine_spent_today_usd\{name="box"\} 0\.\d+/m);
    assert.match(text, /^afterimage_engine_daily_cap_usd\{name="box"\} 5$/m);
    assert.doesNotMatch(text, /afterimage_engine_daily_cap_usd\{name="spare"\}/);
  });
});

test('what was put back is not running; an engine that the file names no more is shown while it has work', async (t) => {
  const [box, spare] = [await openBox(t), await openBox(t)];
  const routes = [{ match: {}, use: [{ engine: 'box' }] }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box), spare: boxEntry(spare) }, routes });
  const operator = await signInAsOperator(bench.service);
  const seen = async (name: string) => {
    const { body } = await operator.get('/api/operator/engines');
    return (body['items'] as Json[]).find((one) => one['name'] === name);
  };
  // It asks for seven seconds.
  box.mishaps.push(429);
  const id = await bench.submit();
  await reachedState(bench, id, 'refused');
  await eventually(async () => {
    const { running, waiting } = (await seen('box'))!;
    return running === 0 && waiting === 1;
  });
  box.script = [{ at: 'running' }];
  await eventually(async () => (await seen('box'))!['running'] === 1, { seconds: 60 });
  // While it is still being asked it counts as running, too: there would be no job yet for this test to end.
  await reachedState(bench, id, 'accepted');

  await bench.file({ engines: { spare: boxEntry(spare) }, routes: [{ match: {}, use: [{ engine: 'spare' }] }] });
  await announceReload(bench.service.db);
  const removed = await eventually(async () => {
    const one = await seen('box');
    return one?.['ok'] === false ? one : undefined;
  });
  assert.match(String(removed['detail']), /names it no more/);
  assert.equal(removed['running'], 1);
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(id), 'completed');
  await eventually(async () => (await seen('box')) === undefined);
});
