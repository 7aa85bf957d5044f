/** What a copy of the database gives away: no secret that signs anything, also after an upgrade and a change of keys. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import type { Db } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { testDatabase } from '../support/database.ts';
import { signInAsOwner } from '../support/people.ts';
import { openTestService, type TestAccount, type TestService, testSettings } from '../support/service.ts';

const base64Key = () => randomBytes(32).toString('base64');

async function secretOf(service: TestService, account: TestAccount): Promise<string> {
  const owner = await signInAsOwner(service, account);
  return String((await owner.get('/api/webhook-secret')).body['secret']);
}

/** Everything that the two tables of secrets hold, as text. */
async function keptText(db: Db): Promise<string> {
  const rows = await db.query<{ kept: string }>({
    text: `select secret as kept from webhook_secrets
      union all select encode(value, 'escape') from service_secrets where name <> 'first_start'`,
  });
  return rows.map(({ kept }) => kept).join('\n');
}

async function openOn(t: TestContext, db: Db, env: Record<string, string>) {
  const settings = await testSettings(t, { env });
  return { settings, service: await openTestService(t, { db, settings, families }) };
}

test('secrets are sealed with a key in the data folder, which only its owner can read', async (t) => {
  const { db, url } = await testDatabase(t);
  const { service, settings } = await openOn(t, db, { DATABASE_URL: url });
  const secret = await secretOf(service, await service.account());
  assert.match(secret, /^whsec_/);
  const kept = await keptText(db);
  const lines = kept.split('\n');
  assert.ok(lines.length >= 3 && lines.every((line) => line.startsWith('sealed:1:')), kept);
  const file = join(settings.dataFolder, 'secret.key');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const key = (await readFile(file, 'utf8')).trim();
  assert.equal(Buffer.from(key, 'base64').length, 32);
  assert.ok(!kept.includes(key), 'the key itself is not in the database');

  await t.test('another process without that key is refused in a sentence, and changes nothing', async () => {
    const elsewhere = await testSettings(t, { env: { DATABASE_URL: url } });
    const refused = startService(elsewhere, { log: createSilentLog() });
    await assert.rejects(refused, /sealed with a key that is not here: set AFTERIMAGE_SECRET_KEY/);
    assert.equal(await keptText(db), kept);
    await assert.rejects(stat(join(elsewhere.dataFolder, 'secret.key')), /ENOENT/);
  });

  await t.test('with the key in its environment it works, in whatever folder', async () => {
    const { service: other } = await openOn(t, db, { DATABASE_URL: url, AFTERIMAGE_SECRET_KEY: key });
    assert.match(await secretOf(other, await other.account()), /^whsec_/);
  });
});

test('what a version before kept in the open is sealed by the next start and stays what it was', async (t) => {
  const { db, url } = await testDatabase(t);
  const env = { DATABASE_URL: url, AFTERIMAGE_SECRET_KEY: base64Key() };
  const first = await openOn(t, db, env);
  const account = await first.service.account();
  await first.service.stop();
  const plain = `whsec_${base64Key()}`;
  const links = randomBytes(32);
  await db.query({ text: 'insert into webhook_secrets (account_id, secret) values ($1, $2)' }, [account.id, plain]);
  await db.query({ text: `update service_secrets set value = $1 where name = 'media_links'` }, [links]);
  const { service } = await openOn(t, db, env);
  assert.ok(!(await keptText(db)).includes('whsec_'));
  assert.equal(await secretOf(service, account), plain);
  const [row] = await db.query<{ value: Buffer }>({
    text: `select value from service_secrets where name = 'media_links'`,
  });
  assert.ok(row!.value.toString().startsWith('sealed:1:') && !row!.value.includes(links));
});

test('a new key takes over: put first it seals everything anew, and the old one can go', async (t) => {
  const { db, url } = await testDatabase(t);
  const { service, settings } = await openOn(t, db, { DATABASE_URL: url });
  const account = await service.account();
  const secret = await secretOf(service, account);
  await service.stop();
  const file = join(settings.dataFolder, 'secret.key');
  const old = await readFile(file, 'utf8');
  const fresh = base64Key();
  await writeFile(file, `${fresh}\n${old}`);
  const before = await keptText(db);
  const both = await openTestService(t, { db, settings, families });
  await both.stop();
  assert.notEqual(await keptText(db), before);
  await rm(file);
  const { service: after } = await openOn(t, db, { DATABASE_URL: url, AFTERIMAGE_SECRET_KEY: fresh });
  assert.equal(await secretOf(after, account), secret);
});
