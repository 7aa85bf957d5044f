/** The statement that finds a request's stored uploads again. */
import type { Queryable } from '../db/postgres.ts';

export interface StoredUpload {
  id: string;
  store: string;
  store_key: string;
  content_type: string;
  bytes: number;
  file_name: string;
  expires_at: Date;
  /** False once its days are over, whether or not a sweep has taken the file yet. */
  there: boolean;
}

export function findUploads(db: Queryable, accountId: string, ids: readonly string[]): Promise<StoredUpload[]> {
  return db.query<StoredUpload>(
    {
      name: 'find_uploads',
      text: `select id, store, store_key, content_type, bytes, file_name, expires_at,
          removed_at is null and expires_at > account_now(account_id) as there
        from media_objects where account_id = $1 and id = any ($2::uuid[])`,
    },
    [accountId, ids],
  );
}
