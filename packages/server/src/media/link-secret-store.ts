/** The key that signs media links: drawn once, shared by every process through the database. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../db/postgres.ts';

export async function linkSecret(db: Db): Promise<Buffer> {
  await db.query(
    { text: `insert into service_secrets (name, value) values ('media_links', $1) on conflict (name) do nothing` },
    [randomBytes(32)],
  );
  const [row] = await db.query<{ value: Buffer }>({
    text: `select value from service_secrets where name = 'media_links'`,
  });
  return row!.value;
}
