/** The still picture that stands for an output before it is played, and its placeholder. */
import type { Queryable } from '../db/postgres.ts';

/** What a signed link to a poster needs, and its placeholder. */
export interface Poster {
  outputMediaId: string;
  posterMediaId: string;
  fileName: string;
  expiresAt: Date;
  /** Base64. */
  thumbhash: string;
}

/** Of outputs that have one. No engine delivers posters yet, so there is none to find. */
export async function findPosters(_db: Queryable, _outputMediaIds: readonly string[]): Promise<Poster[]> {
  return [];
}
