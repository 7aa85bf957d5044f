/** The statements about outputs and their posters: which medium shows one small, and what to draw until it arrives. */
import type { Queryable, Tx } from '../db/postgres.ts';
import type { StoredObject } from './objects-store.ts';

/** What a signed link to a poster needs, and its placeholder. */
export interface Poster {
  outputMediaId: string;
  posterMediaId: string;
  fileName: string;
  expiresAt: Date;
  /** Base64. */
  thumbhash: string;
}

/** An output as it lies in the store, its poster beside it. */
export interface StoredOutput {
  output: StoredObject;
  poster: { object: StoredObject; thumbhash: string } | null;
}

/** An output and its poster, for the same time. Belongs into the transaction that completes the generation. */
export async function keepOutput(tx: Tx, { output, poster }: StoredOutput): Promise<void> {
  const both = poster === null ? [output] : [output, poster.object];
  await tx.query(
    {
      name: 'keep_output',
      text: `update media_objects m set expires_at = account_now(m.account_id) + m.kept_for, bytes = s.bytes,
          sha256 = s.sha256, poster_media_id = case when m.id = $4 then $5::uuid end,
          thumbhash = case when m.id = $4 then $6 end
        from unnest($1::uuid[], $2::bigint[], $3::text[]) as s (id, bytes, sha256) where m.id = s.id`,
    },
    [
      both.map(({ id }) => id),
      both.map(({ bytes }) => bytes),
      both.map(({ sha256 }) => sha256),
      output.id,
      poster?.object.id ?? null,
      poster?.thumbhash ?? null,
    ],
  );
}

/** Of outputs that have one and still lie in the store; in no order. */
export function findPosters(db: Queryable, outputMediaIds: readonly string[]): Promise<Poster[]> {
  return db.query<Poster>(
    {
      name: 'find_posters',
      text: `select o.id as "outputMediaId", p.id as "posterMediaId", p.file_name as "fileName",
          p.expires_at as "expiresAt", o.thumbhash
        from media_objects o join media_objects p on p.id = o.poster_media_id
        where o.id = any ($1::uuid[]) and p.removed_at is null and p.expires_at > account_now(p.account_id)`,
    },
    [outputMediaIds],
  );
}
