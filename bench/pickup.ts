/** How long a job waits for an idle worker: from the submit's commit to the claim that starts the engine. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { openLoadAccount, submitOne } from './load-account.ts';
import { makeDataFolder, startService } from './processes.ts';

const jobsPerRound = 6;
const jobMillisecondsMax = 30_000;

export async function measurePickup(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path });
  const database = await openDatabase(service);
  try {
    const account = await openLoadAccount(service);
    const medians: number[] = [];
    for (let round = 0; round < rounds.count; round += 1) {
      const waits: number[] = [];
      for (let job = 0; job < jobsPerRound; job += 1)
        waits.push(await waitOf(database, await submitOne(service, account)));
      medians.push(median(waits));
    }
    return [{ what: 'Idle pick-up, submit to engine start, p50', unit: 'ms', target: { atMost: 10 }, rounds: medians }];
  } finally {
    await database.close();
    await service.stop();
    await folder.remove();
  }
}

/** Waits until the job has ended, so that the next one finds the worker idle. */
async function waitOf({ db }: Database, id: string): Promise<number> {
  const deadline = performance.now() + jobMillisecondsMax;
  while (performance.now() < deadline) {
    const [row] = await db.query<{ waited: number; status: string }>(
      {
        text: `select status, extract(epoch from started_at - created_at)::float8 * 1000 as waited
          from generations where id = $1`,
      },
      [id],
    );
    if (row?.status === 'failed') throw new Error(`Generation ${id} failed.`);
    if (row?.status === 'completed') return row.waited;
    await pause(20);
  }
  throw new Error(`Generation ${id} did not end.`);
}
