/** What is another's does not exist: the same 404, byte for byte, for every id that is not the caller's. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { exampleOf } from '../support/example.ts';
import { startTestService } from '../support/service.ts';

test('another account, another family, another kind of id: all the same 404', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_ROLES: 'api' },
    file: { rate_limits: { o3_status: 1000 } },
  });
  const owner = await service.account();
  const stranger = await service.account();
  const ids = new Map<string, string>();
  for (const family of families) {
    const { body } = await owner.live.submit(`${family.path}/generate`, exampleOf(family));
    ids.set(family.path, String(body[family.idName]));
  }

  for (const { path, idName } of families) {
    await t.test(path, async () => {
      const own = ids.get(path)!;
      for (const id of [own, own.toUpperCase()]) {
        const answer = await owner.live.get(`${path}/generations/${id}`);
        assert.deepEqual([answer.status, answer.body[idName]], [200, own]);
      }
      const others = [...ids.values()].filter((id) => id !== own);
      const asks = [
        stranger.live.get(`${path}/generations/${own}`),
        owner.sandbox.get(`${path}/generations/${own}`),
        ...[...others, randomUUID(), own.slice(1), `${own}0`, 'x', "'; drop table", '%00', '../balance'].map((id) =>
          owner.live.get(`${path}/generations/${encodeURIComponent(id)}`),
        ),
      ];
      for (const answer of await Promise.all(asks)) {
        assert.equal(answer.status, 404);
        assert.equal(answer.bytes.toString(), '{"detail":"Generation not found"}');
      }
    });
  }

  await t.test('the money is the account\u2019s own', async () => {
    assert.deepEqual((await stranger.live.get('/v1/data/balance')).body, { balance: 100, currency: 'USD' });
    assert.deepEqual((await owner.sandbox.get('/v1/data/balance')).body, { balance: 1000, currency: 'USD' });
    assert.ok((await owner.live.balance()) < 100);
  });
});
