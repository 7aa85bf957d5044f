/** Whether database and program agree, and how a start that applies no migrations waits until they do. */
import { setTimeout as pause } from 'node:timers/promises';
import { behindSentence, lookAtSchema, MigrationRefused, migrationsFolder } from './migrate.ts';
import type { Queryable } from './postgres.ts';

const waitMilliseconds = 500;

/** Why no work can be taken, in a sentence; null when they agree. */
export async function schemaObstacle(db: Queryable): Promise<string | null> {
  try {
    const { from, to, pending } = await lookAtSchema(db, migrationsFolder);
    return pending.length === 0 ? null : behindSentence(from, to);
  } catch (fault) {
    if (fault instanceof MigrationRefused) return fault.message;
    throw fault;
  }
}

export async function waitForSchema(
  db: Queryable,
  { giveUp, tell }: { giveUp: AbortSignal; tell(obstacle: string): void },
): Promise<void> {
  for (;;) {
    const obstacle = await schemaObstacle(db);
    if (obstacle === null) return;
    tell(obstacle);
    await pause(waitMilliseconds, undefined, { signal: giveUp });
  }
}
