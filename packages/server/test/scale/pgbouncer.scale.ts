/** The service behind a PgBouncer in transaction mode: fewer sessions than clients, and nothing is lost or late by it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseRunAs } from '../../src/db/embedded/run-as.ts';
import { openFaultAccount } from '../faults/support/fault-accounts.ts';
import { choosePort, makeFaultFolder, operate, startServiceProcess } from '../faults/support/service-process.ts';
import { judge, type Say, type Verdict } from '../faults/support/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { startLoad } from './support/load.ts';
import { startReplicatedPostgres } from './support/replicated-postgres.ts';

const sessionsMax = 4;
const clients = 16;
const loadSeconds = 3;
/** So many are waited for: the queue is longer. */
const madeMax = 8;
/** A worker that hears nothing looks once a second. */
const pickUpMillisecondsMax = 500;

export async function runPgbouncer({ say }: { say: Say }): Promise<Verdict[] | { skipped: string }> {
  const version = versionOf('pgbouncer');
  if (version === null) return { skipped: 'there is no pgbouncer on the path' };
  say(`  ${version}`);
  const folder = makeFaultFolder();
  const postgres = await startReplicatedPostgres(folder.path, 1);
  const direct = postgres.urlOf(postgres.leader());
  const port = await choosePort();
  const bouncer = await startBouncer(join(folder.path, 'pgbouncer'), { port, direct });
  const env = {
    DATABASE_URL: pooled(direct, port),
    DATABASE_DIRECT_URL: direct,
    AFTERIMAGE_DATA_DIR: join(folder.path, 'data'),
    PORT: String(await choosePort()),
  };
  const logFile = join(folder.path, 'service.log');
  const service = startServiceProcess({ dataFolder: env.AFTERIMAGE_DATA_DIR, logFile, env });
  try {
    await service.ready();
    const { sandbox } = await openFaultAccount(env, { email: 'pooled@example.com', creditUsd: '1', keys: 1 });
    const pickUp = await pickUpMilliseconds(`http://127.0.0.1:${env.PORT}`, sandbox.keys[0]!, (text) =>
      postgres.ask(postgres.leader(), text),
    );
    const load = startLoad([`http://127.0.0.1:${env.PORT}`], { key: sandbox.keys[0]!, clients, polls: 'yes' });
    await pause(loadSeconds * 1000);
    const sessions = await postgres.ask(postgres.leader(), sessionsOfPooler);
    const answers = await load.stop();
    const accepted = answers.filter(({ end }) => end === 'accepted');
    const first = accepted.slice(0, madeMax).map(({ id }) => `'${id}'`);
    const made = `select from generations where status = 'completed' and id in (${first.join()})`;
    const isDone = async () => (await postgres.ask(postgres.leader(), made)).length === first.length;
    await eventually(isDone, { what: 'the first of them are made', seconds: 120 });
    const audit = await operate<{ ok: boolean }>(env, ['audit']);
    return [
      judge('every submit is accepted and every poll answered', {
        cases: answers.length,
        breaches: [...answers.filter(({ end }) => end !== 'accepted').map(({ said }) => said ?? ''), ...load.badPolls],
      }),
      judge(`the service's pools use at most ${sessionsMax} sessions of the server`, {
        cases: sessions.length,
        breaches: sessions.length <= sessionsMax ? [] : [`There were ${sessions.length}.`],
      }),
      judge('an idle worker hears of work at once', {
        cases: pickUp.length,
        breaches: median(pickUp) <= pickUpMillisecondsMax ? [] : [`The median is ${median(pickUp)} ms.`],
      }),
      judge('the books are right', {
        cases: accepted.length,
        breaches: audit.code === 0 ? [] : [JSON.stringify(audit.answer)],
      }),
    ];
  } finally {
    service.signal('SIGKILL');
    await service.ended;
    bouncer.kill('SIGKILL');
    await postgres.close();
    await folder.remove();
  }
}

/** Those that came by the direct way have names that tell. */
const sessionsOfPooler = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
  and application_name not in ('afterimage presence', 'afterimage listener', 'afterimage migrations', 'afterimage command', '')`;

async function pickUpMilliseconds(
  url: string,
  key: string,
  ask: (text: string) => Promise<object[]>,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < 9; number += 1) {
    const answer = await fetch(`${url}/v1/delta/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      // It ends at once: the worker is idle when the next one comes, however busy the machine is.
      body: JSON.stringify({ prompt: 'a kite [[fail API_ERROR]]' }),
    });
    const { task_uuid: id } = (await answer.json()) as { task_uuid: string };
    const text = `select extract(epoch from started_at - created_at) * 1000 as ms from generations
      where id = '${id}' and started_at is not null and finished_at is not null`;
    const [row] = await eventually(async () => {
      const rows = await ask(text);
      return rows.length > 0 ? rows : undefined;
    });
    times.push(Math.round(Number((row as { ms: string }).ms)));
    await pause(300);
  }
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function versionOf(program: string): string | null {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? null;
  } catch {
    return null;
  }
}

function pooled(direct: string, port: number): string {
  const url = new URL(direct);
  url.port = String(port);
  return url.href;
}

async function startBouncer(folder: string, { port, direct }: { port: number; direct: string }): Promise<ChildProcess> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(direct);
  mkdirSync(folder, { mode: 0o700 });
  const users = join(folder, 'users.txt');
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  writeFileSync(
    ini,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${sessionsMax}
max_client_conn = 200
`,
    { mode: 0o600 },
  );
  // It refuses to be root, as PostgreSQL does.
  const runAs = await chooseRunAs(folder);
  const identity = runAs === undefined ? {} : { uid: runAs.uid, gid: runAs.gid };
  if (runAs !== undefined) for (const path of [folder, users, ini]) chownSync(path, runAs.uid, runAs.gid);
  return spawn('pgbouncer', ['-q', ini], { ...identity, stdio: 'ignore' });
}
