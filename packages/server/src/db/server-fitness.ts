/** Whether a PostgreSQL that somebody else runs can serve us: its version, its encoding, what it does with a commit. */

import type { Client } from 'pg';
import type { Log } from '../log/log.ts';

/** The schema uses uuidv7(), which came with 18. */
const versionLeast = 18;

/** A sentence why not; null when it can. What may cost an operator charges is only said in the log. */
export async function unfitness(client: Client, { name, log }: { name: string; log: Log }): Promise<string | null> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < versionLeast) return `${name} is a PostgreSQL ${version}: version ${versionLeast} or newer is needed.`;
  const encoding = settings.get('server_encoding');
  if (encoding !== 'UTF8') return `The database of ${name} has the encoding ${encoding}: UTF8 is needed.`;
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings.get(setting) === 'off') {
      log.warn({ setting }, `The database runs with ${setting} off: a crash may lose charges that were confirmed.`);
    }
  }
  return null;
}
