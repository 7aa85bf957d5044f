/** A file as it was asked for, before it is signed. */
import type { Still } from '../child/poster.ts';

export interface Remade {
  width: number;
  height: number;
  milliseconds: number | null;
  /** Null where nothing can decode it. */
  still: Still | null;
  notes: string[];
}
