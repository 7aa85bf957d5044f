/** Every command while no service runs. One embedded database for all: its start is tested on its own. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { databaseFolder } from '@afterimage/server/config/config';
import type { DatabaseServer } from '@afterimage/server/db/database-server';
import { startEmbeddedPostgres } from '@afterimage/server/db/embedded-postgres';
import { type Db, openDb } from '@afterimage/server/db/postgres';
import { embeddedTable } from '@afterimage/server/engines/embedded-table';
import { createSilentLog } from '@afterimage/server/log/log';
import { listActions } from '@afterimage/server/people/actions-store';
import { findWorker } from '@afterimage/server/pull/keys';
import { createKeyChecker } from '../../server/src/accounts/key-checker.ts';
import { isKeyText } from '../../server/src/accounts/key-text.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { afterimage, startAfterimage, temporaryFolder } from './support/afterimage.ts';
import { answerOf, hosted } from './support/hosted.ts';
import { mistaken } from './support/mistaken.ts';

const log = createSilentLog();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ada = 'ada@example.com';

let env: Record<string, string>;
let server: DatabaseServer;
let db: Db;
let removeFolder: () => Promise<void>;
let firstCommand: { answer: Record<string, unknown>; stderr: string; leftRunning: boolean };

before(async () => {
  const { folder, remove } = await temporaryFolder();
  removeFolder = remove;
  env = { AFTERIMAGE_DATA_DIR: folder };
  // With nothing there at all: this command makes the database, migrates it, and takes it down again.
  const first = await afterimage(['account', 'create', '--email', ada, '--credit', '100', '--json'], env);
  const answer = JSON.parse(first.stdout);
  const cluster = databaseFolder({ dataFolder: folder });
  firstCommand = {
    answer,
    stderr: first.stderr,
    leftRunning: existsSync(join(cluster, 'cluster', 'data', 'postmaster.pid')),
  };
  server = await startEmbeddedPostgres({ folder: cluster, log });
  db = openDb(server.connection, { connectionsMax: 2, applicationName: 'test', log });
});

after(async () => {
  await db.close();
  await server.stop();
  await removeFolder();
});

const command = (line: string) => answerOf(line.split(' '), env);

/** As a service would judge it. */
async function holderOf(key: unknown, now = Date.now()) {
  const checker = createKeyChecker({ db, clock: { now: () => now } });
  const answer = await checker.check(`Bearer ${key}`);
  await checker.stop();
  return answer;
}

test('the first account makes the database, which is said, and leaves no server running', () => {
  assert.equal(
    firstCommand.stderr,
    `There is no service in ${env['AFTERIMAGE_DATA_DIR']} yet; its database is made.\n`,
  );
  assert.deepEqual(Object.keys(firstCommand.answer), ['account_id', 'email']);
  assert.match(String(firstCommand.answer.account_id), uuid);
  assert.equal(firstCommand.answer.email, ada);
  assert.equal(firstCommand.leftRunning, false);
});

test('where no service has been, every other command says where it looked and makes nothing', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  for (const line of ['account list', 'audit', `key create --account ${ada} --name x`, 'maintenance list']) {
    for (const dataFolder of [folder, join(folder, 'below')]) {
      const { exitCode, stdout, stderr } = await hosted(line.split(' '), { AFTERIMAGE_DATA_DIR: dataFolder });
      assert.deepEqual([exitCode, stdout], [1, '']);
      assert.match(
        stderr,
        new RegExp(`^There is no service in ${dataFolder}; nothing was made\\. AFTERIMAGE_DATA_DIR `),
      );
    }
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a command that is interrupted takes down the server that it started', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const pidFile = join(databaseFolder({ dataFolder: folder }), 'cluster', 'data', 'postmaster.pid');
  const create = ['account', 'create', '--email', ada];
  const { child, ended } = startAfterimage(create, { AFTERIMAGE_DATA_DIR: folder });
  await eventually(() => existsSync(pidFile) || child.exitCode !== null, { everyMilliseconds: 5 });
  child.kill('SIGTERM');
  const { exitCode, signal, stdout, stderr } = await ended;
  assert.deepEqual([exitCode, signal, stdout], [130, null, '']);
  assert.match(stderr, /\nInterrupted\.\n$/);
  assert.equal(existsSync(pidFile), false);
});

test('account list: both balances of every account', async () => {
  const { accounts } = (await command('account list')) as { accounts: Record<string, unknown>[] };
  const [account, ...more] = accounts;
  assert.deepEqual(more, []);
  assert.deepEqual(Object.keys(account!), [
    'account_id',
    'email',
    'balance',
    'sandbox_account_id',
    'sandbox_balance',
    'created_at',
  ]);
  assert.deepEqual(
    [account!.account_id, account!.balance, account!.sandbox_balance],
    [firstCommand.answer.account_id, 100, 1000],
  );
});

test('login-link: a link with a token in its fragment, at the public address', async () => {
  const { url, ...more } = await answerOf(['login-link', '--account', 'ADA@example.com'], {
    ...env,
    AFTERIMAGE_PUBLIC_URL: 'https://media.example.com/',
  });
  assert.match(String(url), /^https:\/\/media\.example\.com\/sign-in#[\w-]{43}$/);
  assert.deepEqual(more, {});
});

test('key create: live and sandbox keys that the service accepts', async () => {
  const live = await command(`key create --account ${ada} --name laptop`);
  const sandbox = await command(`key create --account ${ada} --name tests --sandbox --expires 30d`);
  for (const { key, id, ...more } of [live, sandbox]) {
    assert.ok(isKeyText(String(key)));
    assert.match(String(id), uuid);
    assert.deepEqual(more, {});
  }
  const holder = await holderOf(live.key);
  const { account_id: accountId } = firstCommand.answer;
  assert.deepEqual(holder, { keyId: live.id, accountId, liveId: accountId, mode: 'live' });
  assert.deepEqual(Object.entries(await holderOf(sandbox.key)).at(-1), ['mode', 'sandbox']);
  assert.deepEqual(await holderOf(sandbox.key, Date.now() + 31 * 86_400_000), { failure: 'invalid' });
});

test('key list: every key with its end, never the key', async () => {
  const { key, id } = await command(`key create --account ${ada} --name listed`);
  const { keys } = (await command(`key list --account ${ada}`)) as { keys: Record<string, unknown>[] };
  const listed = keys.find((each) => each.id === id)!;
  assert.deepEqual(
    { ...listed, created_at: undefined },
    {
      id,
      name: 'listed',
      last4: String(key).slice(-4),
      mode: 'live',
      state: 'active',
      created_at: undefined,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    },
  );
  assert.ok(!JSON.stringify(keys).includes(String(key)));
});

test('key rotate: both keys work for the overlap', async () => {
  const old = await command(`key create --account ${ada} --name rotated`);
  const successor = await command(`key rotate --id ${old.id}`);
  assert.deepEqual(Object.keys(successor), ['key', 'id']);
  const hours = (count: number) => Date.now() + count * 3_600_000;
  assert.ok('keyId' in (await holderOf(old.key, hours(23.9))) && 'keyId' in (await holderOf(successor.key)));
  assert.deepEqual(await holderOf(old.key, hours(24.1)), { failure: 'invalid' });
  const last = await command(`key rotate --id ${successor.id} --overlap 0`);
  assert.deepEqual(await holderOf(successor.key), { failure: 'invalid' });
  assert.ok('keyId' in (await holderOf(last.key, hours(1000))));
});

test('key revoke: the key is refused', async () => {
  const { key, id } = await command(`key create --account ${ada} --name revoked`);
  const revoked = await command(`key revoke --id ${id}`);
  assert.deepEqual(Object.keys(revoked), ['id', 'revoked_at']);
  assert.deepEqual(await holderOf(key), { failure: 'invalid' });
});

test('credit grant: the balance afterwards, of either mode', async () => {
  assert.deepEqual(await command(`credit grant --account ${ada} --amount 5`), { balance: 105 });
  assert.deepEqual(await command(`credit grant --account ${ada} --amount 0.0001 --sandbox`), { balance: 1000.0001 });
});

test('account suspend, resume: its keys are refused meanwhile', async () => {
  const { key } = await command(`key create --account ${ada} --name held`);
  assert.deepEqual(await command(`account suspend --account ${ada}`), { email: ada, suspended: true });
  assert.deepEqual(await holderOf(key), { failure: 'suspended' });
  assert.deepEqual(await command(`account resume --account ${ada}`), { email: ada, suspended: false });
  assert.ok('accountId' in (await holderOf(key)));
});

test('webhook-secret: shown, rotated, one for each mode', async () => {
  const { secret, ...more } = await command(`webhook-secret show --account ${ada}`);
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(more, {});
  const rotated = await command(`webhook-secret rotate --account ${ada}`);
  assert.deepEqual(await command(`webhook-secret show --account ${ada}`), rotated);
  assert.notEqual(rotated.secret, secret);
  assert.notEqual((await command(`webhook-secret show --account ${ada} --sandbox`)).secret, rotated.secret);
});

test('maintenance: on, listed, off, by any name of the family', async () => {
  const on = await command('maintenance on --family alpha/o3-video');
  assert.deepEqual({ ...on, since: undefined }, { family: 'alpha-o3-video', maintenance: true, since: undefined });
  const { families } = (await command('maintenance list')) as { families: object[] };
  assert.deepEqual(families, [{ family: 'alpha-o3-video', since: on.since }]);
  assert.deepEqual(await command('maintenance off --family o3-video'), {
    family: 'alpha-o3-video',
    maintenance: false,
  });
});

test('what commands change stands in the log of what operators did, with who gave them', async () => {
  const actions = await listActions(db, { before: null, limit: 100 });
  const { account_id: id } = firstCommand.answer;
  // What is noted of keys has their ids, which are others with every run.
  const noted = actions.map(({ action, subject, detail }) =>
    /Key$/.test(action) ? action : [action, subject, detail],
  );
  assert.deepEqual(noted.reverse(), [
    ['createAccount', id, { credit: '100.0000' }],
    ['makeSignInLink', id, {}],
    ...['createKey', 'createKey', 'createKey', 'createKey', 'rotateKey', 'rotateKey', 'createKey', 'revokeKey'],
    ['grantCredit', id, { amount: '5.0000', reason: 'granted by the operator', mode: 'live' }],
    ['grantCredit', id, { amount: '0.0001', reason: 'granted by the operator', mode: 'sandbox' }],
    'createKey',
    ['suspendAccount', id, { on: true }],
    ['suspendAccount', id, { on: false }],
    ['rotateWebhookSecret', id, { mode: 'live' }],
    ['setMaintenance', 'alpha-o3-video', { on: true }],
    ['setMaintenance', 'alpha-o3-video', { on: false }],
  ]);
  assert.deepEqual(new Set(actions.map(({ email }) => email)), new Set([`${userInfo().username}, by command`]));
});

test('audit: agrees, and exits with 1 when a balance was touched', async () => {
  const { ok, accounts, problems } = await command('audit');
  assert.deepEqual([ok, accounts, problems], [true, 2, []]);
  const touch = (by: number) =>
    db.query({ text: `update accounts set balance = balance + $1 where mode = 'live'` }, [by]);
  await touch(1);
  const { exitCode, stdout, stderr } = await hosted(['audit', '--json'], env);
  await touch(-1);
  assert.deepEqual([exitCode, stderr, JSON.parse(stdout).ok, JSON.parse(stdout).problems.length], [1, '', false, 1]);
});

test('config: what is in force, from where, without passwords, and without a database', async () => {
  const file = join(env.AFTERIMAGE_DATA_DIR!, 'mine.yaml');
  await writeFile(file, 'media_days: 3\nprices: {delta: {delta: 0.5}}\n');
  const own = { ...env, AFTERIMAGE_CONFIG: file, DATABASE_URL: 'postgres://ada:hunter2@nowhere.invalid/d', PORT: '81' };
  const { settings } = (await answerOf(['config'], own)) as {
    settings: { name: string; value: unknown; from: string; file_lines?: string[] }[];
  };
  const told = (name: string) => settings.find((setting) => setting.name === name);
  assert.deepEqual(told('PORT'), { name: 'PORT', value: 81, from: 'environment' });
  assert.deepEqual(told('media_days'), { name: 'media_days', value: 3, from: 'file' });
  assert.deepEqual(told('prices')!.file_lines, ['delta.delta']);
  assert.equal(told('DATABASE_URL')!.value, 'postgres://ada:***@nowhere.invalid/d');
  const { stdout } = await hosted(['config'], own);
  assert.match(stdout, /^prices\.delta\.delta +0\.5000 +file$/m);
  assert.match(stdout, /^prices\.beta\.beta\/10s +0\.1500 +default$/m);
  assert.match(stdout, /^refunds +as documented +default$/m);
  assert.doesNotMatch(stdout, /hunter2/);
});

test('doctor: everything that was looked at, and exits with 1 when a setting is wrong', async () => {
  const { ok, checks } = (await command('doctor')) as { ok: boolean; checks: { name: string; detail: string }[] };
  assert.equal(ok, true);
  assert.deepEqual(
    checks.map(({ name }) => name),
    [
      'Node',
      'settings',
      'data folder',
      'database',
      'money',
      ...embeddedTable.map(({ name }) => `engine ${name}`),
      'provenance',
      'address',
    ],
  );
  const detailOf = (name: string) => checks.find((check) => check.name === name)!.detail;
  assert.match(detailOf('engine studio'), /^node-av: .*GPL code, in a process of its own|^wasm: /);
  assert.equal(detailOf('provenance'), 'the next start makes a certificate');
  const { exitCode, stdout } = await hosted(['doctor', '--json'], { ...env, PORT: 'x' });
  assert.equal(exitCode, 1);
  assert.match(JSON.parse(stdout).checks[1].detail, /^PORT is "x"; it must be/);
});

test('doctor changes nothing: no key, no certificate, no migration', async () => {
  const folder = env['AFTERIMAGE_DATA_DIR']!;
  const seen = async () => ({
    files: (await readdir(folder)).sort(),
    secrets: await db.query({ text: 'select name from service_secrets order by name' }),
    migrations: await db.query({ text: 'select name from migrations order by name' }),
  });
  const newest = { text: 'delete from migrations where name = (select max(name) from migrations) returning *' };
  const [row] = await db.query<{ name: string; checksum: string; programs_from: string | null }>(newest);
  const found = await seen();
  const { exitCode, stdout } = await afterimage(['doctor', '--json'], env);
  const check = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'database');
  assert.deepEqual(await seen(), found);
  assert.equal(exitCode, 1);
  assert.match(
    check.detail,
    /^The database stands at \d{4}_.*\.sql and this version needs \d{4}_.*: `afterimage migrate`/,
  );
  // Nor does any other command but `migrate`.
  assert.match((await afterimage(['audit'], env)).stderr, /`afterimage migrate` brings it up to date/);
  assert.deepEqual(await seen(), found);
  const back = 'insert into migrations (name, checksum, programs_from) values ($1, $2, $3)';
  await db.query({ text: back }, [row!.name, row!.checksum, row!.programs_from]);
});

test('migrate: what is pending, exit code 1 with --check, and an empty database brought up to date', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const there = { AFTERIMAGE_DATA_DIR: folder };
  const { exitCode, stderr } = await afterimage(['migrate', '--check', '--json'], there);
  assert.equal(exitCode, 1);
  assert.match(stderr, /^There is no service in /);
  const made = await afterimage(['migrate', '--json'], there);
  assert.equal(made.exitCode, 0, made.stderr);
  const { from, to, pending, applied } = JSON.parse(made.stdout);
  assert.deepEqual([from, pending, applied.at(-1)], [null, [], to]);
  assert.deepEqual(await answerOf(['migrate', '--check'], there), { from: to, to, pending: [] });
  assert.deepEqual(await answerOf(['migrate'], there), { from: to, to, pending: [] });
});

test('engines key: made, listed, revoked, and never shown again', async () => {
  const made = await command('engines key create --engine farm');
  assert.deepEqual(Object.keys(made), ['key', 'id']);
  assert.ok(isKeyText(String(made.key), 'engine'));
  assert.match(String(made.id), uuid);
  assert.deepEqual(await findWorker(db, String(made.key)), { keyId: made.id, engine: 'farm' });
  await command('engines key create --engine barn');
  const { keys } = (await command('engines key list --engine farm')) as { keys: Record<string, unknown>[] };
  assert.deepEqual(
    keys.map(({ id, engine, last4, state, last_used_at }) => ({ id, engine, last4, state, last_used_at })),
    [{ id: made.id, engine: 'farm', last4: String(made.key).slice(-4), state: 'active', last_used_at: null }],
  );
  assert.ok(!JSON.stringify(await command('engines key list')).includes(String(made.key)));
  const revoked = await command(`engines key revoke --id ${made.id}`);
  assert.deepEqual(Object.keys(revoked), ['id', 'revoked_at']);
  assert.deepEqual(await command(`engines key revoke --id ${made.id}`), revoked, 'the first time counts');
  assert.equal(await findWorker(db, String(made.key)), undefined);
  const unknown = await hosted(['engines', 'key', 'revoke', '--id', 'none'], env);
  assert.equal(unknown.exitCode, 1);
  assert.match(unknown.stderr, /^There is no key none; `afterimage engines key list` shows those there are\./);
  const { exitCode, stderr } = await mistaken(['engines', 'key', 'create', '--engine', 'a farm']);
  assert.equal(exitCode, 2);
  assert.match(stderr, /It must be a letter, then at most 39 letters/);
});

const forPeople: [line: string, says: RegExp][] = [
  [`key list --account ${ada}`, /^NAME +KEY +MODE.*\n.*…[0-9A-Za-z]{4} +live/],
  [`key create --account ${ada} --name seen`, /^Key created\n {2}key +ai_live_\w{38}\n {2}id /],
  [
    'engines key create --engine farm',
    /^Key for a worker of farm created\n {2}key +ai_engine_\w{38}\n {2}id (.|\n)+until engines\.yaml names farm, of kind pull\.$/m,
  ],
  [`credit grant --account ${ada} --amount 1`, /^ada@example\.com got 1\.0000 USD; the balance is \d+\.\d{4} USD\.\n$/],
  ['audit', /^The money agrees: 2 accounts, 0 generations, \d+ ledger entries\.\n$/],
];

for (const [line, says] of forPeople) {
  test(`${line}: readable without --json, and without colours in a pipe`, async () => {
    const { exitCode, stdout, stderr } = await hosted(line.split(' '), env);
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, says);
  });
}

const cannot: [line: string, sentence: RegExp][] = [
  [`account create --email ${ada.toUpperCase()}`, /^There is an account ADA@EXAMPLE\.COM already\.\n$/],
  ['key list --account nobody@example.com', /^There is no account nobody@example\.com; .*\n$/],
  ['login-link --account nobody@example.com', /^PORT is 0, so only the running service knows its address/],
  ['key rotate --id 0199a4a0-5d2e-7c1b-9a55-3f0e8a7d6c21', /^There is no key 0199a4a0.*\n$/],
  ['key revoke --id laptop', /^There is no key laptop; .*\n$/],
];

for (const [line, sentence] of cannot) {
  test(`${line}: one sentence and exit code 1`, async () => {
    const { exitCode, stdout, stderr } = await hosted([...line.split(' '), '--json'], { ...env, PORT: '0' });
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, sentence);
  });
}
