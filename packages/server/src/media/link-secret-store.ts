/** The key that signs media links: drawn once, shared by every process through the database. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../db/postgres.ts';
import { agreedSecret } from '../db/service-secrets.ts';

export function linkSecret(db: Db): Promise<Buffer> {
  return agreedSecret(db, 'media_links', async () => randomBytes(32));
}
