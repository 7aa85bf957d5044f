/** Opens the database for one command: joins a running service's, or starts and stops the embedded one. */
import { databaseFolder, type Settings } from '@afterimage/server/config';
import { prepareDataFolder } from '@afterimage/server/data-folder';
import { startEmbeddedPostgres } from '@afterimage/server/db/embedded-postgres';
import { useExternalPostgres } from '@afterimage/server/db/external-postgres';
import { migrate, migrationsFolder } from '@afterimage/server/db/migrate';
import { type Db, openDb } from '@afterimage/server/db/postgres';
import { createSilentLog } from '@afterimage/server/log';

export async function withDatabase<Result>(settings: Settings, work: (db: Db) => Promise<Result>): Promise<Result> {
  const log = createSilentLog();
  if (settings.databaseUrl === null) await prepareDataFolder(settings);
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ folder: databaseFolder(settings), log })
      : await useExternalPostgres(settings.databaseUrl, { log });
  try {
    const db = openDb(server.connection, { connectionsMax: 2, applicationName: 'afterimage command', log });
    try {
      await migrate(db, migrationsFolder);
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}
