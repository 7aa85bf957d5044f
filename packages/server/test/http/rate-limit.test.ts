/** Status checks of both o3 families together: 60 in any 60 seconds a key, exactly; everything else as the operator likes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createKey } from '../../src/accounts/api-keys.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { startTestService } from '../support/service.ts';

test('the 61st status check of o3-photo and o3-video together is refused', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { sandbox } = account;
  const made = await sandbox.submit('/v1/alpha/o3-video/generate', { prompt: 'a fox [[queue 3600]]' });
  const paths = [
    `/v1/alpha/o3-video/generations/${made.body['generation_id']}`,
    '/v1/alpha/o3-photo/generations/00000000-0000-7000-8000-000000000000',
    '/v1/alpha/o3-photo/generations/no-id-at-all',
    `/v1/alpha/o3-video/generations/${made.body['generation_id']}/`,
  ];
  for (let count = 1; count <= 60; count += 1) {
    const answer = await sandbox.get(paths[count % paths.length]!);
    assert.ok(answer.status === 200 || answer.status === 404, `check ${count} is answered ${answer.status}`);
    assert.equal(answer.headers['ratelimit-policy'], '"o3_status";q=60;w=60');
    assert.match(String(answer.headers['ratelimit']), new RegExp(`^"o3_status";r=${60 - count};t=\\d+$`));
  }
  for (const path of paths) {
    const refused = await sandbox.get(path);
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.deepEqual(refused.body, { detail: `Too many requests; try again in ${seconds} s`, code: 'RATE_LIMITED' });
    assert.equal(refused.headers['ratelimit'], `"o3_status";r=0;t=${seconds}`);
  }

  await t.test('other paths and other keys have their own', async () => {
    for (const path of [
      '/v1/alpha/generations/x',
      '/v1/alpha/o1-photo/generations/x',
      '/v1/beta/generations',
      '/v1/data/balance',
    ]) {
      const answer = await sandbox.get(path);
      assert.notEqual(answer.status, 429, path);
      assert.equal(answer.headers['ratelimit'], undefined);
    }
    const secondKey = { accountId: account.sandboxId, mode: 'sandbox', name: 'second', expiresAt: null } as const;
    const { key } = await service.db.transaction((tx) => createKey(tx, secondKey));
    const second = await service.ask('GET', paths[0]!, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(second.status, 200);
    assert.equal((await sandbox.submit('/v1/alpha/o3-photo/generate', { prompt: 'a fox [[queue 3600]]' })).status, 200);
  });

  await t.test('to cancel and to delete is no status check, in whatever shape it is asked', async () => {
    const photo = await sandbox.submit('/v1/alpha/o3-photo/generate', { prompt: 'a fox [[queue 3600]]' });
    const other = await sandbox.submit('/v1/alpha/o3-video/generate', { prompt: 'a fox [[queue 3600]]' });
    const video = `/v1/videos/${other.body['generation_id']}`;
    assert.equal((await sandbox.get(video)).status, 429);
    for (const [path, status] of [
      [paths[0]!, 200],
      [paths[0]!, 204],
      [`/v1/alpha/o3-photo/generations/${photo.body['generation_id']}`, 200],
      [video, 200],
      [paths[1]!, 404],
    ] as const) {
      const answer = await sandbox.ask('DELETE', path);
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers['ratelimit'], undefined);
    }
  });
});

test('deletes leave the share of status checks whole', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox } = await service.account();
  const path = '/v1/alpha/o3-video/generations/00000000-0000-7000-8000-000000000000';
  for (let count = 1; count <= 61; count += 1) assert.equal((await sandbox.ask('DELETE', path)).status, 404);
  assert.match(String((await sandbox.get(path)).headers['ratelimit']), /^"o3_status";r=59;/);
});

test('a picture that was paid for is waited for, whoever has used up the status checks', async (t) => {
  const service = await startTestService(t, { file: { rate_limits: { status: 1, o3_status: 1 } } });
  const { sandbox } = await service.account();
  for (const [model, path, code] of [
    ['alpha-o3-photo', '/v1/alpha/o3-photo', 'TASK_FAILED'],
    ['delta', '/v1/delta', 'API_ERROR'],
  ] as const) {
    for (const status of [404, 429]) assert.equal((await sandbox.get(`${path}/generations/x`)).status, status);
    const answer = await sandbox.submit('/v1/images/generations', { model, prompt: `a fox [[fail ${code}]]` });
    assert.equal((answer.body['error'] as { code: string }).code, code);
    assert.equal(answer.headers['ratelimit'], undefined);
  }
});

test('the operator may limit submits, status checks, lists and balances', async (t) => {
  const limits = { submit: 1, status: 2, list: 1, balance: 1, o3_status: 1 };
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' }, file: { rate_limits: limits } });
  const { sandbox } = await service.account();
  const body = { prompt: 'a fox [[queue 3600]]' };
  const asks: [number, () => ReturnType<typeof sandbox.get>][] = [
    [1, () => sandbox.submit('/v1/delta/generate', body)],
    [2, () => sandbox.get('/v1/delta/generations/x')],
    [1, () => sandbox.get('/v1/delta/generations')],
    [1, () => sandbox.get('/v1/data/balance')],
    [1, () => sandbox.get('/v1/alpha/o3-photo/generations/x')],
  ];
  for (const [allowed, ask] of asks) {
    for (let count = 0; count < allowed; count += 1) assert.notEqual((await ask()).status, 429);
    assert.equal((await ask()).status, 429);
  }
});

test('no 60 seconds hold more than the limit, and none less where as many were asked for', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, pauses) => {
      const window = createRateLimit(limit);
      const allowed: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const recent = allowed.filter((time) => time > now - 60_000).length;
        const verdict = window.take('key', now);
        assert.equal(verdict.allowed, recent < limit);
        if (verdict.allowed) allowed.push(now);
        assert.equal(verdict.remaining, limit - Math.min(limit, recent + 1));
      }
    }),
  );
});
