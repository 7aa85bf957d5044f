/** Kills pull workers, and the service under them, with -9: whatever dies, each generation is made once and paid for once. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usd } from '@afterimage/contract';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey } from '../../src/accounts/api-keys.ts';
import type { Db } from '../../src/db/postgres.ts';
import { audit } from '../../src/ledger/audit.ts';
import { createEngineKey } from '../../src/pull/keys.ts';
import { eventually } from '../support/eventually.ts';
import { openCheckerDb } from './support/postgres-process.ts';
import { choosePort, makeFaultFolder, type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { submitPictures } from './support/submit-pictures.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const worker = fileURLToPath(new URL('../../../../examples/gpu-worker/worker.py', import.meta.url));
const dyingWorker = fileURLToPath(new URL('./support/dying-worker.ts', import.meta.url));
/** At once, so that one wait for leases to run out serves several deaths. */
const workersAtOnce = 10;
/** A lease of 30 s runs out, and another worker makes it: on a busy machine, too. */
const settleSeconds = 240;

interface Stage {
  db: Db;
  url: string;
  callerKey: string;
  workerKeys: string[];
  service: ServiceProcess;
  startService(): Promise<ServiceProcess>;
}

/** Each plays until its jobs are in the hands of workers that live. */
const moments: Record<string, (stage: Stage) => Promise<ChildProcess[]>> = {
  async 'a worker that dies while it makes'(stage) {
    const dying = stage.workerKeys.map((key) => startWorker(stage.url, { key, seconds: 600 }));
    await claimed(stage.db, workersAtOnce);
    await Promise.all(dying.map(kill));
    return stage.workerKeys.map((key) => startWorker(stage.url, { key, seconds: 0.1 }));
  },
  async 'a worker that dies while its output arrives'(stage) {
    const dying = stage.workerKeys.map((key) => fork(dyingWorker, [stage.url, key]));
    await Promise.all(dying.map((child) => once(child, 'message')));
    await Promise.all(dying.map(kill));
    return stage.workerKeys.map((key) => startWorker(stage.url, { key, seconds: 0.1 }));
  },
  async 'a service that dies while workers make'(stage) {
    const workers = stage.workerKeys.map((key) => startWorker(stage.url, { key, seconds: 4 }));
    await claimed(stage.db, workersAtOnce);
    stage.service.signal('SIGKILL');
    await stage.service.ended;
    stage.service = await stage.startService();
    return workers;
  },
};

export async function runPullKills({ kills, say }: { kills: number; say: Say }): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  const dataFolder = join(folder.path, 'data');
  mkdirSync(dataFolder, { mode: 0o755 });
  const farm = {
    engines: { farm: { kind: 'pull', slots: workersAtOnce } },
    routes: [{ match: {}, use: [{ engine: 'farm' }] }],
  };
  writeFileSync(join(dataFolder, 'engines.yaml'), JSON.stringify(farm));
  const port = await choosePort();
  let starts = 0;
  const startService = async () => {
    starts += 1;
    const logFile = join(folder.path, `service-${starts}.log`);
    const service = startServiceProcess({ dataFolder, logFile, env: { PORT: String(port) } });
    await service.ready();
    return service;
  };
  const service = await startService();
  const db = openCheckerDb(dataFolder);
  const keys = await makeKeys(db);
  const stage: Stage = { db, url: `http://127.0.0.1:${port}`, ...keys, service, startService };
  try {
    const verdicts: Verdict[] = [];
    for (const [moment, play] of Object.entries(moments)) {
      const rounds = Math.ceil(kills / workersAtOnce);
      const breaches: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        breaches.push(...(await playRound(stage, play)));
        say(`  ${moment}: ${round} of ${rounds}`);
      }
      const guarantee = `${moment} leaves work that is completed, made once and paid for once`;
      verdicts.push(judge(guarantee, { cases: rounds * workersAtOnce, breaches }));
    }
    const { ok } = await audit(db);
    verdicts.push(judge('the books are right', { cases: 1, breaches: ok ? [] : ['The audit found a fault.'] }));
    return verdicts;
  } finally {
    await db.close();
    stage.service.signal('SIGTERM');
    await stage.service.ended;
    await folder.remove();
  }
}

async function makeKeys(db: Db): Promise<{ callerKey: string; workerKeys: string[] }> {
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email: 'pull@example.com', credit: usd('1000') });
    if (creation.outcome !== 'created') throw new Error('The account was not created.');
    const caller = { accountId: creation.account.id, mode: 'live', name: 'faults', expiresAt: null } as const;
    const { key: callerKey } = await createKey(tx, caller);
    const workerKeys: string[] = [];
    for (let count = 0; count < workersAtOnce; count += 1) workerKeys.push((await createEngineKey(tx, 'farm')).key);
    return { callerKey, workerKeys };
  });
}

async function playRound(stage: Stage, play: (stage: Stage) => Promise<ChildProcess[]>): Promise<string[]> {
  const ids = await submitPictures(stage.url, stage.callerKey, workersAtOnce);
  const living = await play(stage);
  const ends = await eventually(() => endsOf(stage.db, ids), { what: 'all has ended', seconds: settleSeconds });
  await Promise.all(living.map(kill));
  return ends.flatMap(({ id, status, attempts, outputs }) => [
    ...(status === 'completed' ? [] : [`${id} ended ${status}.`]),
    ...(attempts === 1 ? [] : [`${id} was asked for in ${attempts} attempts.`]),
    ...(outputs === 1 ? [] : [`${id} has ${outputs} outputs.`]),
  ]);
}

function startWorker(url: string, { key, seconds }: { key: string; seconds: number }): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    AFTERIMAGE_URL: url,
    AFTERIMAGE_ENGINE_KEY: key,
    STAND_IN_SECONDS: String(seconds),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return spawn('python3', [worker], { env, stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const claimed = (db: Db, count: number): Promise<unknown> =>
  eventually(
    async () => {
      const rows = await db.query({ text: `select from pull_jobs where state = 'claimed'` });
      return rows.length >= count || undefined;
    },
    { what: 'workers have the jobs', seconds: settleSeconds },
  );

interface End {
  id: string;
  status: string;
  attempts: number;
  outputs: number;
}

async function endsOf(db: Db, ids: readonly string[]): Promise<End[] | undefined> {
  const rows = await db.query<End>(
    {
      text: `select g.id, g.status,
          (select count(*)::integer from generation_attempts a where a.generation_id = g.id) as attempts,
          (select count(*)::integer from media_objects m where m.id = g.output_media_id) as outputs
        from generations g where g.id = any ($1::uuid[]) and g.finished_at is not null`,
    },
    [ids],
  );
  return rows.length === ids.length ? rows : undefined;
}
