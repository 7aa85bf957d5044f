/** Accounts, their twins, sign-in links, webhook secrets and the first start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail } from '@afterimage/contract';
import { createAccount, findAccount, listAccounts } from '../../src/accounts/accounts.ts';
import { isKeyText } from '../../src/accounts/key-text.ts';
import { createSignInToken, signInUrl, useSignInToken } from '../../src/accounts/sign-in-links.ts';
import { createWebhookSecrets } from '../../src/accounts/webhook-secrets.ts';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { balanceOf } from '../../src/ledger/balance.ts';
import { prepareFirstStart } from '../../src/people/first-start.ts';
import { firstStartBanner } from '../../src/people/first-start-banner.ts';
import { testDatabase } from '../support/database.ts';
import { anyKeyring } from '../support/keyring.ts';

async function accountOf(db: Db, email = 'ada@example.com', credit = 0) {
  const creation = await db.transaction((tx) => createAccount(tx, { email, credit }));
  assert.ok(creation.outcome === 'created');
  return creation.account;
}

test('an account comes with its credit and a sandbox twin with 1,000 USD, and the money agrees', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountOf(db, 'ada@example.com', 1_000_000);
  assert.equal(await balanceOf(db, account.id), 1_000_000);
  assert.equal(await balanceOf(db, account.sandboxId), 10_000_000);
  assert.deepEqual(await findAccount(db, 'ADA@Example.com'), account);
  assert.deepEqual(await listAccounts(db), [account]);
  assert.deepEqual(await audit(db), { ok: true, accounts: 2, entries: 2, generations: 0, problems: [] });
});

test('an address has one account, however it is written and however many ask at once', async (t) => {
  const { db } = await testDatabase(t);
  const addresses = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com', 'ada@EXAMPLE.com'];
  const outcomes = await Promise.all(
    addresses.map((email) => db.transaction((tx) => createAccount(tx, { email, credit: 0 }))),
  );
  assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), [
    'created',
    'email_taken',
    'email_taken',
    'email_taken',
  ]);
  assert.equal((await listAccounts(db)).length, 1);
});

test('what is no address makes no account', async (t) => {
  const { db } = await testDatabase(t);
  const creation = await db.transaction((tx) => createAccount(tx, { email: 'ada', credit: 0 }));
  assert.deepEqual(creation, { outcome: 'email_not_valid' });
  for (const good of ['owner@localhost', 'a.b+c@x.y-z.org', "o'hara@example.com", 'ö@bücher.example'])
    assert.ok(isEmail(good), good);
  for (const bad of ['', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@@b', '<a@b>', 'a@b\n', 'a@-', `${'a'.repeat(65)}@b`]) {
    assert.ok(!isEmail(bad), bad);
  }
});

test('a sign-in link works once, for its account, with the token in the fragment', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountOf(db);
  const token = await db.transaction((tx) => createSignInToken(tx, account.id));
  assert.equal(signInUrl('http://h:1', token), `http://h:1/sign-in#${token}`);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  const uses = await Promise.all([useSignInToken(db, token), useSignInToken(db, token), useSignInToken(db, 'other')]);
  assert.deepEqual(
    uses.map((use) => (use.outcome === 'accepted' ? use.accountId : use.outcome)).sort(),
    [account.id, 'unknown', 'used'].sort(),
  );
});

test('a sign-in link ends after 24 hours, and its token is nowhere in the database', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountOf(db);
  const token = await db.transaction((tx) => createSignInToken(tx, account.id));
  const rows = await db.query<{ hours: number; row: string }>({
    text: `select extract(epoch from expires_at - now())::float8 / 3600 as hours, l::text as row from sign_in_links l`,
  });
  assert.ok(Math.abs(rows[0]!.hours - 24) < 0.01);
  assert.ok(!rows[0]!.row.includes(token) && !rows[0]!.row.includes(Buffer.from(token, 'base64url').toString('hex')));
  await db.query({ text: `update sign_in_links set expires_at = now() - interval '1 second'` });
  assert.deepEqual(await useSignInToken(db, token), { outcome: 'expired' });
});

test('an account and its twin each have a webhook secret; a rotated one signs along for 24 hours', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountOf(db);
  const secrets = createWebhookSecrets({ db, reads: db, keyring: anyKeyring() });
  const [first] = await secrets.active(account.id);
  assert.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notDeepEqual(await secrets.active(account.sandboxId), [first]);
  const second = await secrets.rotate(account.id);
  assert.deepEqual(await secrets.active(account.id), [second, first]);
  const [row] = await db.query<{ hours: number }>({
    text: `select extract(epoch from expires_at - now())::float8 / 3600 as hours from webhook_secrets
      where expires_at is not null`,
  });
  assert.ok(Math.abs(row!.hours - 24) < 0.01);
  await db.query({ text: `update webhook_secrets set expires_at = now() where expires_at is not null` });
  assert.deepEqual(await secrets.active(account.id), [second]);
});

test('two that ask first at once, and two rotations at once, leave one secret without an end', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountOf(db);
  const secrets = createWebhookSecrets({ db, reads: db, keyring: anyKeyring() });
  await Promise.all([secrets.active(account.id), secrets.active(account.id), secrets.active(account.id)]);
  await Promise.all([secrets.rotate(account.id), secrets.rotate(account.id)]);
  const endless = await db.query(
    {
      text: `select from webhook_secrets where account_id = $1 and expires_at is null`,
    },
    [account.id],
  );
  assert.equal(endless.length, 1);
  assert.equal((await secrets.active(account.id)).length, 3);
});

test('of many first starts at once one makes the owner, with 100 USD, a key and a sign-in link', async (t) => {
  const { db } = await testDatabase(t);
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => prepareFirstStart(db, { ownerEmail: 'owner@localhost' })),
  );
  const [first, ...more] = starts.filter((start) => start !== null);
  assert.deepEqual(more, []);
  assert.ok(isKeyText(first!.apiKey));
  const owner = await findAccount(db, 'owner@localhost');
  assert.equal(await balanceOf(db, owner!.id), 1_000_000);
  assert.deepEqual(await useSignInToken(db, first!.signInToken), { outcome: 'accepted', accountId: owner!.id });
  assert.equal(await prepareFirstStart(db, { ownerEmail: 'other@localhost' }), null);
  assert.equal((await listAccounts(db)).length, 1);
});

test("an owner's account made by hand before the first start is used as it is", async (t) => {
  const { db } = await testDatabase(t);
  const owner = await accountOf(db, 'Owner@localhost', 50_000);
  const first = await prepareFirstStart(db, { ownerEmail: 'owner@localhost' });
  assert.deepEqual(await useSignInToken(db, first!.signInToken), { outcome: 'accepted', accountId: owner.id });
  assert.equal(await balanceOf(db, owner.id), 50_000);
});

test('the banner holds the address, the link, the key and a curl line for a shell', () => {
  const first = { email: 'owner@localhost', apiKey: 'ai_live_x', signInToken: 'token', balance: 1_000_000 };
  const banner = firstStartBanner('http://127.0.0.1:8080', first);
  assert.match(banner, /running at http:\/\/127\.0\.0\.1:8080\n/);
  assert.match(banner, /http:\/\/127\.0\.0\.1:8080\/sign-in#token\n/);
  assert.match(banner, /has 100 USD of credit\n/);
  const command = banner.slice(banner.indexOf('curl'));
  const body = /-d '(.*)'/.exec(command)![1]!;
  assert.ok(JSON.parse(body).prompt.length > 0);
  assert.match(command, /\/v1\/epsilon-images\/generate \\\n {4}-H 'Authorization: Bearer ai_live_x' \\\n/);
});
