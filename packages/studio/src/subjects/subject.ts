/** What a subject is: one record of its words, its size and colours, how it moves, and its drawing. */
import type { Brush } from '../paint/brush.ts';
import type { LanguageCode } from '../scene/languages/language.ts';
import type { Season } from '../scene/place-words.ts';
import type { Footing, Place } from '../scene/whereabouts.ts';

/** Languages by their two letters; within one, words stand with a space between, the commonest first, and a hyphen joins those of one name: in a prompt, too, they are one word. */
type InLanguages = Partial<Record<LanguageCode, string>>;

/** Those of other languages mean the first of the English ones. */
export type Words = { en: string } & InLanguages & {
    /** What means a nearer English word, under it: a kitten is a cat, and keeps its name. The word names the subject, too. */
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

/** The mouth of a vessel, in shares of its edge: an ellipse, whose nearer half hides what is below it. */
export interface Mouth {
  /** From the middle, and up from the foot. */
  across: number;
  high: number;
  half: number;
  /** How far the nearer rim is below the middle of the mouth. */
  deep: number;
  /** Of a window, through which alone somebody is seen: how high it ends. */
  top?: number;
  /** How much broader than the mouth what stands in it may be: flowers in a vase. */
  spread?: number;
  /** Of a tree: leaves that stand up before whoever sits among them. */
  rim?: 'leaves';
}

/** What is inside glass or behind bars, in shares of the edge: where its floor is, and how much room there is. */
export interface Glass {
  floor: number;
  half: number;
  tall: number;
  /** Nothing is seen through the drawing: who is in it is drawn upon it. */
  solid?: boolean;
}

/** The drawings of the index that do what ours cannot, by their names. */
export interface Poses {
  asleep?: string;
  /** Ours sits. */
  afoot?: string;
  /** Ours swims. */
  ashore?: string;
  /** Ours has its wings folded. */
  aloft?: string;
  /** Ours flies; one that sits on something does not. */
  perched?: string;
  /** In a hand, or several in a room. */
  toy?: string;
  /** With somebody in it who does not sail it, and would be lost behind our sail. */
  boarded?: string;
}

export interface Subject {
  words: Words;
  footing: Footing;
  /** Where it is shown when the prompt names no place. */
  home: Place;
  colour: string;
  /** Named where it is not drawn (a coffee shop), it gives its colour to what is; of a flower its plural does, too. */
  lends?: 'colour';
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
  /** Somebody, in plain clothes or in a suit; no trade is shown of the plain. */
  person?: 'plain' | 'suited';
  /** Rides, sits and holds as people do, though none of its hands is free in the drawing. */
  build?: 'human';
  /** Whether it lives, where its limbs do not tell: what has none does not. */
  life?: 'living' | 'lifeless';
  /** Four, and a back for a coat. */
  legs?: 'four';
  /** Its rider sits, and nobody stands on its saddle. */
  saddle?: 'astride';
  poses?: Poses;
  /** A hand that can hold something, or what is held in one. */
  hand?: 'free' | 'filled';
  /** Where its hands are, and the colour of their skin. */
  hands?: Hands;
  /** How somebody has it who holds it, if not by what looks like a handle. */
  held?: 'by a string' | 'as it is played';
  /** What it has room in: a mouth, the driver's window, or glass. */
  mouth?: Mouth;
  cab?: Mouth;
  glass?: Glass;
  /** It has a neck to pour from; into what has none is poured. */
  neck?: 'pours';
  /** It burns by itself, at its wick, and needs no flames about it. */
  wick?: 'burns';
  /** Round enough to roll over; all else that rolls goes along on its wheels. */
  shape?: 'round';
  /** Flags, which it has in the drawing already. */
  flags?: 'drawn';
  /** Whose crown has room for somebody, and whether there are leaves to hide among. */
  crown?: 'leafy' | 'bare';
  /** Lies about outside, grows there or is worn, and so needs no table there. */
  lies?: 'about';
  /** Where its brow, its eyes and its neck are. */
  head?: Head;
  /** How far beams and wings reach to either side of its middle, as a share of its edge. */
  reach?: number;
  /** A flower: in a vase indoors, and by the hundred in a field, whose nearest are this tall (share of the frame). */
  flower?: { nearest: number };
  /** How many a plural without a number means, if not three. */
  several?: number;
  /** Shown where nothing else is asked for: empty space shows little at small sizes. */
  fills?: 'space';
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
  /** Seen from the side, and so needs a road that runs across; or grows on none. */
  road?: 'across' | 'off';
  /** Seen from the front it has no side, and is never turned round. */
  faces?: 'front' | 'side';
  /** A head alone becomes a portrait: it is never set on the ground. */
  part?: 'whole' | 'head';
  /** Into a field of FIELD by FIELD with its feet on FEET, looking right. */
  draw(brush: Brush): string;
}

export const FIELD = 200;
export const FEET = 190;
