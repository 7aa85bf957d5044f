/** Kills workers with -9 while a paid engine has their work, and counts what the engine was asked for. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { mgeKey, openMge } from '../engines/vendors/mge.ts';
import type { Call, StandIn } from '../engines/vendors/stand-in.ts';
import { eventually } from '../support/eventually.ts';
import { type Cast, openCast } from './support/cast.ts';
import { openFaultAccount } from './support/fault-accounts.ts';
import { makeFaultFolder, type ServiceProcess } from './support/service-process.ts';
import { submitPictures } from './support/submit-pictures.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

/** When the worker dies, by what the engine is just doing for it. */
const moments = {
  'between the request and the commit of its answer': (call: Call, at: string) =>
    call.method === 'PUT' && at === 'begin',
  'between the commit and the first look': (call: Call, at: string) =>
    call.method === 'GET' && at === 'begin' && isJob(call),
  'while the output is copied': (call: Call, at: string) => call.path.includes('/outputs/') && at === 'halfway',
} as const;

const isJob = ({ path }: Call) => /^\/v1\/jobs\/[^/]+$/.test(path);

/** At once, so that one death interrupts several. */
const jobsAtOnce = 4;
/** Stages of their own for each moment: nearly all of a round is the wait for leases of the dead to run out. */
const stagesPerMoment = 2;
/** The worker reaches the moment; a lease of 9 s runs out, a worker starts, and the work ends: on a busy machine, too. */
const reachSeconds = 180;
const settleSeconds = 180;

/** `kills` at each moment; each interrupts several generations. */
export async function runEngineKills({ kills, say }: { kills: number; say: Say }): Promise<Verdict[]> {
  return Promise.all(
    Object.entries(moments).map(async ([moment, isThen]) => {
      let left = kills;
      const breaches: string[] = [];
      const playRounds = async (stage: Stage) => {
        while (left > 0) {
          left -= 1;
          breaches.push(...(await playRound(stage, isThen)));
          say(`  ${moment}: one more, ${left} left`);
        }
      };
      const stages = Array.from({ length: Math.min(stagesPerMoment, kills) }, () => withStage(playRounds));
      await Promise.all(stages);
      const guarantee = `a worker that dies ${moment} leaves work that is completed, and paid for once`;
      return judge(guarantee, { cases: kills * jobsAtOnce, breaches });
    }),
  );
}

interface Stage {
  cast: Cast;
  engine: StandIn;
  key: string;
  /** Alive and idle between two rounds: whoever ended the work of the dead is the next to die. */
  worker: ServiceProcess;
}

async function withStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = makeFaultFolder();
  const engine = await openMge();
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#a04060' } })
    .jpeg()
    .toBuffer();
  engine.outputOf = () => picture;
  const file = join(folder.path, 'engines.yaml');
  writeFileSync(join(folder.path, 'key'), mgeKey);
  const poll = { first: '0.2s', every: '0.5s', max: '2s' };
  const box = { kind: 'http', url: engine.url, key: { file: 'key' }, paid: true, slots: jobsAtOnce, poll };
  writeFileSync(file, JSON.stringify({ engines: { box }, routes: [{ match: {}, use: [{ engine: 'box' }] }] }));
  const env = { AFTERIMAGE_ENGINES: file };
  const cast = await openCast({ database: 'embedded', apis: 1, workers: 0, folder: folder.path, env });
  try {
    const { live } = await openFaultAccount(cast.env, { email: 'kills@example.com', creditUsd: '1000', keys: 1 });
    await play({ cast, engine, key: live.keys[0]!, worker: await cast.addWorker() });
  } finally {
    await cast.close();
    await engine.close();
    await folder.remove();
  }
}

async function playRound(stage: Stage, isThen: (call: Call, at: string) => boolean): Promise<string[]> {
  const { cast, engine, key } = stage;
  const paidBefore = engine.paid.length;
  const jobsBefore = engine.jobs.size;
  const dead = Promise.withResolvers<void>();
  let held = 0;
  engine.hold = async (call, at) => {
    if (!isThen(call, at)) return;
    held += 1;
    await dead.promise;
  };
  const ids = await submitPictures(cast.apis[0]!.url, key, jobsAtOnce);
  await eventually(() => held >= jobsAtOnce, { what: 'the engine has all of them in hand', seconds: reachSeconds });
  await kill(stage.worker);
  engine.hold = async () => {};
  dead.resolve();
  stage.worker = await cast.addWorker();
  const ends = await eventually(() => endsOf(cast, ids), { what: 'all has ended', seconds: settleSeconds });
  const breaches = ends
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status }) => `${id} ended ${status}.`);
  const paid = engine.paid.length - paidBefore;
  const jobs = engine.jobs.size - jobsBefore;
  if (paid !== jobsAtOnce) breaches.push(`The engine was asked ${paid} times for ${jobsAtOnce} generations.`);
  if (jobs !== jobsAtOnce) breaches.push(`The engine made ${jobs} pieces of work of ${jobsAtOnce} generations.`);
  return breaches;
}

async function kill(worker: ServiceProcess): Promise<void> {
  worker.signal('SIGKILL');
  await worker.ended;
}

async function endsOf({ db }: Cast, ids: readonly string[]): Promise<{ id: string; status: string }[] | undefined> {
  const text = 'select id, status from generations where id = any ($1::uuid[]) and finished_at is not null';
  const rows = await db.query<{ id: string; status: string }>({ text }, [ids]);
  return rows.length === ids.length ? rows : undefined;
}
