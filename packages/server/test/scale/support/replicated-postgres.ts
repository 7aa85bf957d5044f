/** Several PostgreSQL servers that replicate: one takes writes and waits for a standby with every commit. What an operator's
 * tool does (promote, follow, bring back) is done here by hand, so that a test decides when. */
import { spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { bareEnvironment, findPackage, prepareBinaries } from '../../../src/db/embedded/binaries.ts';
import { prepareCluster, superuser } from '../../../src/db/embedded/cluster.ts';
import { prepareHome } from '../../../src/db/embedded/home.ts';
import type { RunAs } from '../../../src/db/embedded/run-as.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { choosePort } from '../../faults/support/service-process.ts';
import { eventually } from '../../support/eventually.ts';

const database = 'afterimage';
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  hot_standby: 'on',
  // A standby that comes back copies everything anew, and follows from there.
  wal_keep_size: '512MB',
  max_wal_size: '1GB',
  max_connections: '100',
  shared_buffers: '64MB',
  wal_receiver_status_interval: '1',
  log_min_messages: 'log',
};

export interface Server {
  readonly name: string;
  readonly port: number;
  readonly data: string;
}

export interface ReplicatedPostgres {
  readonly servers: readonly Server[];
  /** All of them, as DATABASE_URL names them. */
  readonly url: string;
  urlOf(server: Server): string;
  leader(): Server;
  /** Every process of it at once, as when a machine dies. */
  kill(server: Server): Promise<void>;
  /** An orderly end, as before a switchover: standbys have everything when it is gone. */
  shutDown(server: Server): Promise<void>;
  /** The standby that has most takes over, and the others follow it. Resolves when it takes writes. */
  promote(): Promise<Server>;
  /** A server that was left behind comes back as a standby of the leader. */
  rejoin(server: Server): Promise<void>;
  /** A server that was left behind comes back and believes that it still leads. */
  comeBackAlone(server: Server): Promise<void>;
  ask<Row extends object>(server: Server, text: string): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startReplicatedPostgres(folder: string, count: number): Promise<ReplicatedPostgres> {
  const log = createSilentLog();
  const home = await prepareHome({ folder: join(folder, 'server-1'), refuge: join(folder, 'refuge'), log });
  const binaries = await prepareBinaries({ packageFolder: findPackage(), copyInto: home.folder, runAs: home.runAs });
  await prepareCluster(home, binaries);
  const password = (await readFile(home.passwordFile, 'utf8')).trim();
  const servers: Server[] = [];
  for (let number = 1; number <= count; number += 1) {
    const data = number === 1 ? home.data : join(home.folder, `data-${number}`);
    servers.push({ name: `server${number}`, port: await choosePort(), data });
  }
  let leader = servers[0]!;
  const running = new Set<Server>();

  const urlOf = ({ port }: Server) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;

  async function ask<Row extends object>(server: Server, text: string, into = database): Promise<Row[]> {
    const client = new Client({ connectionString: urlOf(server).replace(/[^/]*$/, into), query_timeout: 30_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function start(server: Server): Promise<void> {
    const logFile = join(home.folder, `${server.name}.log`);
    const output = openSync(logFile, 'a', 0o600);
    if (home.runAs !== undefined) chownSync(logFile, home.runAs.uid, home.runAs.gid);
    const flags = Object.entries({ ...settings, port: String(server.port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(binaries.postgres, ['-D', server.data, ...flags], {
      ...identity(home.runAs),
      cwd: server.data,
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    closeSync(output);
    running.add(server);
    const answers = () => ask(server, 'select 1', 'postgres').catch(() => undefined);
    await eventually(answers, { what: `${server.name} answers`, seconds: 60 });
  }

  async function copyFrom(source: Server, target: Server): Promise<void> {
    await rm(target.data, { recursive: true, force: true });
    const client = new Client({ connectionString: urlOf(source).replace(/[^/]*$/, 'postgres') });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('copy', true)`);
      const left = /\/(postmaster\.(pid|opts)|backup_label|standby\.signal)$/;
      await cp(source.data, target.data, {
        recursive: true,
        filter: (path) => !left.test(path),
        preserveTimestamps: true,
      });
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      await writeFile(join(target.data, 'backup_label'), rows[0]!.labelfile, { mode: 0o600 });
    } finally {
      await client.end();
    }
    await follow(target, source);
    await writeFile(join(target.data, 'standby.signal'), '');
    await handOver(target.data, home.runAs);
  }

  /** The last line of a file of settings wins. */
  async function follow(server: Server, source: Server): Promise<void> {
    const way = `host=127.0.0.1 port=${source.port} user=${superuser} password=${password} application_name=${server.name}`;
    await appendFile(join(server.data, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`);
  }

  async function end(server: Server, signal: NodeJS.Signals): Promise<void> {
    const pids = signal === 'SIGINT' ? [await postmasterOf(server)] : processesOf(server);
    for (const pid of pids) send(pid, signal);
    await eventually(() => processesOf(server).length === 0 || undefined, {
      what: `${server.name} is gone`,
      seconds: 60,
    });
    running.delete(server);
  }

  const received = async (server: Server) =>
    (await ask<{ bytes: string }>(server, `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') as bytes`))[0]!
      .bytes;

  /** Commits wait for a standby as soon as there are some. */
  async function begin(): Promise<void> {
    await start(leader);
    await ask(leader, `create database ${database}`, 'postgres');
    if (count === 1) return;
    const names = servers.map(({ name }) => name).join(', ');
    await appendFile(join(leader.data, 'postgresql.conf'), `\nsynchronous_standby_names = 'ANY 1 (${names})'\n`);
    for (const standby of servers.slice(1)) {
      await copyFrom(leader, standby);
      await start(standby);
    }
    await ask(leader, 'select pg_reload_conf()');
  }

  const endAll = async () => {
    for (const server of [...running]) await end(server, 'SIGKILL');
  };
  await begin().catch(async (fault) => {
    await endAll();
    throw fault;
  });

  return {
    servers,
    url: `postgres://${superuser}:${password}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    urlOf,
    leader: () => leader,
    kill: (server) => end(server, 'SIGKILL'),
    shutDown: (server) => end(server, 'SIGINT'),
    async promote() {
      const standbys = await Promise.all(
        [...running].filter((one) => one !== leader).map(async (one) => ({ one, bytes: Number(await received(one)) })),
      );
      leader = standbys.sort((a, b) => b.bytes - a.bytes)[0]!.one;
      await ask(leader, 'select pg_promote(true, 60)');
      for (const { one } of standbys) {
        if (one === leader) continue;
        await follow(one, leader);
        send(await postmasterOf(one), 'SIGHUP');
      }
      return leader;
    },
    async rejoin(server) {
      await copyFrom(leader, server);
      await start(server);
    },
    comeBackAlone: start,
    ask: (server, text) => ask(server, text),
    close: endAll,
  };
}

const identity = (runAs: RunAs | undefined) => (runAs === undefined ? {} : { uid: runAs.uid, gid: runAs.gid });

async function postmasterOf(server: Server): Promise<number> {
  return Number((await readFile(join(server.data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Every process of a PostgreSQL server works in its data folder. */
function processesOf(server: Server): number[] {
  const data = realpathSync(server.data);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === data;
      } catch {
        return false;
      }
    });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function handOver(path: string, runAs: RunAs | undefined): Promise<void> {
  if (runAs === undefined) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(path, entry), runAs.uid, runAs.gid);
  }
  chownSync(path, runAs.uid, runAs.gid);
}
