/** The secrets that the account interface hands out are in its answers and nowhere else: not in the log, not in the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignInToken } from '../../src/accounts/sign-in-links.ts';
import { writeLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { personWith, signInByLink } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

test('no API key, webhook secret or prompt of the dashboard is written to the log', async (t) => {
  const first = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await first.account();
  const lines: string[] = [];
  const log = writeLog('trace', { write: (line: string) => void lines.push(line) });
  const service = await startService(first.settings, { log });
  t.after(() => service.stop());
  const ask: typeof first.ask = (method, path, given) => first.ask(method, `${service.address}${path}`, given);
  const token = await first.db.transaction((tx) => createSignInToken(tx, account.id));
  const speaking = { ...first, ask };
  const owner = personWith(speaking, await signInByLink(speaking, token));
  const made = await owner.ask('POST', '/api/keys', { body: { name: 'x' } });
  const rotated = await owner.ask('POST', `/api/keys/${made.body['id']}/rotate`, { body: {} });
  const secret = await owner.ask('POST', '/api/webhook-secret/rotate');
  await owner.ask('POST', '/api/generate/beta', { body: { prompt: 'a very private fox', duration: 10 } });
  await owner.get('/api/generations?text=private');

  const keys = [String(made.body['key']), String(rotated.body['key'])];
  const hidden = [...keys, String(secret.body['secret']), owner.cookie.split('=')[1]!, token, 'private'];
  assert.ok(hidden.every((text) => text.length > 6));
  assert.ok(
    lines.some((line) => line.includes('/api/keys/{id}/rotate')),
    'the requests themselves are noted',
  );
  for (const text of hidden) assert.ok(!lines.some((line) => line.includes(text)));
  const rows = await first.db.query<{ row: string }>({ text: `select to_json(k)::text as row from api_keys k` });
  for (const key of keys) assert.ok(!rows.some(({ row }) => row.includes(key)));
});
