/** What the words mention, and the cast that becomes of it. */
import { vectorForm } from '../drawings/vectors.ts';
import { subjectOf } from '../subjects/index.ts';
import type { Poses } from '../subjects/subject.ts';
import { isPlainPerson, withBody } from './bodies.ts';
import type { CastSubject, Place, RelationKind } from './cast.ts';
import { dressed, isGarmentOf } from './clothes.ts';
import { type Drawable, isLiving } from './lexicon.ts';
import type { Mention } from './mention.ts';
import type { NamedPlace } from './places.ts';

export interface ReadSubjects {
  subjects: CastSubject[];
  /** Places in the words of colours that belong to a subject, and so not to the place. */
  taken: Set<number>;
  /** Where it plays, in the order of the words. */
  places: NamedPlace[];
  /** Where the first of them is shown when no place is named, if not where its drawing lives. */
  home: Place | null;
  /** Things that were asked for and are not drawn: there is no drawing, or no room beside the others. */
  undrawn: string[];
  crowded: string[];
  /** Words for what can be seen that nothing in the picture stands for: "velvet", "weaving", "hollow". */
  unseen: string[];
  /** Drawn as something that they are a kind of. */
  nearest: { name: string; as: string }[];
  /** What the prompt is about, where that is without a drawing: a noun, or a word that may only describe. */
  head: { name: string; is: 'noun' | 'word' } | null;
}

/** More kinds than this would leave none of them room to be told. */
export const KINDS_MAX = 4;

/** Each drawing once, and none that is part of another. */
export function joinMentions(mentions: Mention[]): Mention[] {
  together(mentions);
  return ofBothKinds(withoutParts(joinEqual(mentions).map(dressed).map(fuse)));
}

const TOGETHER = new Set<RelationKind>(['on', 'in', 'under', 'riding', 'behind', 'in-front-of']);

/** "A man and a woman on a bench": both are. */
function together(mentions: Mention[]): void {
  for (const one of mentions) {
    const other = one.joined === undefined ? undefined : mentions[one.joined];
    if (other === undefined || !isAnimate(one) || !isAnimate(other)) continue;
    if (one.verb === 'sleep' || one.verb === 'dance') other.verb ??= one.verb;
    if (other.verb === 'sleep' || other.verb === 'dance') one.verb ??= other.verb;
    const [first, second] = [other.relation, one.relation];
    if (first === null && second !== null && TOGETHER.has(second.kind)) other.relation = { ...second };
    if (second === null && first !== null && TOGETHER.has(first.kind)) one.relation = { ...first };
  }
}

/** Words for several who are of both kinds, and the drawing of the other kind. */
const BOTH_KINDS: [RegExp, Pick<Drawable, 'own' | 'vector'>][] = [
  [/^(child|children|kids?)$/, { own: null, vector: vectorForm('girl') }],
  [
    /^(people|passengers|commuters|pedestrians|tourists|customers|guests|visitors|strangers|friends|neighbours|neighbors)$/,
    { own: 'woman', vector: null },
  ],
];

/** Children are boys and girls, people men and women; both kinds stand side by side. */
function ofBothKinds(mentions: Mention[]): Mention[] {
  const all = mentions.flatMap((several) => {
    const other = BOTH_KINDS.find(([names]) => names.test(several.name))?.[1];
    const room = mentions.length < KINDS_MAX && several.count > 1 && several.relation?.kind !== 'holding';
    if (other === undefined || !room) return [several];
    const some = Math.floor(several.count / 2);
    several.count -= some;
    return [several, { ...several, drawable: { ...several.drawable, ...other }, count: some }];
  });
  for (const one of all)
    if (one.relation !== null) one.relation = { ...one.relation, to: all.indexOf(mentions[one.relation.to]!) };
  return all;
}

/** Who is on what, where one drawing shows both. */
const BOTH: { who: string; what: string; drawing: string }[] = [
  { who: 'woman-mage', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'witch', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'witch-on-broom', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'treehouse', what: 'tree', drawing: 'treehouse' },
  { who: 'genie', what: 'table-lamp', drawing: 'genie' },
  { who: 'droplet', what: 'window', drawing: 'rainy-window' },
  { who: 'person-in-bed', what: 'bed', drawing: 'person-in-bed' },
];

function fuse(mention: Mention, _: number, all: Mention[]): Mention {
  const other = mention.relation === null ? undefined : all[mention.relation.to];
  if (
    other !== undefined &&
    mention.relation!.kind === 'in' &&
    livesInWater(mention.drawable) &&
    other.drawable.vector?.id === 'bowl'
  )
    other.drawable = { ...other.drawable, vector: vectorForm('fishbowl') };
  // Who sits in a boat and does not sail it would be lost behind its sail.
  const boarded = posesOf(other)?.boarded;
  if (
    other !== undefined &&
    boarded !== undefined &&
    mention.relation!.kind !== 'beside' &&
    isPerson(mention) &&
    !/sail/.test(other.name)
  )
    other.drawable = { ...other.drawable, own: null, vector: vectorForm(boarded) };
  if (mention.verb === 'sleep' && isPlainPerson(mention) && formOf(other) === 'bed')
    return { ...mention, drawable: { ...mention.drawable, own: null, vector: vectorForm('person-in-bed') } };
  const both = BOTH.find(({ who, what }) => mention.drawable.vector?.id === who && formOf(other) === what);
  const vector = both === undefined ? null : vectorForm(both.drawing);
  return vector === null ? mention : { ...mention, drawable: { ...mention.drawable, vector } };
}

function posesOf(mention: Mention | undefined): Poses | undefined {
  const own = mention?.drawable.own ?? null;
  return own === null ? undefined : subjectOf(own).poses;
}

function formOf(mention: Mention | undefined): string | null {
  return mention === undefined ? null : (mention.drawable.vector?.id ?? mention.drawable.own);
}

export function isOnTable({ own, vector }: Drawable): boolean {
  return (own === null ? vector!.footing : subjectOf(own).footing) === 'table';
}

function livesInWater({ own, vector }: Drawable): boolean {
  return (own === null ? vector!.footing : subjectOf(own).footing) === 'water';
}

function isShownWith(mention: Mention, all: Mention[]): boolean {
  const id = mention.drawable.vector?.id ?? mention.drawable.own;
  return BOTH.some(({ what, drawing }) => id === what && all.some((one) => one.drawable.vector?.id === drawing));
}

/** What a trade has on or in hand in its own drawing, and needs no second time. */
const OF_THE_TRADE: [who: RegExp, what: RegExp][] = [
  [/detective$/, /^magnifying-glass/],
  [/office-worker$/, /^briefcase$/],
  [/health-worker$/, /^stethoscope$/],
  [/firefighter$/, /^axe$/],
  [/artist$/, /^(paintbrush|artist-palette)$/],
  [/^photographer$/, /^(camera|camera-with-flash)$/],
  [/^fisherman$/, /^fishing-pole$/],
  [/^archer$/, /^bow-and-arrow$/],
  [/^(magician|mage|man-mage|woman-mage)$/, /^(magic-wand|stick)$/],
  [/singer$/, /^(microphone|studio-microphone)$/],
  [/^violinist$/, /^violin$/],
  [/^lumberjack$/, /^axe$/],
  [/^blacksmith$/, /^(hammer|anvil)$/],
  [/^(knight|samurai|swordsman|gladiator|viking|pirate)$/, /^(longsword|dagger|crossed-swords|shield)$/],
  [/^mail-carrier$/, /(envelope|letter)/],
  [/^gardener$/, /^watering-can$/],
  [/^butcher$/, /^kitchen-knife$/],
  [/^carpenter$/, /^carpentry-saw$/],
  [/scientist$/, /^(alembic|test-tube)$/],
  [/^(person-with-crown|prince|princess|roman-emperor)$/, /^crown$/],
  [/^magician$/, /^top-hat$/],
  [/farmer$/, /^(pitchfork|trident-emblem)$/],
  [/judge$/, /^hammer$/],
];

/** Flags fly on these drawings of the index, as on ours that say so, and need no second time; of another colour they are others. */
const WITH_FLAGS = /^(castle|sandcastle|ship|sailboat)$/;
const FLAG = /^(triangular-flag|carp-streamer)$/;

function hasFlags({ own, vector }: Drawable): boolean {
  return own === null ? WITH_FLAGS.test(vector!.id) : subjectOf(own).flags === 'drawn';
}

function isShownBy(part: Mention, all: Mention[]): boolean {
  const whole = part.relation?.kind === 'on' ? all[part.relation.to] : undefined;
  if (whole === undefined || part.colour !== null) return false;
  return hasFlags(whole.drawable) && FLAG.test(formOf(part)!);
}

function isInHandAlready(thing: Mention, all: Mention[]): boolean {
  return all.some((one) => {
    const holds = /^(holding|wearing)$/.test(one.relation?.kind ?? '') && all[one.relation!.to] === thing;
    const held = /^(held-by|worn-by)$/.test(thing.relation?.kind ?? '') && all[thing.relation!.to] === one;
    return (holds || held) && OF_THE_TRADE.some(([who, what]) => who.test(formOf(one)!) && what.test(formOf(thing)!));
  });
}

/** A drummer is none of those who have guitars. */
function holdAnother(all: Mention[], one: Mention, other: Mention): boolean {
  const held = ({ relation }: Mention) => (relation?.kind === 'holding' ? formOf(all[relation.to]) : null);
  return held(one) !== null && held(other) !== null && held(one) !== held(other);
}

/** Washing on a washing line is the line with it. */
function isTied(all: Mention[], one: Mention, other: Mention): boolean {
  const ties = ({ relation }: Mention, to: Mention) =>
    relation !== null && ['on', 'in'].includes(relation.kind) && all[relation.to] === to;
  return !isAnimate(one) && (ties(one, other) || ties(other, one));
}

/** Tea in a cup is one drawing, and so is a cup of it. */
function areServed(one: Mention, other: Mention): boolean {
  const isVessel = ({ name }: Mention) => /^(cups?|mugs?|teacups?|glass|bowl|drinking glass)$/.test(name);
  return isVessel(one) !== isVessel(other) && isOnTable(one.drawable);
}

/** A kitten and a cat are two, a cat and cats are not. */
function isSameName(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short.slice(0, Math.max(3, short.length - 2)));
}

/** Each drawing once, unless colours tell them apart; what pointed at the second points at the first. */
function joinEqual(mentions: Mention[]): Mention[] {
  const kept: Mention[] = [];
  const moved: number[] = [];
  for (const mention of mentions) {
    const same = kept.findIndex(
      (one) =>
        one.drawable.own === mention.drawable.own &&
        one.drawable.vector?.id === mention.drawable.vector?.id &&
        (isSameName(one.name, mention.name) || isTied(mentions, one, mention) || areServed(one, mention)) &&
        // A bear and her cub are two.
        one.scale === mention.scale &&
        (one.colour === null || mention.colour === null || one.colour.join() === mention.colour.join()) &&
        !holdAnother(mentions, one, mention),
    );
    if (same >= 0 && mention.another) kept[same]!.count += mention.count;
    else if (same >= 0) kept[same]!.count = Math.max(kept[same]!.count, mention.count);
    moved.push(same >= 0 ? same : kept.push(mention) - 1);
  }
  for (const mention of kept) {
    if (mention.relation === null) continue;
    const to = moved[mention.relation.to]!;
    mention.relation = to === kept.indexOf(mention) ? null : { ...mention.relation, to };
  }
  return kept;
}

/** What belongs to another thing when both are named: the candles on a cake are drawn with it. */
function withoutParts(mentions: Mention[]): Mention[] {
  const wholes: (string | null)[] = mentions.map(({ drawable }) => drawable.own);
  const isPart = (mention: Mention) => {
    const { own } = mention.drawable;
    if (
      isShownWith(mention, mentions) ||
      isInHandAlready(mention, mentions) ||
      isShownBy(mention, mentions) ||
      mentions.some((one) => isGarmentOf(mention, one, mentions))
    )
      return true;
    const kept = mention.relation !== null;
    if (
      mention.spare &&
      !kept &&
      !mentions.some(({ relation }) => relation !== null && mentions[relation.to] === mention)
    )
      return true;
    return own !== null && wholes.includes(subjectOf(own).partOf ?? 'none');
  };
  const kept = mentions.filter((mention) => !isPart(mention));
  for (const mention of kept) {
    const other = mention.relation === null ? undefined : mentions[mention.relation.to];
    if (other === undefined || !kept.includes(other)) mention.relation = null;
    else mention.relation = { ...mention.relation!, to: kept.indexOf(other) };
  }
  return kept;
}

/** What rains comes by the dozen. */
const RAINING = 8;

const CHILDREN = /^(child|boy|girl)$/;

export function castOf(mention: Mention, all: number): CastSubject {
  const { name, uncounted, verb, relation, colour } = mention;
  const { own, vector } = withBody(mention);
  // A child that walks is a small person.
  const scale = mention.scale * (vector === null && CHILDREN.test(mention.drawable.vector?.id ?? '') ? 0.72 : 1);
  const count = verb === 'rain' ? Math.max(RAINING, mention.count) : mention.count;
  return {
    name,
    own,
    vector,
    count,
    uncounted,
    colour,
    scale,
    verb,
    heading: null,
    relation: relation === null || relation.to >= all ? null : relation,
  };
}

export function metresOf({ own, vector }: Drawable): number {
  return own === null ? vector!.metres : subjectOf(own).metres;
}

export function isPerson({ drawable: { own, vector } }: Mention): boolean {
  if (own !== null) return subjectOf(own).person !== undefined;
  return vector!.nature === 'person';
}

export function isChased(mentions: Mention[], at: number): boolean {
  return mentions.some(({ relation }) => relation?.kind === 'chasing' && relation.to === at);
}

export function isBuilding({ drawable }: Mention): boolean {
  return drawable.vector?.nature === 'vehicle' ? false : metresOf(drawable) >= 4;
}

export function isStall({ vector }: Drawable): boolean {
  return vector?.id === 'market-stall';
}

export function isPlant(drawable: Drawable): boolean {
  return drawable.own === null ? drawable.vector!.home === 'garden' : isOwnFlower(drawable);
}

function isOwnFlower({ own }: Drawable): boolean {
  return own !== null && subjectOf(own).flower !== undefined;
}

export function nameOf({ own, vector }: Drawable): string {
  return own ?? vector!.id.replaceAll('-', ' ');
}

export function isAnimate({ drawable }: Mention): boolean {
  return isLiving(drawable);
}
