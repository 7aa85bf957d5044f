/** Who may ask: the three messages of 401, the forms of the header, and keys that have ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { createKey, revokeKey } from '../../src/accounts/api-keys.ts';
import { drawKeyText } from '../../src/accounts/key-text.ts';
import { startTestService } from '../support/service.ts';

const required = 'Authorization header required';
const notBearer = 'Invalid authorization format. Use: Bearer <API_KEY>';
const invalid = 'Invalid API key';

test('authentication', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { key } = account.live;
  const balance = (authorization?: string) =>
    service.ask('GET', '/v1/data/balance', authorization === undefined ? {} : { headers: { authorization } });

  const refused: [name: string, header: string | undefined, message: string][] = [
    ['no header', undefined, required],
    ['an empty header', '', required],
    ['a key alone', key, notBearer],
    ['Bearer alone', 'Bearer', notBearer],
    ['Bearer without a space', `Bearer${key}`, notBearer],
    ['another scheme', `Basic ${key}`, notBearer],
    ['two keys', `Bearer ${key} ${key}`, notBearer],
    ['a text that is no key', 'Bearer nonsense', invalid],
    ['a key nobody was given', `Bearer ${drawKeyText('live')}`, invalid],
    ['a key cut short', `Bearer ${key.slice(0, -1)}`, invalid],
    ['a key in capitals', `Bearer ${key.toUpperCase()}`, invalid],
  ];
  for (const [name, header, message] of refused) {
    await t.test(`${name} is answered "${message}"`, async () => {
      const answer = await balance(header);
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.body, { error: 'Unauthorized', message });
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    });
  }

  await t.test('the word Bearer may be written in any case', async () => {
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`]) {
      assert.equal((await balance(header)).status, 200);
    }
  });

  await t.test('a key in the address is no key', async () => {
    const answer = await service.ask('GET', `/v1/data/balance?api_key=${key}&authorization=Bearer%20${key}`);
    assert.deepEqual(answer.body, { error: 'Unauthorized', message: required });
  });

  await t.test('a revoked key and an expired one are not valid', async () => {
    const make = (expiresAt: Date | null) =>
      service.db.transaction((tx) => createKey(tx, { accountId: account.id, mode: 'live', name: 'ends', expiresAt }));
    const expired = await make(new Date(Date.now() - 1));
    const revoked = await make(null);
    await revokeKey(service.db, revoked.id);
    for (const ended of [expired, revoked]) {
      assert.deepEqual((await balance(`Bearer ${ended.key}`)).body, { error: 'Unauthorized', message: invalid });
    }
  });

  await t.test('every path of every family asks for a key, and a submit before it reads the body', async () => {
    for (const { path } of families) {
      const submit = await service.ask('POST', `${path}/generate`, { body: '{not json' });
      assert.deepEqual([submit.status, submit.body['message']], [401, required]);
      const status = await service.ask('GET', `${path}/generations/x`);
      assert.deepEqual([status.status, status.body['message']], [401, required]);
    }
  });

  await t.test('health, metrics and the document need no key', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
      assert.equal((await service.ask('GET', path)).status, 200, path);
    }
  });
});
