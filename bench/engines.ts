/** What a thousand jobs at one engine elsewhere cost the process that waits for them, and how soon it takes what is pushed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { mgeKey, openMge } from '../packages/server/test/engines/vendors/mge.ts';
import type { StandIn } from '../packages/server/test/engines/vendors/stand-in.ts';
import { type Database, openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { cpuBetween } from './process-figures.ts';
import { makeDataFolder, type Service, startService } from './processes.ts';
import { openTenant, submitOne, type Tenant } from './tenant.ts';

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
  engine.outputOf = () => picture;
  const folder = makeDataFolder();
  mkdirSync(folder.path);
  writeFileSync(join(folder.path, 'engine-key'), mgeKey);
  const box = { kind: 'http', url: engine.url, key: { file: 'engine-key' }, slots: jobs, paid: true };
  const file = { engines: { box }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
  writeFileSync(join(folder.path, 'engines.yaml'), JSON.stringify(file));
  const service = await startService({ dataFolder: folder.path });
  const database = await openDatabase(service);
  try {
    const tenant = await openTenant(service);
    await submitAll(service, tenant);
    await reached(() => engine.jobs.size === jobs);
    await pause(settleMilliseconds);
    const waiting = await measureWaiting(service, rounds);
    return [...waiting, await measurePush({ service, engine, database }, rounds)];
  } finally {
    await database.close();
    await service.stop();
    await engine.close();
    await folder.remove();
  }
}

async function submitAll(service: Service, tenant: Tenant): Promise<void> {
  let left = jobs;
  const submitter = async () => {
    while (left > 0) {
      left -= 1;
      await submitOne(service, tenant);
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

/** The engine has finished and says so; until the record is final. */
async function measurePush(
  { service, engine, database }: { service: Service; engine: StandIn; database: Database },
  { count }: Rounds,
): Promise<Figure> {
  const tokens = [...engine.jobs.keys()];
  const medians: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const waits: number[] = [];
    for (let push = 0; push < pushedPerRound; push += 1) {
      const token = tokens.pop()!;
      engine.jobs.get(token)!.steps = [{ at: 'succeeded' }];
      const startedAt = performance.now();
      const told = await fetch(`http://127.0.0.1:${service.port}/engine-hooks/box/${token}`, { method: 'POST' });
      if (told.status !== 200) throw new Error(`The call was answered ${told.status}.`);
      await reached(() => isCompleted(database, token));
      waits.push(performance.now() - startedAt);
    }
    medians.push(median(waits));
  }
  return { what: 'Engine finished to completed, one that pushes, p50', unit: 'ms', rounds: medians };
}

async function isCompleted({ db }: Database, token: string): Promise<boolean> {
  const text = `select from generation_attempts a join generations g on g.id = a.generation_id
    where a.token = $1 and g.status = 'completed'`;
  return (await db.query({ text }, [token])).length === 1;
}
