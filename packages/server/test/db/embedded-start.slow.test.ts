/** Starting the embedded server: how fast, as whom, from where, and with which guarantees. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findPackage, prepareBinaries } from '../../src/db/embedded/binaries.ts';
import { prepareHome } from '../../src/db/embedded/home.ts';
import { blockingFolder, chooseRunAs } from '../../src/db/embedded/run-as.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { startHere } from './support/own-server.ts';
import { scratchFolder } from './support/scratch.ts';
import { endServerAfter, isAlive, serverPid } from './support/server-watch.ts';
import { spawnUser } from './support/spawned-user.ts';

const log = createSilentLog();
const isRoot = process.getuid?.() === 0;
const nobody = { name: 'nobody', uid: 65534, gid: 65534 };

test('a warm start makes nothing anew: it takes less than half of a cold one', async (t) => {
  const folder = join(await scratchFolder(), 'postgres');
  const timed = async () => {
    const begin = performance.now();
    const { stop } = await startHere(t, folder);
    const milliseconds = performance.now() - begin;
    await stop();
    return Math.round(milliseconds);
  };
  const cold = await timed();
  const warm = await timed();
  t.diagnostic(`cold start ${cold} ms, warm start ${warm} ms`);
  assert.ok(warm < cold / 2);
});

test('an embedded database is durable, checksummed, orders text alike on every system, and reachable by its private socket only', async (t) => {
  const folder = join(await scratchFolder(), 'postgres');
  const { db } = await startHere(t, folder);
  const rows = await db.query<{ name: string; setting: string }>({ text: 'select name, setting from pg_settings' });
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const expected = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
    password_encryption: 'scram-sha-256',
    TimeZone: 'UTC',
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(settings.get(name), value, name);

  const text = await db.query({ text: `select lower('ÄÖ') as small, 'Z' < 'a' as by_code_point` });
  assert.deepEqual(text, [{ small: 'äö', by_code_point: true }]);
  const rules = await db.query<{ auth_method: string }>({ text: 'select distinct auth_method from pg_hba_file_rules' });
  assert.deepEqual(rules, [{ auth_method: 'scram-sha-256' }]);
  for (const path of ['.', 'cluster', 'cluster/data', 'cluster/password', 'socket', 'postgres.log']) {
    assert.equal(statSync(join(folder, path)).mode & 0o077, 0, `${path} is private`);
  }
});

test('the folder may be relative, long, and have spaces, commas and quotes in its name', async (t) => {
  const scratch = await scratchFolder();
  const folder = join(scratch, 'a "folder", with spaces', 'x'.repeat(100), 'postgres');
  endServerAfter(t, folder);
  const user = spawnUser(t, relative(scratch, folder), { cwd: scratch });
  const { url } = await user.hears('started');
  const db = openDb({ url: url ?? '' }, { applicationName: 'test', log });
  const [row] = await db.query<{ data_directory: string }>({ text: 'show data_directory' });
  await db.close();
  assert.equal(row?.data_directory, join(await realpath(folder), 'cluster', 'data'));
  const socketFolder = new URL(url ?? '').searchParams.get('host') ?? '';
  t.after(() => rmSync(socketFolder, { recursive: true, force: true }));
  assert.ok(!socketFolder.startsWith(scratch), 'too long for a socket, so it is elsewhere');
  assert.equal(statSync(socketFolder).mode & 0o777, 0o700);
  await user.stop();
});

test('it works without being root, with nothing set up', async (t) => {
  const folder = await scratchFolder();
  const here = fileURLToPath(new URL('../../../../', import.meta.url));
  const mayReadUs = (await blockingFolder(here, nobody)) === undefined;
  const asNobody = isRoot && mayReadUs;
  t.diagnostic(asNobody ? 'as nobody' : 'as the user who runs the tests');
  if (asNobody) await chmod(folder, 0o777);
  const home = join(folder, 'postgres');
  endServerAfter(t, home);
  const user = spawnUser(t, home, asNobody ? { uid: nobody.uid } : {});
  await user.hears('started');
  const pid = serverPid(home) ?? 0;
  assert.equal(
    statSync(join(home, 'cluster', 'data', 'postmaster.pid')).uid,
    asNobody ? nobody.uid : ((await chooseRunAs(home))?.uid ?? process.getuid?.()),
  );
  await user.stop();
  await eventually(() => !isAlive(pid));
});

test('programs that their user cannot reach, and libraries that npm did not link, are copied and linked', async () => {
  const scratch = await scratchFolder();
  const closed = join(scratch, 'home', 'package');
  mkdirSync(closed, { recursive: true });
  cpSync(findPackage(), closed, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(readFileSync(join(closed, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { target } of links) rmSync(join(closed, target));
  const runAs = isRoot ? nobody : undefined;

  const linked = await prepareBinaries({ packageFolder: closed, copyInto: scratch, runAs });
  assert.equal(linked.postgres, join(closed, 'native', 'bin', 'postgres'), 'linking is enough while it is reachable');

  for (const { target } of links) rmSync(join(closed, target));
  await chmod(join(closed, 'native', 'lib'), 0o500);
  await chmod(dirname(closed), 0o700);
  const copied = await prepareBinaries({ packageFolder: closed, copyInto: scratch, runAs });
  await chmod(join(closed, 'native', 'lib'), 0o700);
  assert.ok(copied.postgres.startsWith(join(scratch, 'binaries-')), copied.postgres);
  const version = spawnSync(copied.postgres, ['--version'], { uid: runAs?.uid, gid: runAs?.gid, encoding: 'utf8' });
  assert.match(version.stdout, /PostgreSQL\) 18\./);
});

test('as root, a folder that PostgreSQL cannot reach becomes a link to one that it can', async () => {
  const scratch = await scratchFolder();
  const folder = join(scratch, 'home', 'data', 'postgres');
  mkdirSync(dirname(folder), { recursive: true });
  await chmod(join(scratch, 'home'), 0o700);
  const refuge = join(scratch, 'refuge');
  const home = await prepareHome({ folder, refuge, log });
  assert.equal(home.folder.startsWith(refuge), isRoot);
  assert.equal((await lstat(folder)).isSymbolicLink(), isRoot);
  assert.equal((await stat(home.folder)).uid, home.runAs?.uid ?? process.getuid?.());
  assert.deepEqual(await prepareHome({ folder, refuge, log }), home, 'and stays there');
});

test('a socket folder that somebody else made is refused', async (t) => {
  if (!isRoot) return t.diagnostic('only root can make a folder of somebody else');
  const folder = join(await scratchFolder(), 'postgres');
  mkdirSync(join(folder, 'socket'), { recursive: true });
  spawnSync('chown', ['12345', join(folder, 'socket')]);
  await assert.rejects(startEmbeddedPostgres({ folder, log }), /socket belongs to somebody else/);
});
