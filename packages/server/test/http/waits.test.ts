/** `?wait=` on every status path: an answer at the end, at the latest after so many seconds, and nothing left behind. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { send } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { exampleOf } from '../support/example.ts';
import { openTestService, startTestService } from '../support/service.ts';

const idOf = (body: Record<string, unknown>) => String(body['generation_id'] ?? body['task_uuid']);
const listeners = `select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and application_name = 'afterimage listener'`;

test('waits', async (t) => {
  const service = await startTestService(t, { timings: { sweepSeconds: 0.1 } });
  const account = await service.account({ credit: '50' });
  const { sandbox } = account;
  const timed = async (path: string) => {
    const startedAt = performance.now();
    const answer = await sandbox.get(path);
    return { answer, seconds: (performance.now() - startedAt) / 1000 };
  };

  for (const family of families) {
    const bare = exampleOf(family);
    await t.test(`${family.slug}: the answer comes with the end and is the record`, async () => {
      const body = { ...bare, prompt: 'a fox [[fail TIMEOUT]] [[slow 1]]' };
      const submitted = await sandbox.submit(`${family.path}/generate`, body);
      assert.equal(submitted.status, 200, submitted.bytes.toString());
      const path = `${family.path}/generations/${idOf(submitted.body)}`;
      const { answer, seconds } = await timed(`${path}?wait=50`);
      assert.equal(answer.status, 200);
      assert.equal(answer.body['status'], 'failed');
      assert.ok(seconds < 45, `${seconds} s`);
      assert.deepEqual(answer.body, (await sandbox.get(path)).body);
      // It has ended: there is nothing to wait for.
      assert.ok((await timed(`${path}/?wait=60`)).seconds < 20);
    });
    for (const wait of ['61', '-1', '1.5', 'x', '', '1000']) {
      await t.test(`${family.slug}: wait=${wait} is refused in a sentence`, async () => {
        const answer = await sandbox.get(`${family.path}/generations/${crypto.randomUUID()}?wait=${wait}`);
        assert.equal(answer.status, family.faultStatus);
        assert.match(answer.bytes.toString(), /wait must be a whole number of seconds from 0 to 60/);
        if (family.faultStatus === 422) assert.match(answer.bytes.toString(), /"loc":\["query","wait"\]/);
      });
    }
  }

  const submit = async (prompt: string) =>
    `/v1/delta/generations/${idOf((await sandbox.submit('/v1/delta/generate', { prompt })).body)}`;

  await t.test('one that does not end in time is told as it is', async () => {
    const path = await submit('a fox [[queue 3600]]');
    const { answer, seconds } = await timed(`${path}?wait=1`);
    assert.equal(answer.body['status'], 'pending');
    assert.ok(seconds >= 0.99, `${seconds} s`);
    assert.equal((await timed(`${path}?wait=0`)).answer.body['status'], 'pending');
  });

  await t.test('a cancelled one ends its waits', async () => {
    const path = await submit('a fox [[queue 3600]]');
    const waiting = [timed(`${path}?wait=60`), timed(`${path}?wait=60`)];
    await eventually(async () => (await open(service.url)) >= 2);
    await sandbox.ask('DELETE', path);
    for (const { answer, seconds } of await Promise.all(waiting)) {
      assert.equal(answer.body['status'], 'failed');
      assert.ok(seconds < 30, `${seconds} s`);
    }
  });

  await t.test('unknown ones are 404 at once', async () => {
    const { answer, seconds } = await timed(`/v1/delta/generations/${crypto.randomUUID()}?wait=60`);
    assert.equal(answer.status, 404);
    assert.ok(seconds < 20);
    assert.equal((await account.live.get(`${await submit('a fox [[queue 3600]]')}?wait=60`)).status, 404);
  });

  for (const way of ['the fast path', 'node:http']) {
    await t.test(`a client that vanishes leaves nothing, by ${way}`, async () => {
      const path = await submit('a fox [[queue 3600]]');
      await eventually(async () => (await open(service.url)) === 0);
      const outgoing = request(`${service.url}${path}?wait=60`, {
        headers: { authorization: `Bearer ${sandbox.key}`, ...(way === 'node:http' && { te: 'trailers' }) },
      });
      outgoing.on('error', () => {});
      outgoing.end();
      await eventually(async () => (await open(service.url)) === 1);
      outgoing.destroy();
      await eventually(async () => (await open(service.url)) === 0);
    });
  }

  await t.test('a key that is revoked meanwhile gets no record', async () => {
    const path = await submit('a fox [[queue 3600]]');
    const waiting = sandbox.get(`${path}?wait=5`);
    await service.db.query({ text: 'update api_keys set revoked_at = now() where id = $1' }, [sandbox.keyId]);
    assert.equal((await waiting).status, 401);
    await service.db.query({ text: 'update api_keys set revoked_at = null where id = $1' }, [sandbox.keyId]);
  });

  await t.test('a process that does not run it hears of its end, over no connection more', async (t) => {
    const { db, settings } = service;
    const before = await service.db.query<{ count: number }>({ text: listeners });
    const settingsOfApi = { ...settings, roles: { api: true, worker: false } };
    const other = await openTestService(t, { db, settings: settingsOfApi, families });
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    t.after(() => agent.destroy());
    const path = await submit('a fox [[slow 1]]');
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const asking = Array.from({ length: 50 }, () =>
      send(agent, 'GET', { url: other.url, path: `${path}?wait=60`, headers }),
    );
    const during = await service.db.query<{ count: number }>({ text: listeners });
    assert.ok(during[0]!.count - before[0]!.count <= 1);
    for (const answer of await Promise.all(asking)) assert.equal(answer.body['status'], 'completed');
  });

  await t.test('a stop answers with what there is', async () => {
    const path = await submit('a fox [[queue 3600]]');
    // Its own: the service's would be cut when the test stops it.
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const waiting = send(agent, 'GET', { url: service.url, path: `${path}?wait=60`, headers });
    await eventually(async () => (await open(service.url)) === 1);
    const startedAt = performance.now();
    await service.stop();
    assert.equal((await waiting).body['status'], 'pending');
    assert.ok(performance.now() - startedAt < 30_000);
  });
});

test('one wait is one status check', async (t) => {
  const service = await startTestService(t, { file: { rate_limits: { status: 2 } } });
  const { sandbox } = await service.account();
  const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[slow 1]]' });
  const path = `/v1/delta/generations/${idOf(body)}`;
  assert.equal((await sandbox.get(`${path}?wait=60`)).status, 200);
  assert.equal((await sandbox.get(`${path}?wait=60`)).status, 200);
  assert.equal((await sandbox.get(path)).status, 429);
});

/** Waits that are open, as the service tells. */
async function open(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^afterimage_open_connections\{[^}]*"waits"[^}]*\} (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
