/** What a thousand jobs at one engine elsewhere cost the process that waits for them, and how soon it takes what is pushed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { render } from '@afterimage/studio';
import sharp from 'sharp';
import { mgeKey, openMge } from '../packages/server/test/engines/vendors/mge.ts';
import type { StandIn } from '../packages/server/test/engines/vendors/stand-in.ts';
import { type Database, openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { type LoadAccount, openLoadAccount, submitOne } from './load-account.ts';
import { cpuBetween } from './process-figures.ts';
import { makeDataFolder, type Service, startService } from './processes.ts';

const jobs = 1_000;
const submitsAtOnce = 20;
const pushedPerRound = 5;
/** Long enough for two looks at every job. */
const watchedSecondsMin = 10;
/** Workers that looked at media go when nobody needs them for a minute. */
const settleMilliseconds = 15_000;
const reachMillisecondsMax = 300_000;

export async function measureEngines(rounds: Rounds): Promise<Figure[]> {
  const engine = await openMge();
  engine.script = [{ at: 'running', progress: 0.5 }];
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#408060' } })
    .jpeg()
    .toBuffer();
  const videos = new Set<string>();
  const folder = makeDataFolder();
  mkdirSync(folder.path);
  const clip = await drawClip(join(folder.path, 'clip.mp4'));
  engine.outputOf = (id) => (videos.has(id) ? clip : picture);
  writeFileSync(join(folder.path, 'engine-key'), mgeKey);
  const box = { kind: 'http', url: engine.url, key: { file: 'engine-key' }, slots: 2 * jobs, paid: true };
  const file = { engines: { box }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
  writeFileSync(join(folder.path, 'engines.yaml'), JSON.stringify(file));
  const service = await startService({ dataFolder: folder.path });
  const database = await openDatabase(service);
  try {
    const account = await openLoadAccount(service);
    await submitAll(service, account);
    await reached(() => engine.jobs.size === jobs);
    await pause(settleMilliseconds);
    const waiting = await measureWaiting(service, rounds);
    const pushing = { service, engine, database };
    const pictures = await measurePush(pushing, [...engine.jobs.keys()], rounds);
    const clips = await submitVideos({ service, engine, account, videos }, rounds.count * pushedPerRound);
    const target = { atMost: 50 };
    return [
      ...waiting,
      { what: 'Engine finished to completed, one that pushes: a picture, p50', unit: 'ms', target, rounds: pictures },
      {
        what: 'The same: a clip of 5 s in 720p as it was asked for, p50',
        unit: 'ms',
        rounds: await measurePush(pushing, clips, rounds),
      },
    ];
  } finally {
    await database.close();
    await service.stop();
    await engine.close();
    await folder.remove();
  }
}

async function submitAll(service: Service, account: LoadAccount): Promise<void> {
  let left = jobs;
  const submitter = async () => {
    while (left > 0) {
      left -= 1;
      await submitOne(service, account);
    }
  };
  await Promise.all(Array.from({ length: submitsAtOnce }, submitter));
}

async function reached(look: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + reachMillisecondsMax;
  while (!(await look())) {
    if (performance.now() > giveUpAt) throw new Error('It did not happen.');
    await pause(2);
  }
}

async function measureWaiting(service: Service, { count, seconds }: Rounds): Promise<Figure[]> {
  const shares: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const watched = Math.max(watchedSecondsMin, seconds);
    const before = service.cpu();
    await pause(watched * 1000);
    shares.push((100 * cpuBetween(before, service.cpu()).node) / watched);
    megabytes.push(service.residentBytes() / 1_000_000);
  }
  return [
    { what: `${jobs} jobs at one engine: CPU, share of a core`, unit: '%', target: { atMost: 20 }, rounds: shares },
    { what: `${jobs} jobs at one engine: memory`, unit: 'MB', target: { atMost: 300 }, rounds: megabytes },
  ];
}

/** What a good engine delivers: nothing of it has to be encoded again. */
async function drawClip(file: string): Promise<Buffer> {
  const outcome = await render({ ...clipAsked, media: [], outputFile: file }, watch).done;
  if (!outcome.ok) throw new Error(outcome.message);
  return readFileSync(file);
}

const watch = { progress: () => {}, deadlineMilliseconds: 120_000 };
const clipAsked = {
  task: 't2v',
  prompt: 'A red kite over a green hill',
  negativePrompt: null,
  cfgScale: null,
  seed: 1,
  width: 1280,
  height: 720,
  seconds: 5,
  framesPerSecond: 24,
  sound: 'none',
  watermark: null,
  multiShot: false,
} as const;

/** Returns their tokens. */
async function submitVideos(
  {
    service,
    engine,
    account,
    videos,
  }: { service: Service; engine: StandIn; account: LoadAccount; videos: Set<string> },
  count: number,
): Promise<string[]> {
  const before = new Set(engine.jobs.keys());
  for (let sent = 0; sent < count; sent += 1) {
    const answer = await fetch(`http://127.0.0.1:${service.port}/v1/alpha/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: clipAsked.prompt, duration: String(clipAsked.seconds) }),
    });
    if (answer.status !== 200) throw new Error(`A submit was answered ${answer.status}.`);
  }
  await reached(() => engine.jobs.size === before.size + count);
  const fresh = [...engine.jobs.keys()].filter((token) => !before.has(token));
  for (const token of fresh) videos.add(token);
  return fresh;
}

/** The engine has finished and says so; until the record is final. Milliseconds, the median of each round. */
async function measurePush(
  { service, engine, database }: { service: Service; engine: StandIn; database: Database },
  tokens: string[],
  { count }: Rounds,
): Promise<number[]> {
  const medians: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const waits: number[] = [];
    for (let push = 0; push < pushedPerRound; push += 1) {
      const token = tokens.pop()!;
      const generation = await generationOf(database, token);
      engine.jobs.get(token)!.steps = [{ at: 'succeeded' }];
      const startedAt = performance.now();
      const told = await fetch(`http://127.0.0.1:${service.port}/engine-hooks/box/${token}`, { method: 'POST' });
      if (told.status !== 200) throw new Error(`The call was answered ${told.status}.`);
      await reached(() => isCompleted(database, generation));
      waits.push(performance.now() - startedAt);
    }
    medians.push(median(waits));
  }
  return medians;
}

async function generationOf({ db }: Database, token: string): Promise<string> {
  const text = 'select generation_id as id from generation_attempts where token = $1';
  const [row] = await db.query<{ id: string }>({ text }, [token]);
  return row!.id;
}

/** Asked so often that it must cost next to nothing: who measures works on the same cores. */
async function isCompleted({ db }: Database, id: string): Promise<boolean> {
  const text = `select from generations where id = $1 and status = 'completed'`;
  return (await db.query({ name: 'is_completed', text }, [id])).length === 1;
}
