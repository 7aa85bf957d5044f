/** The key that signs media links: drawn once, shared by every process through the database. */
import { randomBytes } from 'node:crypto';
import type { Keyring } from '../db/keyring.ts';
import type { Db } from '../db/postgres.ts';
import { agreedSecret } from '../db/service-secrets.ts';

export function linkSecret(kept: { db: Db; keyring: Keyring }): Promise<Buffer> {
  return agreedSecret(kept, 'media_links', async () => randomBytes(32));
}
