/** A program for the tests: migrates a database and prints what it applied. */

import { migrate } from '../../../src/db/migrate.ts';
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';

const [, , url = '', folder = ''] = process.argv;
const db = openDb({ url }, { applicationName: 'migrating', log: createSilentLog() });
process.stdout.write(JSON.stringify(await migrate(db, folder)));
await db.close();
