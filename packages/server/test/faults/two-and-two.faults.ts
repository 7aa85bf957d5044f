/** Two api and two worker processes on one database: a worker that dies or sleeps is replaced, its late result ignored. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { type Cast, type DatabaseKind, withCast } from './support/cast.ts';
import { exchange } from './support/exchange.ts';
import { type JobFact, readJob } from './support/facts.ts';
import { openFaultAccount } from './support/fault-accounts.ts';
import type { ServiceProcess } from './support/service-process.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

/** What the service promises: the job of a worker that died runs again within this. */
const againSecondsMax = 15;
const pollMilliseconds = 50;
const endSeconds = 60;
/** Nobody listens there; that the event is on its way once is seen in the database. */
const callbackUrl = 'https://127.0.0.1:9/nobody';

interface Stage {
  cast: Cast;
  key: string;
  agent: Agent;
  database: DatabaseKind;
  say: Say;
}

export async function runTwoAndTwo({ say }: { say: Say }): Promise<Verdict[]> {
  const both = await Promise.all((['embedded', 'DATABASE_URL'] as const).map((database) => play(database, say)));
  return both.flat();
}

function play(database: DatabaseKind, say: Say): Promise<Verdict[]> {
  return withCast({ database, apis: 2, workers: 2 }, async (cast) => {
    const { sandbox } = await openFaultAccount(cast.env, { email: 'two@example.com', creditUsd: '1', keys: 1 });
    const agent = new Agent({ keepAlive: true });
    const stage: Stage = { cast, key: sandbox.keys[0]!, agent, database, say };
    try {
      return [...(await killWorker(stage)), await stopWorker(stage)];
    } finally {
      agent.destroy();
    }
  });
}

async function killWorker(stage: Stage): Promise<Verdict[]> {
  const { cast, database, say } = stage;
  const id = await submit(stage, '[[slow 8]]');
  const { worker, pid } = await workerOf(stage, id);
  const watch = watchStatus(stage, id);
  worker.signal('SIGKILL');
  const killedAt = performance.now();
  const isTakenUp = async () => {
    const job = await readJob(cast.db, id);
    return job.attempt > 1 ? job : undefined;
  };
  const again = await eventually(isTakenUp, { what: 'another worker takes the job up', seconds: 2 * againSecondsMax });
  const seconds = (performance.now() - killedAt) / 1000;
  const end = await endOf(stage, id);
  const statuses = await watch.stop();
  say(`  ${database}: the job of a killed worker ran again after ${seconds.toFixed(1)} s (${statuses.length} polls)`);
  await cast.addWorker();
  return [
    judge(`${database}: the job of a killed worker runs again within ${againSecondsMax} s, with another worker`, {
      cases: 1,
      breaches: [
        ...(seconds > againSecondsMax ? [`It took ${seconds.toFixed(1)} s.`] : []),
        ...(again.worker?.includes(`:${pid}:`) ? ['The dead worker holds it.'] : []),
        ...wrongEnd(end, 2),
      ],
    }),
    judge(`${database}: meanwhile it never looks pending`, {
      cases: statuses.length,
      breaches: statuses.includes('pending') ? ['A poll showed pending after processing.'] : [],
    }),
  ];
}

/** Longer asleep than its lease: another takes over and ends the job; what the sleeper then brings must change nothing. */
async function stopWorker(stage: Stage): Promise<Verdict> {
  const { cast, database, say } = stage;
  const id = await submit(stage, '[[slow 2]]');
  const { worker } = await workerOf(stage, id);
  worker.signal('SIGSTOP');
  const end = await endOf(stage, id);
  worker.signal('SIGCONT');
  const run = await eventually(
    () => worker.log().find((line) => line.msg === 'generation run' && line['generation'] === id),
    { what: 'the sleeper ends its run', seconds: endSeconds, everyMilliseconds: 100 },
  );
  const afterwards = await readJob(cast.db, id);
  say(`  ${database}: the sleeper ended attempt ${run['attempt']} as "${run['outcome']}"`);
  const changed =
    JSON.stringify(afterwards) === JSON.stringify(end) ? [] : [`It became ${JSON.stringify(afterwards)}.`];
  const counted = run['outcome'] === 'not ours' ? [] : [`The late run ended "${run['outcome']}".`];
  return judge(`${database}: the late result of a worker that slept past its lease changes nothing`, {
    cases: 1,
    breaches: [...wrongEnd(end, 2), ...changed, ...counted],
  });
}

async function submit({ cast, key, agent }: Stage, directives: string): Promise<string> {
  const answer = await exchange(agent, {
    method: 'POST',
    url: `${cast.apis[0]!.url}/v1/delta/generate`,
    key,
    body: { prompt: `a small red kite ${directives}`, callback_url: callbackUrl },
  });
  if (answer.outcome !== 'answered' || answer.status !== 200) throw new Error(JSON.stringify(answer));
  return String(answer.body['task_uuid']);
}

/** The worker's name in the database is host, pid and a random part. */
async function workerOf({ cast }: Stage, id: string): Promise<{ worker: ServiceProcess; pid: number }> {
  const isTaken = async () => (await readJob(cast.db, id)).worker ?? undefined;
  const name = await eventually(isTaken, { what: 'a worker takes the job', seconds: 10, everyMilliseconds: 10 });
  const pid = Number(name.split(':').at(-2));
  const worker = cast.workers.find((one) => one.pid === pid);
  if (worker === undefined) throw new Error(`${name} is none of ours.`);
  return { worker, pid };
}

/** Polls both api processes in turn, from a job that is processing on. */
function watchStatus({ cast, key, agent }: Stage, id: string): { stop(): Promise<string[]> } {
  const statuses: string[] = [];
  let stopped = false;
  const watching = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const { url } = cast.apis[turn % cast.apis.length]!;
      const answer = await exchange(agent, { method: 'GET', url: `${url}/v1/delta/generations/${id}`, key });
      statuses.push(answer.outcome === 'answered' ? String(answer.body['status']) : answer.outcome);
      await pause(pollMilliseconds);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return statuses;
    },
  };
}

function endOf({ cast }: Stage, id: string): Promise<JobFact> {
  const hasEnded = async () => {
    const job = await readJob(cast.db, id);
    return job.finished_at === null ? undefined : job;
  };
  return eventually(hasEnded, { what: 'the job ends', seconds: endSeconds });
}

function wrongEnd(job: JobFact, attempt: number): string[] {
  const { status, charges, refunds, deliveries } = job;
  const right = status === 'completed' && job.attempt === attempt && charges === 1 && refunds === 0 && deliveries === 1;
  return right ? [] : [`It ended as ${JSON.stringify(job)}.`];
}
