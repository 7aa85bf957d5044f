/** Puts those who have to do with each other where they belong: on, in, under, over, beside, riding, holding, wearing. */
import type { RelationKind, Verb } from '../scene/cast.ts';
import { over, under } from './above-below.ts';
import { type Bond, fitted, isBough, type Placed, rootOf, SEATED_LEGS, standingFeet } from './bond.ts';
import { verbOf } from './deeds.ts';
import { inHands } from './grip.ts';
import { isLying } from './lying.ts';
import { outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Site } from './site.ts';
import { inCrown, isTree } from './trees.ts';
import type { Actor } from './troupe.ts';
import { atTheWheel, cabOf, glassOf, inGlass, inMouth, mouthOf } from './vessels.ts';
import { wearing } from './wear.ts';

export async function relate(site: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  if (verbOf(anchor.subject) === 'pour') return underSpout(moved, anchor);
  // A horse that looks over a fence stands behind it.
  if (bond.kind === 'over' && moved.footing === 'ground' && !IN_THE_AIR.has(verbOf(moved.subject)))
    return { ...(await PLACINGS.behind(site, bond)), x: anchor.x };
  if (bond.kind === 'on' && (isMount(anchor) || isCycle(anchor)) && hasHands(moved)) return riding(site, bond);
  if ((bond.kind === 'on' || bond.kind === 'in') && isSeat(anchor) && hasHands(moved)) return seated(bond);
  return PLACINGS[bond.kind](site, bond);
}

const IN_THE_AIR = new Set<Verb | null>(['fly', 'jump', 'hover', 'float', 'fall', 'rise', 'swing']);

const SEATS =
  /^(chair|seat|couch-and-lamp|toilet|rocking-chair|armchair|throne|bench|swing-set|hammock|manual-wheelchair|sled|sleigh)$/;

function isSeat({ subject, record }: Actor): boolean {
  return record.seat !== undefined && SEATS.test(subject.vector?.id ?? '');
}

/** Hips on the seat, legs in front of it. */
function seated(bond: Bond): Placed {
  const { anchor, moved } = bond;
  const { high, back } = anchor.record.seat!;
  const edge = fitted(bond, 0.5, 1);
  const sits = moved.record.faces === 'front' ? HIDDEN_HIPS : SIDE_HIPS;
  return {
    edge,
    sits,
    x: anchor.x - anchor.edge * back,
    feet: anchor.feet - anchor.edge * high + edge * sits * SEATED_LEGS,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

const PLACINGS: Record<RelationKind, (site: Site, bond: Bond) => Promise<Placed>> = {
  on,
  riding,
  in: inside,
  under,
  over,
  holding,
  wearing: async (_, bond) => wearing(bond),
  'held-by': holding,
  'worn-by': async (_, bond) => wearing(bond),
  kicking,
  beside: async (_, { moved, anchor }) => {
    const other = rootOf(anchor);
    return { feet: other.footing === moved.footing ? other.feet : moved.feet };
  },
  chasing: async () => ({}),
  'in-front-of': async (site, bond) => inFrontOf(site, bond),
  behind: async (site, { anchor, moved }) => ({
    // A trunk hides half of somebody; below the leaves the other half is seen.
    ...(isTree(anchor) ? { edge: even(Math.min(moved.edge, anchor.edge * 0.3)) } : {}),
    x: anchor.x - anchor.edge * (isTree(anchor) ? 0.08 : 0.3),
    feet: moved.footing === 'sky' ? moved.feet : anchor.feet - site.size.height * 0.06,
    rank: anchor.rank - 1,
  }),
};

function inFrontOf(site: Site, bond: Bond): Placed {
  const { moved, anchor } = bond;
  // Before a pyramid nobody is as tall as it.
  const dwarfed = anchor.record.metres > 3 * moved.record.metres;
  const edge = dwarfed ? Math.min(moved.edge, fitted(bond, isTiny(moved) ? 0.16 : 0.6, 1)) : moved.edge;
  // What is as wide as the other would hide it.
  const wide = moved.subject.vector?.nature === 'vehicle' && edge > 0.7 * anchor.edge;
  return {
    edge,
    x: anchor.x + (wide ? 0.36 * (anchor.edge + edge) : anchor.edge * 0.12),
    feet:
      moved.footing === 'sky' ? moved.feet : Math.min(site.size.height * 0.95, anchor.feet + site.size.height * 0.07),
    rank: anchor.rank + 1,
  };
}

/** Where the stream ends: the cup that tea is poured into. */
async function underSpout(moved: Actor, anchor: Actor): Promise<Placed> {
  const { right } = await outlineOf(anchor.record);
  const edge = fitted({ kind: 'beside', moved, anchor }, 0.34, 0.5);
  return {
    edge,
    x: anchor.x + anchor.edge * (right + 0.16),
    feet: anchor.feet + edge * 0.06,
    footing: anchor.footing,
    rank: anchor.rank + 1,
  };
}

/** Where somebody sits or stands on a thing: its own seat, or its top at the middle. */
async function on(site: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  if (isFacade(anchor) && isSmallThing(moved)) return onFacade(bond);
  if (hasHands(anchor) && moved.record.metres < anchor.record.metres * 0.7) return onShoulder(bond);
  if (isShip(anchor)) return onDeck(bond);
  // Nobody sits on the top of a web.
  if (anchor.subject.vector?.id === 'spider-web') return inside(site, bond);
  const outline = await outlineOf(anchor.record);
  // A bough is near, and what sits on it is not nearer.
  const edge = isBough(anchor) ? fitted(bond, 0.2, 0.36) : fitted(bond, 0.28, 1.1);
  const { seat } = anchor.record;
  const middle = [-0.12, -0.06, 0, 0.06, 0.12].map((across) => outline.heightAt(across)).sort((a, b) => a - b)[2]!;
  const high = seat?.high ?? Math.max(middle, outline.top * 0.4);
  return {
    edge,
    x: anchor.x - anchor.edge * (seat?.back ?? 0),
    feet: anchor.feet - anchor.edge * high + edge * 0.03,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

function isFacade({ record, footing, subject }: Actor): boolean {
  return (
    footing === 'ground' && record.metres >= 8 && record.limbs === undefined && subject.vector?.nature !== 'vehicle'
  );
}

function isSmallThing({ subject, record }: Actor): boolean {
  return record.metres < 1 && (subject.own === null ? subject.vector!.nature === 'thing' : record.limbs === undefined);
}

/** An insect before a fence is no dog. */
function isTiny(actor: Actor): boolean {
  return isSmallThing(actor) || actor.record.metres <= TINY_METRES;
}

const TINY_METRES = 0.15;

/** A clock on a church is on its wall and not on the cross. */
function onFacade({ anchor }: Bond): Placed {
  return {
    edge: even(anchor.edge * 0.2),
    x: anchor.x,
    feet: anchor.feet - anchor.edge * 0.5,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

/** Has a deck, and masts that nobody stands on. */
function isShip({ footing, record }: Actor): boolean {
  return footing === 'surface' && record.metres >= 8;
}

function onDeck(bond: Bond): Placed {
  const { anchor } = bond;
  return {
    edge: fitted(bond, 0.2, 0.26),
    x: anchor.x - anchor.edge * 0.16,
    feet: anchor.feet - anchor.edge * DECK,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

const DECK = 0.2;

/** Somebody's own seat for what is small is a shoulder. */
function onShoulder(bond: Bond): Placed {
  const { anchor, moved } = bond;
  const edge = fitted(bond, 0.26, 0.4);
  return {
    edge,
    x: anchor.x - anchor.edge * SHOULDER.aside,
    feet: standingFeet(anchor) - anchor.edge * (moved.record.faces === 'front' ? SHOULDER.high : SHOULDER.high + 0.02),
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

const SHOULDER = { aside: 0.26, high: 0.57 };

/** Where a rider's hips are, as a share of its own edge: those with free hands have legs to let hang. */
const HIPS = 0.34;
/** Whose legs are behind the mount sits higher, or they would come out below its belly. */
const HIDDEN_HIPS = 0.22;
/** Of somebody seen from the side. */
const SIDE_HIPS = 0.37;

async function riding(site: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  const cab = cabOf(anchor);
  if (cab !== undefined) return atTheWheel(bond, cab);
  if (isShip(anchor)) return onDeck(bond);
  // Nobody sits on the roof of a car.
  if (anchor.record.seat === undefined && isClosed(anchor))
    return { x: anchor.x - anchor.edge * 0.62, feet: anchor.feet, rank: anchor.rank + 1 };
  const placed = await on(site, bond);
  const { top } = await outlineOf(anchor.record);
  // On a skateboard the rider is the larger of the two.
  const edge = fitted(bond, 0.5, anchor.record.metres < 1 && !isAlive(anchor) ? 1.7 : 0.78);
  const { high, back } = anchor.record.seat ?? { high: top * 0.6, back: 0.04 };
  const stands = anchor.record.metres < 1 && !isAlive(anchor);
  const upright =
    !stands &&
    (moved.record.hand === 'free' || moved.record.adrift !== undefined || moved.subject.vector?.nature === 'person');
  const faces = upright && moved.record.faces === 'front';
  return {
    ...placed,
    edge,
    x: anchor.x - anchor.edge * back,
    feet: anchor.feet - anchor.edge * high + edge * (faces ? HIDDEN_HIPS : upright ? HIPS : stands ? 0.02 : 0.12),
    // In a cab the legs are not seen; nor are they of somebody who looks at us from the back of an animal.
    ...(isClosed(anchor) || faces ? { rank: anchor.rank - 0.5 } : {}),
  };
}

function isAlive({ subject }: Actor): boolean {
  return subject.own === null ? /^(animal|bird|crawler)$/.test(subject.vector!.nature) : false;
}

/** Somebody on a horse rides it. */
function isMount({ subject, record }: Actor): boolean {
  if (record.seat === undefined) return false;
  return subject.own === null ? subject.vector?.nature === 'animal' : record.limbs !== undefined;
}

/** Nobody stands on its saddle. */
function isCycle({ subject, record }: Actor): boolean {
  return record.saddle === 'astride' || CYCLES.has(subject.vector?.id ?? '');
}

const CYCLES = new Set('bicycle motorcycle motor-scooter tricycle'.split(' '));

function isClosed({ subject, record }: Actor): boolean {
  return (
    record.way === 'drives' ||
    (subject.vector?.nature === 'vehicle' && record.metres >= 4 && record.footing === 'ground')
  );
}

/** Half hidden by what holds it; in front of it where it could walk out again. */
async function inside(site: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  const { top, heightAt } = await outlineOf(anchor.record);
  if (isTree(anchor)) return inCrown(bond, top);
  const glass = glassOf(anchor);
  if (glass !== undefined) return inGlass(bond, glass);
  const cab = cabOf(anchor);
  if (cab !== undefined && moved.record.metres < anchor.record.metres) return atTheWheel(bond, cab);
  const mouth = mouthOf(anchor);
  if (mouth !== undefined) return inMouth(bond, mouth);
  // Other languages sleep in a sofa.
  if (!holds(anchor)) return anchor.record.seat === undefined ? PLACINGS['in-front-of'](site, bond) : on(site, bond);
  const edge = fitted(bond, 0.4, 0.7);
  const afloat = anchor.footing === 'surface';
  // More than half of it looks over the rim.
  const own = (await outlineOf(moved.record)).top;
  // An oar or a paddle stands up somewhere: the rim is where most of the boat ends.
  const rim = OPEN_BOATS.has(anchor.subject.vector?.id ?? '')
    ? [-0.2, -0.1, 0, 0.1, 0.2].map(heightAt).sort((a, b) => a - b)[2]!
    : null;
  const looksOver = anchor.edge * (rim ?? top) - edge * own * 0.45;
  const high = afloat
    ? Math.max(anchor.edge * top * 0.14, rim === null ? 0 : looksOver)
    : Math.max(anchor.edge * (rim ?? top) * 0.42, looksOver);
  return {
    edge,
    x: anchor.x,
    feet: anchor.feet - high,
    footing: anchor.footing,
    rank: anchor.rank - 0.5,
    carriedBy: anchor,
  };
}

/** What else has room inside: boats, and what is closed in the drawing. */
const OPEN_BOATS = new Set('rowing-boat gondola raft canoe'.split(' '));
const ROOMY = new Set([...OPEN_BOATS, ...'package coffin jar luggage toolbox potted-plant bed'.split(' ')]);

function holds({ subject, footing }: Actor): boolean {
  return footing === 'surface' || ROOMY.has(subject.vector?.id ?? '');
}

function hasHands({ subject, record }: Actor): boolean {
  if (isLying(record)) return false;
  if (record.hand === 'free' || record.build === 'human') return true;
  return subject.vector?.nature === 'person';
}

const STRUNG = new Set(['kite', 'balloon', 'carp-streamer']);

/** At the foot, a step ahead. */
async function kicking(_: Site, bond: Bond): Promise<Placed> {
  const { anchor } = bond;
  const { right } = await outlineOf(anchor.record);
  const edge = fitted(bond, 0.2, 0.34);
  return {
    edge,
    x: anchor.x + anchor.edge * right + edge * 0.55,
    feet: anchor.feet,
    footing: anchor.footing,
    rank: anchor.rank + 1,
  };
}

/** At the height of a hand, before the body; what flies is held by a string and stays above. */
async function holding({ size }: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  const { edge, x, rank } = anchor;
  const feet = standingFeet(anchor);
  if (moved.record.hand === 'filled') {
    const hand = {
      x: x + edge * (anchor.record.hands?.across ?? 0.09),
      y: feet - edge * (anchor.record.hands?.high ?? 0.35),
    };
    // The roof is above the head and not before the face.
    const placed = { edge: even(edge * 1.05), x: hand.x, feet: hand.y + edge * 0.02 };
    return { ...placed, rank: rank + 1, carriedBy: anchor, grips: [{ x: hand.x, y: hand.y - edge * 0.06 }] };
  }
  if (moved.record.held === 'by a string' || STRUNG.has(moved.subject.vector?.id ?? '')) {
    const own = even(Math.min(moved.edge, edge * 0.8));
    return {
      edge: own,
      x: x + edge * 0.55,
      feet: Math.max(own + size.height * 0.03, feet - edge * 1.15),
      footing: 'sky',
      string: { x: x + edge * 0.2, y: feet - edge * 0.45 },
    };
  }
  const { right } = await outlineOf(anchor.record);
  // Without hands it is carried in the mouth, before the face and not over it.
  if (!hasHands(anchor)) {
    const own = fitted(bond, 0.24, 0.46);
    return {
      edge: own,
      x: x + edge * right + own * 0.2,
      feet: feet - edge * 0.42 + own * 0.5,
      footing: anchor.footing,
      rank: rank + 1,
      carriedBy: anchor,
    };
  }
  const gripped = await inHands(bond);
  if (gripped !== null) return gripped;
  const held = fitted(bond, 0.26, 0.62);
  return {
    edge: held,
    x: x + edge * Math.min(0.3, right * 0.75),
    feet: feet - edge * 0.4 + held * 0.42,
    footing: anchor.footing,
    rank: rank + 1,
    carriedBy: anchor,
  };
}
