/** Processes on machines of their own agree: on limits, on time, and on who goes on with what one of them had begun. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { writeLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, startTestService, type TestService, testSettings } from '../support/service.ts';

/** What all of them are given: the secrets in the database open with it. */
const shared = { AFTERIMAGE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };

/** On the same database, with a data folder that nobody else sees. */
async function anotherNode(t: TestContext, { db, settings }: TestService, env: Record<string, string> = {}) {
  const elsewhere = await testSettings(t, { env: { ...shared, DATABASE_URL: settings.databaseUrl!, ...env } });
  return openTestService(t, { db, settings: elsewhere, families });
}

test('a key has its limit over all processes, give or take a second', async (t) => {
  const service = await startTestService(t, { env: { ...shared, AFTERIMAGE_ROLES: 'api' } });
  const other = await anotherNode(t, service, { AFTERIMAGE_ROLES: 'api' });
  try {
    const { sandbox } = await service.account();
    const path = '/v1/alpha/o3-photo/generations/x';
    for (let count = 1; count <= 50; count += 1) assert.equal((await sandbox.get(path)).status, 404);
    const there = () => other.ask('GET', path, { headers: { authorization: `Bearer ${sandbox.key}` } });
    // Each look is a status check itself, so that few are left to spend.
    await eventually(async () => /;r=\d;/.test(String((await there()).headers['ratelimit'])), {
      everyMilliseconds: 500,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, there));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0, 'sixty were allowed in all');
    await eventually(async () => (await sandbox.get(path)).status === 429);
  } finally {
    await other.stop();
  }
});

test('a record loses its links in every process when its files are deleted in one', async (t) => {
  const service = await startTestService(t, { env: shared });
  const other = await anotherNode(t, service, { AFTERIMAGE_ROLES: 'api' });
  try {
    const { sandbox } = await service.account();
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox' });
    const path = `/v1/delta/generations/${body['task_uuid']}`;
    await service.ended(String(body['task_uuid']));
    const there = () => other.ask('GET', path, { headers: { authorization: `Bearer ${sandbox.key}` } });
    const linkThere = async () => /\/media\//.test(JSON.stringify((await there()).body));
    const askedAt = performance.now();
    assert.equal(await linkThere(), true);
    assert.equal((await sandbox.ask('DELETE', path)).status, 204);
    await eventually(async () => !(await linkThere()), { everyMilliseconds: 20 });
    // It remembers for ten seconds what it was asked for: without news it would go on until then.
    assert.ok(performance.now() - askedAt < 9_900, 'before what it remembers would have become old');
  } finally {
    await other.stop();
  }
});

test('a render is handed over to a machine that does not see its files, and no failure is counted', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const log = writeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const service = await startTestService(t, { env: { ...shared, AFTERIMAGE_STOP_SECONDS: '0' }, log });
  const { live } = await service.account({ credit: '10' });
  const { body } = await live.submit('/v1/beta/generate', { prompt: 'A red kite over a green hill' });
  const id = String(body['generation_id']);
  const attempts = () =>
    service.db.query<{ state: string; tries: number }>(
      { text: 'select state, tries, error_class from generation_attempts where generation_id = $1 order by number' },
      [id],
    );
  await eventually(async () => (await attempts())[0]?.state === 'accepted');
  await service.stop();
  const runs = lines.filter(({ msg }) => msg === 'generation run').map(({ outcome }) => outcome);
  assert.deepEqual(runs, ['handed back']);
  const other = await anotherNode(t, service);
  try {
    assert.equal(await other.ended(id), 'completed');
    assert.deepEqual(await attempts(), [{ state: 'succeeded', tries: 2, error_class: null }]);
  } finally {
    await other.stop();
  }
});

test('a clock that is wrong is told by /readyz, and ends nothing before its limit', async (t) => {
  const real = Date.now;
  t.mock.method(Date, 'now', () => real() + 20 * 60_000);
  const service = await startTestService(t);
  const told = await eventually(async () => {
    const { body } = await service.ask('GET', '/readyz');
    return body['warnings'] as string[] | undefined;
  });
  assert.deepEqual(told, ["This machine's clock is 1200 s ahead of the database's."]);
  const { live } = await service.account({ credit: '1' });
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'A red kite' });
  assert.equal(await service.ended(String(body['task_uuid'])), 'completed');
});
