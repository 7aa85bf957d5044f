/** Whether database and program still agree: waits until they do at the start, and looks again while the service runs. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { every } from '../queue/every.ts';
import { behindSentence, lookAtSchema, MigrationRefused, migrationsFolder } from './migrate.ts';
import type { Queryable } from './postgres.ts';

export interface SchemaWatch {
  /** Why no work can be taken, in a sentence; null when they agree. */
  obstacle(): string | null;
  stop(): Promise<void>;
}

const waitMilliseconds = 500;
/** A migration that this program cannot live with is known to the load balancer this soon. */
const lookSeconds = 5;

/** For a start that leaves migrations to `afterimage migrate`. */
export async function waitForSchema(
  db: Queryable,
  { giveUp, tell }: { giveUp: AbortSignal; tell(obstacle: string): void },
): Promise<void> {
  for (;;) {
    const behind = await obstacleNow(db);
    if (behind === null) return;
    tell(behind);
    await pause(waitMilliseconds, undefined, { signal: giveUp });
  }
}

export function watchSchema(db: Queryable, log: Log): SchemaWatch {
  let obstacle: string | null = null;
  const looks = every(
    lookSeconds,
    async () => {
      const found = await obstacleNow(db);
      if (found !== null && found !== obstacle) log.warn({}, found);
      obstacle = found;
    },
    { name: 'looks at the schema', log },
  );
  return { obstacle: () => obstacle, stop: () => looks.stop() };
}

async function obstacleNow(db: Queryable): Promise<string | null> {
  try {
    const { from, to, pending } = await lookAtSchema(db, migrationsFolder);
    return pending.length === 0 ? null : behindSentence(from, to);
  } catch (fault) {
    if (fault instanceof MigrationRefused) return fault.message;
    throw fault;
  }
}
