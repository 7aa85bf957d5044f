/** The statements about posters: which medium shows an output small, and what to draw until it arrives. */
import type { Queryable, Tx } from '../db/postgres.ts';

/** What a signed link to a poster needs, and its placeholder. */
export interface Poster {
  outputMediaId: string;
  posterMediaId: string;
  fileName: string;
  expiresAt: Date;
  /** Base64. */
  thumbhash: string;
}

/** The poster of one output. */
export interface OutputPoster {
  mediaId: string;
  /** Base64. */
  thumbhash: string;
}

/** Belongs into the transaction that completes the generation, before its output is kept. */
export async function notePoster(tx: Tx, outputMediaId: string, poster: OutputPoster): Promise<void> {
  await tx.query(
    {
      name: 'note_poster',
      text: 'update media_objects set poster_media_id = $2, thumbhash = $3 where id = $1',
    },
    [outputMediaId, poster.mediaId, poster.thumbhash],
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
