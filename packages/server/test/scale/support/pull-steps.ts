/** Jobs of an engine of kind `pull` from being left to their end, four commits each, by so many hands at once. */
import { randomUUID } from 'node:crypto';
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { claimJob, failJob, insertJob, renewJob } from '../../../src/pull/jobs-store.ts';
import { createEngineKey } from '../../../src/pull/keys.ts';

const leaseSeconds = 60;

/** Returns how many jobs a second came to their end. */
export async function pullJobsPerSecond(url: string, given: { hands: number; seconds: number }): Promise<number> {
  const { hands, seconds } = given;
  const log = createSilentLog();
  const db = openDb({ url }, { applicationName: 'pull steps', connectionsMax: hands + 1, log });
  try {
    const { id: keyId } = await db.transaction((tx) => createEngineKey(tx, 'farm'));
    const endAt = performance.now() + seconds * 1_000;
    let ended = 0;
    const work = async () => {
      while (performance.now() < endAt) {
        const job = { engine: 'farm', body: '{}', outputKind: 'image', paid: false, secondsLeft: 600 } as const;
        await insertJob(db, { ...job, id: randomUUID(), accountId: randomUUID() });
        const claimed = await claimJob(db, keyId, leaseSeconds);
        if (claimed.claim !== 'job') continue;
        const held = { id: claimed.id, keyId };
        await renewJob(db, held, { progress: 50, leaseSeconds });
        if (await failJob(db, held, { class: 'internal', message: 'It was never to be made.' })) ended += 1;
      }
    };
    await Promise.all(Array.from({ length: hands }, work));
    return ended / seconds;
  } finally {
    await db.close();
  }
}
