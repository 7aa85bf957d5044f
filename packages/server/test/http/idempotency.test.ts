/** `Idempotency-Key`: one key, one generation, whatever is repeated, raced or refused. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { usd } from '@afterimage/contract';
import { grant } from '../../src/ledger/deposit.ts';
import { loopback, startTestService } from '../support/service.ts';

const path = '/v1/delta/generate';
const body = { prompt: 'a fox [[queue 3600]]' };
const withKey = (key: string) => ({ 'idempotency-key': key });

test('Idempotency-Key', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_EGRESS_ALLOW: loopback },
  });
  const account = await service.account();
  const { sandbox } = account;
  const generations = async () => (await sandbox.get('/v1/delta/generations?limit=100')).list.length;

  await t.test('the same body gets the same answer, and pays once', async () => {
    const before = await sandbox.balance();
    const first = await sandbox.submit(path, body, withKey('same'));
    const repeats = [
      await sandbox.submit(path, body, withKey('same')),
      await sandbox.submit(`${path}/`, body, withKey('same')),
    ];
    for (const repeat of repeats) {
      assert.equal(repeat.status, 200);
      assert.deepEqual(repeat.body, first.body);
    }
    assert.equal((before - (await sandbox.balance())).toFixed(4), '0.0200');
  });

  await t.test('another body is a mismatch, in every family', async () => {
    const mismatch = { detail: 'This Idempotency-Key was used with another body', code: 'IDEMPOTENCY_MISMATCH' };
    for (const family of [path, '/v1/beta/generate']) {
      await sandbox.submit(family, body, withKey('other body'));
      // As bytes, not as meaning: a retry is the same request sent again.
      for (const other of [{ ...body, aspect_ratio: '4:3' }, JSON.stringify(body, null, 1)]) {
        const answer = await sandbox.submit(family, other, withKey('other body'));
        assert.equal(answer.status, 422);
        assert.deepEqual(answer.body, mismatch);
      }
    }
  });

  await t.test('a key belongs to its path and its account', async () => {
    const ids = new Set<unknown>();
    const other = await service.account();
    for (const [caller, family] of [
      [sandbox, path],
      [sandbox, '/v1/epsilon-images/generate'],
      [account.live, path],
      [other.sandbox, path],
    ] as const) {
      const answer = await caller.submit(family, body, withKey('whose'));
      assert.equal(answer.status, 200);
      ids.add(answer.body['task_uuid']);
    }
    assert.equal(ids.size, 4);
  });

  await t.test('sixteen at once make one generation', async () => {
    const before = await generations();
    const answers = await Promise.all(Array.from({ length: 16 }, () => sandbox.submit(path, body, withKey('race'))));
    const accepted = answers.filter(({ status }) => status === 200);
    assert.ok(accepted.length >= 1);
    assert.equal(new Set(accepted.map((answer) => answer.body['task_uuid'])).size, 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.equal(answer.status, 409);
      assert.deepEqual(answer.body, {
        detail: 'A request with this Idempotency-Key is still being answered',
        code: 'IDEMPOTENCY_IN_FLIGHT',
      });
    }
    assert.equal(await generations(), before + 1);
    assert.deepEqual((await sandbox.submit(path, body, withKey('race'))).body, accepted[0]!.body);
  });

  await t.test('a request that is still looking at its media is in flight', async (t) => {
    const slow = await startSlowServer(t);
    const motion = {
      prompt: 'a fox',
      reference_video_url: slow.url,
      reference_image_url: 'https://example.com/a.png',
    };
    const first = sandbox.submit('/v1/alpha/generate', motion, withKey('slow'));
    const held = await slow.fetched;
    assert.equal((await sandbox.submit('/v1/alpha/generate', motion, withKey('slow'))).status, 409);
    held.writeHead(404).end();
    assert.equal((await first).status, 400);
    // It was refused, so the key is free for a request that is right.
    assert.equal((await sandbox.submit('/v1/alpha/generate', body, withKey('slow'))).status, 200);
  });

  await t.test('what was refused is not remembered', async () => {
    const poor = await service.account({ credit: '0' });
    assert.equal((await poor.live.submit(path, { prompt: '' }, withKey('again'))).status, 400);
    assert.equal((await poor.live.submit(path, body, withKey('again'))).status, 402);
    await service.db.transaction((tx) => grant(tx, { accountId: poor.id, amount: usd('1'), reason: 'test' }));
    assert.equal((await poor.live.submit(path, body, withKey('again'))).status, 200);
    assert.equal(await poor.live.balance(), 0.98);
  });

  await t.test('a key is 1 to 255 printable ASCII characters', async () => {
    const message = 'Idempotency-Key must be 1-255 printable ASCII characters';
    for (const key of ['', 'x'.repeat(256), 'schl\u00fcssel', 'a\tb']) {
      const answer = await sandbox.submit(path, body, withKey(key));
      assert.equal(answer.status, 400, JSON.stringify(key));
      assert.deepEqual(answer.body, { detail: message, errors: [{ field: 'Idempotency-Key', message }] });
      const beta = await sandbox.submit('/v1/beta/generate', body, withKey(key));
      assert.equal(beta.status, 422);
      const detail = [{ loc: ['header', 'Idempotency-Key'], msg: message, type: 'string_pattern' }];
      assert.deepEqual(beta.body, { detail });
    }
    assert.equal((await sandbox.submit(path, body, withKey('~'.repeat(255)))).status, 200);
  });

  assert.equal((await service.audit()).ok, true);
});

/** Holds its first answer until the test gives one. */
async function startSlowServer(t: TestContext): Promise<{ url: string; fetched: Promise<ServerResponse> }> {
  const server = createServer();
  const fetched = once(server, 'request').then(([, response]) => response as ServerResponse);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`, fetched };
}
