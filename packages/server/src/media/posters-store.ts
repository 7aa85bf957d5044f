/** The statements about outputs and their posters: which medium shows one small, and what to draw until it arrives. */
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

/** An output and its poster, for the same time. Belongs into the transaction that completes the generation. */
export async function keepOutput(tx: Tx, id: string, poster: OutputPoster | null = null): Promise<void> {
  await tx.query(
    {
      name: 'keep_output',
      text: `update media_objects set expires_at = account_now(account_id) + kept_for,
          poster_media_id = case when id = $1 then $2::uuid end, thumbhash = case when id = $1 then $3 end
        where id = $1 or id = $2::uuid`,
    },
    [id, poster?.mediaId ?? null, poster?.thumbhash ?? null],
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
