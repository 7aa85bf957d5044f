/** The event stream: what happens reaches every page that watches, none of it is lost, and nobody else hears of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { signInAsOwner } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type EventReader, readEvents, type StreamEvent } from './support/event-reader.ts';

const about =
  (id: string, status: string) =>
  ({ event, data }: StreamEvent) =>
    event === 'generation' && data['id'] === id && data['status'] === status;

async function opened(t: TestContext, env = {}) {
  const service = await startTestService(t, { env });
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const watch = (query = 'mode=sandbox', headers: Record<string, string> = {}) =>
    readEvents(t, `${service.url}/api/events?${query}`, { cookie: owner.cookie, ...headers });
  return { service, account, owner, watch };
}

test('a generation is followed from its submit to its end, with the balance', async (t) => {
  const { account, watch, service } = await opened(t);
  const reader = await watch();
  assert.equal(reader.status, 200);
  const { body } = await account.sandbox.submit('/v1/beta/generate', {
    prompt: 'a fox [[slow 2]] [[fail TASK_FAILED]]',
    duration: 10,
  });
  const id = String(body['generation_id']);
  await reader.seen(about(id, 'processing'));
  const { data } = await reader.seen(about(id, 'failed'));
  assert.deepEqual(
    [data['failure_code'], data['refund'], data['prompt']],
    ['TASK_FAILED', data['price'], 'a fox [[slow 2]] [[fail TASK_FAILED]]'],
  );
  await reader.seen(({ event, data: { balance } }) => event === 'balance' && balance === '999.8500');
  await reader.seen(({ event, data: { balance } }) => event === 'balance' && balance === '1000.0000');

  await t.test('whoever was away is sent what they missed, in order and once', async () => {
    const first = reader.events.findIndex(about(id, 'processing'));
    const back = await watch('mode=sandbox', { 'last-event-id': reader.events[first]!.id });
    await back.seen(({ id: last }) => last === reader.events.at(-1)!.id);
    assert.deepEqual(back.events, reader.events.slice(first + 1));
  });

  await t.test('whoever comes from another process, or was away too long, is told to read anew', async () => {
    for (const lastId of ['0123456789ab-7', 'x', `${reader.events[0]!.id.split('-')[0]}-999999`]) {
      const lost = await watch('mode=sandbox', { 'last-event-id': lastId });
      await lost.seen(({ event }) => event === 'reset');
    }
  });

  await t.test('the live account and strangers hear nothing of it', async () => {
    const live = await watch('mode=live');
    const stranger = await service.account();
    const other = await readEvents(t, `${service.url}/api/events`, { authorization: `Bearer ${stranger.sandbox.key}` });
    await account.sandbox.submit('/v1/beta/generate', { prompt: 'a secret [[queue 600]]', duration: 10 });
    await reader.seen(({ data }) => data['prompt'] === 'a secret [[queue 600]]');
    const mine = [...live.events, ...other.events].filter(({ event }) => event === 'generation');
    assert.deepEqual(mine, []);
  });
});

test('200 generations at once, watched by three pages: every end arrives at each', async (t) => {
  const { account, watch } = await opened(t);
  const readers = await Promise.all([watch(), watch(), watch()]);
  const bodies = Array.from({ length: 200 }, (_none, n) => ({ prompt: `fox ${n} [[fail TASK_FAILED]]`, duration: 10 }));
  const answers = await Promise.all(bodies.map((body) => account.sandbox.submit('/v1/beta/generate', body)));
  const ids = answers.map(({ body }) => String(body['generation_id'])).sort();
  const endedAt = ({ events }: EventReader) =>
    [...new Set(events.filter(({ data }) => data['status'] === 'failed').map(({ data }) => String(data['id'])))].sort();
  for (const reader of readers) {
    await eventually(async () => (endedAt(reader).length === ids.length ? true : undefined));
    assert.deepEqual(endedAt(reader), ids);
    const numbers = reader.events.map(({ id }) => Number(id.split('-')[1]));
    assert.deepEqual(
      numbers,
      [...numbers].sort((one, other) => one - other),
    );
    assert.equal(new Set(numbers).size, numbers.length);
  }
});

test('what changed while the database was away is told when it is back', async (t) => {
  const { service, account, watch } = await opened(t, { AFTERIMAGE_ROLES: 'api' });
  const reader = await watch();
  const cut = () =>
    service.db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'afterimage dashboard' and datname = current_database()`,
    });
  await cut();
  const { body } = await account.sandbox.submit('/v1/beta/generate', { prompt: 'a fox', duration: 10 });
  await cut();
  await reader.seen(about(String(body['generation_id']), 'pending'));
});

test('a stream ends with the right to it', async (t) => {
  const { service, account, owner, watch } = await opened(t, { AFTERIMAGE_ROLES: 'api' });
  const reader = await watch();
  const byKey = await readEvents(t, `${service.url}/api/events`, { authorization: `Bearer ${account.live.key}` });
  assert.deepEqual([reader.status, byKey.status], [200, 200]);
  await owner.ask('DELETE', `/api/keys/${account.live.keyId}`);
  await byKey.ended;
  await owner.ask('DELETE', '/api/session');
  await reader.ended;
  assert.equal((await watch()).status, 401);
});

test('fifty pages may watch an account, the next is asked to wait', async (t) => {
  const { watch } = await opened(t, { AFTERIMAGE_ROLES: 'api' });
  const readers = await Promise.all(Array.from({ length: 50 }, () => watch()));
  assert.ok(readers.every(({ status }) => status === 200));
  assert.equal((await watch()).status, 429);
  readers[0]!.close();
  await eventually(async () => ((await watch()).status === 200 ? true : undefined));
});

test('a page that does not read is let go, and the others get everything', async (t) => {
  const { service, account, owner, watch } = await opened(t, { AFTERIMAGE_ROLES: 'api' });
  const asleep = request(`${service.url}/api/events`, { headers: { cookie: owner.cookie }, agent: false });
  asleep.on('error', () => {}).end();
  t.after(() => asleep.destroy());
  const [answer] = (await once(asleep, 'response')) as [IncomingMessage];
  const gone = new Promise<void>((resolve) => answer.on('error', () => {}).once('close', resolve));
  const awake = await watch('mode=live');
  const families = ['beta', 'gamma', 'delta'];
  await service.db.query(
    {
      text: `insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
          engine, deadline_at, created_at)
        select uuidv7(), $1, $2, family, 'm', repeat('fox ', 1500), '{}', '{}', '[]', 1, 0, 'studio', now() + interval '1 hour', now()
        from unnest($3::text[]) family, generate_series(1, 900)`,
    },
    [account.id, account.live.keyId, families],
  );
  await eventually(async () =>
    awake.events.filter(({ event }) => event === 'generation').length === 2_700 ? true : undefined,
  );
  answer.resume();
  await gone;
  assert.equal(answer.complete, false, 'it was cut off, not ended');
});

test('open streams do not keep the service from stopping', async (t) => {
  // For so long connections that are not ended are waited for: longer than a busy machine takes to stop.
  const { service, watch } = await opened(t, { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_STOP_SECONDS: '120' });
  const readers = await Promise.all([watch(), watch()]);
  const startedAt = performance.now();
  await (service as TestService).stop();
  await Promise.all(readers.map(({ ended }) => ended));
  assert.ok(performance.now() - startedAt < 90_000, 'it did not wait for the streams');
});
