/** One thing that the words mention, while they are read. Types only. */
import type { Colour } from '../picture/colour.ts';
import type { RelationKind, Verb } from './cast.ts';
import type { Drawable } from './lexicon.ts';

export interface Mention {
  name: string;
  drawable: Drawable;
  count: number;
  uncounted: boolean;
  colour: Colour | null;
  scale: number;
  verb: Verb | null;
  /** How it stands to the mention of this place in the list. */
  relation: { kind: RelationKind; to: number } | null;
  /** One more of those that were named before. */
  another: boolean;
  /** The one before it that it was joined to by "and". */
  joined?: number;
  /** Held by trade: goes where another thing is in the hand. */
  spare?: boolean;
}
