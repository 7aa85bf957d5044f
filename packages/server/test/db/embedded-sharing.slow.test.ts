/** Many processes, one embedded server: races, adoption, healing after kill -9, and who stops it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDb } from '../../src/db/postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { startHere } from './support/own-server.ts';
import { scratchFolder } from './support/scratch.ts';
import { endServerAfter, isAlive, isZombie, serverPid } from './support/server-watch.ts';
import { spawnUser } from './support/spawned-user.ts';

const log = createSilentLog();

/** One after the other, the tests use the same cluster: making one is most of what a first start takes. */
const folder = join(await scratchFolder(), 'postgres');

test('processes that start at once on an empty folder share one server, and the last one stops it', async (t) => {
  endServerAfter(t, folder);
  const users = [spawnUser(t, folder), spawnUser(t, folder), spawnUser(t, folder)];
  const urls = await Promise.all(users.map(async (user) => (await user.hears('started')).url));
  assert.equal(new Set(urls).size, 1, 'one password, one socket');
  const pid = serverPid(folder) ?? 0;
  const [first, second, third] = users;

  await first?.stop();
  await second?.stop();
  assert.equal(serverPid(folder), pid);
  assert.equal(isAlive(pid), true, 'somebody still uses it');
  await third?.stop();
  await eventually(() => !isAlive(pid));
  const left = readdirSync(folder).sort();
  assert.deepEqual(left, ['cluster', 'postgres.log', 'socket'], 'and nothing half-made is left');
});

test('a server whose users were all killed is adopted by the next, with what they had committed', async (t) => {
  endServerAfter(t, folder);
  const user = spawnUser(t, folder);
  const { url = '' } = await user.hears('started');
  const db = openDb({ url }, { applicationName: 'test', log });
  await db.query({ text: 'create table orphaned as select 42 as answer' });
  await db.close();
  const pid = serverPid(folder);
  await user.kill();

  const next = await startHere(t, folder);
  assert.equal(serverPid(folder), pid);
  assert.deepEqual(await next.db.query({ text: 'select answer from orphaned' }), [{ answer: 42 }]);
  await next.stop();
  await eventually(() => !isAlive(pid ?? 0));
});

test('a server killed with -9 is back within seconds, and says that it is recovering', async (t) => {
  const { server, db, phases } = await startHere(t, folder);
  await db.query({ text: 'create table kept as select 42 as answer' });
  const pid = serverPid(folder) ?? 0;

  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await eventually(() => server.state().phase !== 'ready');
  await eventually(() => server.state().phase === 'ready');
  t.diagnostic(`ready again ${Math.round(performance.now() - killedAt)} ms after the kill`);
  assert.notEqual(serverPid(folder), pid);
  assert.deepEqual(phases(), ['starting', 'ready', 'down', 'recovering', 'ready']);
  assert.deepEqual(await db.query({ text: 'select answer from kept' }), [{ answer: 42 }]);
});

test('stopping while the server comes back from a kill leaves no server behind', async (t) => {
  const { server, stop } = await startHere(t, folder);
  const killed = serverPid(folder) ?? 0;
  process.kill(killed, 'SIGKILL');
  await eventually(() => server.state().phase !== 'ready');
  await eventually(() => serverPid(folder) !== killed);
  await stop();
  const data = join(folder, 'cluster', 'data');
  const left = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && worksIn(name, data));
  await eventually(() => left().length === 0);
});

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

test('one killed session takes all connections down and the server heals by itself', async (t) => {
  const { server, db } = await startHere(t, folder);
  const pid = serverPid(folder);
  const [row] = await db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
  process.kill(row?.pid ?? 0, 'SIGKILL');
  await eventually(() => server.state().phase !== 'ready');
  await eventually(() => server.state().phase === 'ready');
  assert.equal(serverPid(folder), pid);
  assert.deepEqual(await db.query({ text: 'select 1 as one' }), [{ one: 1 }]);
});

test('a busy session that outlives a killed server does not keep the next one from starting', async (t) => {
  const { server, db } = await startHere(t, folder);
  const endless = db.query({ text: 'select count(*) from generate_series(1, 1000000000000)' });
  endless.catch(() => {});
  const running = {
    text: `select pid from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`,
  };
  const [busy] = await eventually(async () => {
    const rows = await db.query<{ pid: number }>(running);
    return rows.length > 0 && rows;
  });
  process.kill(serverPid(folder) ?? 0, 'SIGKILL');
  await eventually(() => server.state().phase !== 'ready');
  await eventually(() => server.state().phase === 'ready');
  await eventually(() => !isAlive(busy?.pid ?? 0));
  await assert.rejects(endless, { name: 'CommitUnknown' });
});

test('pid files that name a zombie or a stranger do not keep a server from starting', async (t) => {
  const first = await startHere(t, folder);
  await first.stop();

  const { uid, gid } = statSync(join(folder, 'cluster', 'data'));
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  // The shell becomes a sleep that never looks after the child it had as a shell.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  const zombie = Number(line);
  await eventually(() => isZombie(zombie));

  for (const pid of [zombie, parent.pid]) {
    const pidFolder = [folder, 'cluster', 'data'];
    const text = `${pid}\n${join(...pidFolder)}\n1700000000\n5432\n${join(folder, 'socket')}\n\n  1234567    123456\nready   \n`;
    writeFileSync(join(...pidFolder, 'postmaster.pid'), text);
    writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), text);
    const { stop } = await startHere(t, folder);
    assert.notEqual(serverPid(folder), pid);
    await stop();
  }
  assert.equal(isAlive(parent.pid ?? 0), true, 'and the stranger is left alone');
});

test('a server that cannot start says why, and is started as soon as it can be', async (t) => {
  const { server, db } = await startHere(t, folder);
  const settings = join(folder, 'cluster', 'data', 'postgresql.conf');
  const good = readFileSync(settings, 'utf8');
  writeFileSync(settings, `${good}\nno_such_setting = 1\n`);
  process.kill(serverPid(folder) ?? 0, 'SIGKILL');
  const fault = await eventually(
    () => server.state().phase === 'down' && /does not start/.test(server.state().sentence),
  );
  assert.ok(fault);
  assert.match(server.state().sentence, /configuration file/);
  await assert.rejects(db.query({ text: 'select 1' }), { name: 'DatabaseUnavailable' });
  writeFileSync(settings, good);
  await eventually(() => server.state().phase === 'ready');
});
