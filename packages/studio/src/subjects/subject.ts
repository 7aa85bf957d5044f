/** What a subject is: one record of its words, its size and colours, how it moves, and its drawing. */
import type { Brush } from '../paint/brush.ts';
import type { LanguageCode } from '../scene/languages/language.ts';
import type { Season } from '../scene/place-words.ts';
import type { Footing, Place } from '../scene/whereabouts.ts';

/** Languages by their two letters; within one, words stand with a space between, the commonest first, and a hyphen joins those of one name. */
type InLanguages = Partial<Record<LanguageCode, string>>;

/** Those of other languages mean the first of the English ones. */
export type Words = { en: string } & InLanguages & {
    /** What means a nearer English word, under it: a kitten is a cat, and keeps its name. */
    kin?: Record<string, InLanguages>;
  };

/** A movement that comes again and again. */
export interface Gait {
  /** How far the limbs reach out, from 0 to 1. */
  stride: number;
  cycles: number;
  poses: number;
}

/** Shares of the edge: across from the middle, up from the feet, and how large a hand is. */
export interface Hands {
  /** The one that is free, on the right unless that holds something in the drawing. */
  across: number;
  high: number;
  size: number;
  /** Whether the other hand is as far on the other side: who is seen from the side has both in one place. */
  both: boolean;
  skin(brush: Brush): string;
}

/** A place on the field, and how broad the body is there. */
export interface Spot {
  x: number;
  y: number;
  wide: number;
}

/** Hats sit on the brow, glasses before the eyes, scarves about the neck. */
export interface Head {
  brow: Spot;
  eyes: Spot;
  neck: Spot;
}

export interface Subject {
  words: Words;
  footing: Footing;
  /** Where it is shown when the prompt names no place. */
  home: Place;
  colour: string;
  /** Its colour where the season says more than the words. */
  seasons?: Record<Season, string>;
  /** Whether several of it come in several colours. */
  shades?: 'many';
  /** Height as a share of the frame's when one stands alone in a landscape. */
  size: number;
  /** Its longer edge in the world, by which it finds its size beside others. */
  metres: number;
  /** What moves of it: legs when it goes, a tail at rest, or something that never holds still. */
  limbs?: 'legs' | 'tail' | 'legs and tail' | Gait;
  /** How it comes along, if not on legs. */
  way?: 'drives' | 'flies';
  /** How high above its feet it carries a rider, as a share of its edge, and how far behind its middle. */
  seat?: { high: number; back: number };
  /** A hand that can hold something, or what is held in one. */
  hand?: 'free' | 'filled';
  /** Where its hands are, and the colour of their skin. */
  hands?: Hands;
  /** Where its brow, its eyes and its neck are, where the drawing itself tells. */
  head?: Head;
  /** How far beams and wings reach to either side of its middle, as a share of its edge. */
  reach?: number;
  /** A flower: in a vase indoors, and by the hundred in a field, whose nearest are this tall (share of the frame). */
  flower?: { nearest: number };
  /** How many a plural without a number means, if not three. */
  several?: number;
  /** The season that it brings with it. */
  season?: Season;
  /** What it is drawn with when both are named: the candles on a cake. */
  partOf?: string;
  /** Lives under water, and is shown leaping out of a sea. */
  waters?: 'leaps';
  /** What it brings to stand on. */
  underfoot?: 'rails' | 'lily-pad';
  /** How far it leans (degrees) where there is no ground. */
  adrift?: number;
  /** Seen from the side, and so needs a road that runs across. */
  road?: 'across';
  /** Seen from the front it has no side, and is never turned round. */
  faces?: 'front' | 'side';
  /** A head alone becomes a portrait: it is never set on the ground. */
  part?: 'whole' | 'head';
  /** Into a field of FIELD by FIELD with its feet on FEET, looking right. */
  draw(brush: Brush): string;
}

export const FIELD = 200;
export const FEET = 190;
