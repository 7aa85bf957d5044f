/** Kills the service, PostgreSQL or both with -9 under load, again and again, and checks what is left from outside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/db/postgres.ts';
import { eventually } from '../support/eventually.ts';
import { endPostgres } from './support/cast.ts';
import { checkEvidence } from './support/checks.ts';
import { countProcessing, readGenerations } from './support/facts.ts';
import { idOf } from './support/journal.ts';
import { findPostmaster, openCheckerDb } from './support/postgres-process.ts';
import { createRandom, type Random } from './support/random.ts';
import { type ArrivedEvent, startReceiver } from './support/receiver.ts';
import { scenarios } from './support/scenarios.ts';
import { checkService } from './support/service-checks.ts';
import { choosePort, makeFaultFolder, type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { waitUntilSettled } from './support/settle.ts';
import { grantCredit, openTenant, type Tenant } from './support/tenants.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';
import { startWorkload, type Workload } from './support/workload.ts';

export interface KillCycleOptions {
  cycles: number;
  seed: number;
  say: Say;
}

type Target = 'service' | 'postgres' | 'both';

interface Cycle {
  target: Target;
  inFlight: number;
  processing: number;
  backMilliseconds: number;
}

const accounts = 3;
const submitters = 6;
const pollers = 4;
const burstSubmits = 12;
/** PostgreSQL's death must be survived, and a start after a kill takes up an orphan: both within this. */
const backSeconds = 30;
/** The lease of a webhook in a dead sender's hands is 45 s, and a clip that is drawn again after a kill takes minutes on a busy machine. */
const stillSeconds = 180;
/** Killed every other second for minutes, a drawing may not get done in its five minutes; that limit is not the test. */
const timeLimits = { alpha: 3600, delta: 3600, 'epsilon-images': 3600, 'alpha-o1-photo': 3600 };

/** The stage of one run: the folder, who serves it, and who watches. */
interface Stage {
  dataFolder: string;
  env: Record<string, string>;
  url: string;
  random: Random;
  service: ServiceProcess;
  start(): ServiceProcess;
}

export async function runKillCycles({ cycles, seed, say }: KillCycleOptions): Promise<Verdict[]> {
  const random = createRandom(seed);
  const folder = makeFaultFolder();
  const secrets = new Map<string, string>();
  const receiver = await startReceiver({
    caFile: join(folder.path, 'ca.pem'),
    secretOf: (account) => secrets.get(account) ?? '',
    // Slow enough to be caught in the middle; one in eight refuses the first attempt, so that retries are killed too.
    answer: ({ webhookId, arrivedBefore }) => ({
      status: arrivedBefore === 0 && Number.parseInt(webhookId.slice(-1), 16) % 8 === 0 ? 503 : 200,
      afterMilliseconds: random.between(0, 150),
    }),
  });
  const stage = await openStage(folder.path, random);
  try {
    await stage.service.ready();
    const tenants = await openTenants(stage);
    for (const tenant of tenants.flatMap(({ live, sandbox }) => [live, sandbox]))
      secrets.set(tenant.name, tenant.secret);
    const db = openCheckerDb(stage.dataFolder);
    try {
      return await playAndCheck({ stage, db, tenants, cycles, say, receiver });
    } finally {
      await db.close();
    }
  } finally {
    receiver.close();
    await clearStage(stage);
    await folder.remove();
  }
}

async function openStage(folder: string, random: Random): Promise<Stage> {
  const dataFolder = join(folder, 'data');
  const port = await choosePort();
  const env = {
    AFTERIMAGE_DATA_DIR: dataFolder,
    PORT: String(port),
    AFTERIMAGE_EGRESS_ALLOW: '127.0.0.0/8',
    AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    AFTERIMAGE_CONFIG: join(folder, 'afterimage.yaml'),
  };
  writeFileSync(env.AFTERIMAGE_CONFIG, JSON.stringify({ time_limits: timeLimits }));
  let starts = 0;
  const start = () => {
    starts += 1;
    return startServiceProcess({ dataFolder, logFile: join(folder, `service-${starts}.log`), env });
  };
  return { dataFolder, env, url: `http://127.0.0.1:${port}`, random, service: start(), start };
}

async function openTenants({ env }: Stage) {
  const tenants: Record<'live' | 'sandbox', Tenant>[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const tenant = await openTenant(env, { email: `client${number}@example.com`, creditUsd: '5000', keys: 2 });
    await grantCredit(env, tenant.sandbox, '5000');
    tenants.push(tenant);
  }
  return tenants;
}

async function clearStage({ service, dataFolder }: Stage): Promise<void> {
  service.signal('SIGKILL');
  await service.ended;
  await endPostgres(dataFolder);
}

async function playAndCheck(run: {
  stage: Stage;
  db: Db;
  tenants: Record<'live' | 'sandbox', Tenant>[];
  cycles: number;
  say: Say;
  receiver: { events: ArrivedEvent[]; hookOf(account: string): string };
}): Promise<Verdict[]> {
  const { stage, db, tenants, say, receiver } = run;
  const { url, env, random } = stage;
  const workload = startWorkload({
    urls: [url],
    scenarios,
    tenants,
    hookOf: receiver.hookOf,
    random,
    submitters,
    pollers,
    leavingPercent: 0,
  });
  const played: Cycle[] = [];
  try {
    for (let number = 1; number <= run.cycles; number += 1) {
      const cycle = await playCycle(stage, db, workload);
      played.push(cycle);
      say(cycleLine(number, cycle));
    }
    await workload.stopSubmitting();
    await settle(db, say);
    await workload.stop();
  } finally {
    await workload.stop();
  }
  const generations = await readGenerations(db);
  say(summaryLine(workload, { events: receiver.events, generations: generations.length }));
  const everyone = tenants.flatMap(({ live, sandbox }) => [live, sandbox]);
  const evidence = { url, env, journal: workload.journal, generations, events: receiver.events, tenants: everyone };
  return [interruptedWork(played), ...checkEvidence(evidence), ...(await checkService(evidence))];
}

/** Load for a while, a burst, and a kill somewhere in it; a moment with nothing to interrupt is waited past. */
async function playCycle(stage: Stage, db: Db, workload: Workload): Promise<Cycle> {
  const { random } = stage;
  const target = random.oneOf<Target>(['service', 'service', 'service', 'postgres', 'postgres', 'postgres', 'both']);
  await pause(random.between(300, 1_800));
  for (;;) {
    const processing = await countProcessing(db);
    workload.burst(burstSubmits);
    await pause(random.between(0, 25));
    const inFlight = workload.inFlight();
    if (inFlight === 0 || processing === 0) continue;
    const killedAt = performance.now();
    const postmaster = findPostmaster(stage.dataFolder);
    if (postmaster === undefined) continue;
    await kill(stage, target, postmaster);
    await back(stage, { isGone: target === 'service' ? undefined : postmaster });
    return { target, inFlight, processing, backMilliseconds: performance.now() - killedAt };
  }
}

async function kill(stage: Stage, target: Target, postmaster: number): Promise<void> {
  if (target !== 'service') process.kill(postmaster, 'SIGKILL');
  if (target === 'postgres') return;
  const { service } = stage;
  service.signal('SIGKILL');
  await service.ended;
  stage.service = stage.start();
}

/** Ready, and served by a PostgreSQL that is not the one killed: a kill takes a moment, and so does noticing it. */
async function back(stage: Stage, { isGone }: { isGone: number | undefined }): Promise<void> {
  await stage.service.ready();
  const isBack = async () => {
    if (!stage.service.isAlive()) throw new Error('The service did not survive the death of PostgreSQL.');
    const postmaster = findPostmaster(stage.dataFolder);
    const answer = await fetch(`${stage.url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200 && postmaster !== undefined && postmaster !== isGone ? true : undefined;
  };
  await eventually(isBack, { what: 'the service is ready again', seconds: backSeconds });
}

async function settle(db: Db, say: Say): Promise<void> {
  const startedAt = performance.now();
  const end = await waitUntilSettled(db, stillSeconds);
  say(`  ${end} after ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function interruptedWork(played: readonly Cycle[]): Verdict {
  const idle = played.filter(({ inFlight, processing }) => inFlight === 0 || processing === 0);
  return judge('every kill interrupted submits in flight and generations processing, and the service came back', {
    cases: played.length,
    breaches: idle.map(({ target }) => `A kill of ${target} interrupted nothing.`),
  });
}

function cycleLine(number: number, { target, inFlight, processing, backMilliseconds }: Cycle): string {
  const interrupted = `${String(inFlight).padStart(3)} submits in flight, ${String(processing).padStart(3)} processing`;
  return `  cycle ${String(number).padStart(3)}  killed ${target.padEnd(8)}  ${interrupted}, back after ${Math.round(backMilliseconds)} ms`;
}

function summaryLine(workload: Workload, seen: { events: ArrivedEvent[]; generations: number }): string {
  const { submissions, polls } = workload.journal;
  const sends = submissions.reduce((sum, one) => sum + one.sends, 0);
  const acknowledged = submissions.filter((one) => idOf(one) !== undefined).length;
  const unanswered = submissions.reduce((sum, one) => sum + one.unanswered, 0);
  const events = new Set(seen.events.map(({ webhookId }) => webhookId)).size;
  return (
    `  ${sends} sends of ${submissions.length} submits, ${acknowledged} acknowledged, ${unanswered} sends cut off; ` +
    `${seen.generations} generations, ${polls} polls; ${events} webhooks in ${seen.events.length} attempts`
  );
}
