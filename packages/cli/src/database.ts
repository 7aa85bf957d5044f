/** Opens the database for one command: joins a running service's, or starts and stops the embedded one. */
import { access, stat } from 'node:fs/promises';
import { databaseFolder, type Settings } from '@afterimage/server/config/config';
import { prepareDataFolder } from '@afterimage/server/config/data-folder';
import type { ConnectionSettings } from '@afterimage/server/db/database-server';
import { startEmbeddedPostgres } from '@afterimage/server/db/embedded-postgres';
import { useExternalPostgres } from '@afterimage/server/db/external-postgres';
import { behindSentence, lookAtSchema, migrate, migrationsFolder } from '@afterimage/server/db/migrate';
import { type Db, openDb } from '@afterimage/server/db/postgres';
import { createSilentLog } from '@afterimage/server/log/log';
import { exitCodes, Refusal } from './exit-codes.ts';

/** What a command does where no service has ever been: nearly all have nothing to do there. */
export type WhenMissing = 'refuse' | 'make';

/** A service that runs may be older than this program: its database is changed by a start or by `migrate`, and by nothing else. */
type Schema = 'up to date' | 'as it is';

export async function withDatabase<Result>(
  settings: Settings,
  terms: { whenMissing: WhenMissing; schema: Schema },
  work: (db: Db, connection: ConnectionSettings) => Promise<Result>,
): Promise<Result> {
  const giveUp = stopSignal();
  try {
    return await openAndWork({ settings, giveUp, ...terms }, work);
  } catch (fault) {
    // Whatever broke on the way out is only what the signal did.
    throw giveUp.aborted ? giveUp.reason : fault;
  }
}

/** A wrong folder, or a slip in its name, must not leave a database behind that nobody will ever look for. */
async function checkDatabaseIsThere(settings: Settings, whenMissing: WhenMissing): Promise<void> {
  const found = await stat(settings.dataFolder).catch(() => null);
  // What is no folder at all has a sentence of its own.
  if (found !== null && !found.isDirectory()) return;
  const folder = databaseFolder(settings);
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return;
  const nothing = `There is no service in ${settings.dataFolder}`;
  if (whenMissing === 'make') {
    process.stderr.write(`${nothing} yet; its database is made.\n`);
    return;
  }
  throw new Refusal(
    `${nothing}; nothing was made. AFTERIMAGE_DATA_DIR names another folder, \`afterimage start\` makes a service.`,
  );
}

async function openAndWork<Result>(
  {
    settings,
    whenMissing,
    schema,
    giveUp,
  }: { settings: Settings; whenMissing: WhenMissing; schema: Schema; giveUp: AbortSignal },
  work: (db: Db, connection: ConnectionSettings) => Promise<Result>,
): Promise<Result> {
  const log = createSilentLog();
  if (settings.databaseUrl === null) {
    await checkDatabaseIsThere(settings, whenMissing);
    await prepareDataFolder(settings);
  }
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ folder: databaseFolder(settings), log, giveUp })
      : await useExternalPostgres(settings.databaseUrl, { log, giveUp, directUrl: settings.databaseDirectUrl });
  try {
    const db = openDb(server.direct, { connectionsMax: 2, applicationName: 'afterimage command', log });
    try {
      return await Promise.race([
        (schema === 'as it is' ? Promise.resolve() : checkSchema(db, whenMissing)).then(() => work(db, server.direct)),
        refusedBy(giveUp),
      ]);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}

async function checkSchema(db: Db, whenMissing: WhenMissing): Promise<void> {
  const { from, to, pending } = await lookAtSchema(db, migrationsFolder);
  if (pending.length === 0) return;
  if (from !== null || whenMissing === 'refuse') throw new Refusal(behindSentence(from, to));
  await migrate(db, migrationsFolder);
}

/** A server that the command started must not outlive it: the first signal leads through its stop, a second one does not. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Refusal('Interrupted.', exitCodes.interrupted));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  return stopping.signal;
}

function refusedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
