/** What the words mention, and the cast that becomes of it. */
import { vectorForm } from '../drawings/vectors.ts';
import type { Colour } from '../picture/colour.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Place, RelationKind, Verb } from './cast.ts';
import { type Drawable, isLiving } from './lexicon.ts';

export interface ReadSubjects {
  subjects: CastSubject[];
  /** Places in the words of colours that belong to a subject, and so not to the place. */
  taken: Set<number>;
  /** Where it plays, in the order of the words. */
  places: Place[];
  /** Where the first of them is shown when no place is named, if not where its drawing lives. */
  home: Place | null;
  /** Things that were asked for and are not drawn: there is no drawing, or no room beside the others. */
  undrawn: string[];
  crowded: string[];
  /** Words for what can be seen that nothing in the picture stands for: "velvet", "weaving", "hollow". */
  unseen: string[];
  /** Drawn as something that they are a kind of. */
  nearest: { name: string; as: string }[];
  /** What the prompt is about, where that is a thing without a drawing. */
  head: string | null;
}

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
  /** The one before it that it was joined to by "and". */
  joined?: number;
  /** Held by trade: goes where another thing is in the hand. */
  spare?: boolean;
}

/** More kinds than this would leave none of them room to be told. */
export const KINDS_MAX = 4;

/** Each drawing once, and none that is part of another. */
export function joinMentions(mentions: Mention[]): Mention[] {
  together(mentions);
  return boysAndGirls(withoutParts(joinEqual(mentions).map(dressed).map(fuse)));
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

/** Children are boys and girls. */
function boysAndGirls(mentions: Mention[]): Mention[] {
  const girls = mentions
    .filter(
      ({ name, count, relation }) => /^(child|children|kids?)$/.test(name) && count > 1 && relation?.kind !== 'holding',
    )
    .map((children) => {
      const girl = { ...children.drawable, vector: vectorForm('girl') };
      const some = Math.floor(children.count / 2);
      children.count -= some;
      return { ...children, drawable: girl, count: some };
    });
  return [...mentions, ...girls];
}

/** Who is on what, where one drawing shows both. */
const BOTH: { who: string; what: string; drawing: string }[] = [
  { who: 'woman-mage', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'witch', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'witch-on-broom', what: 'broom', drawing: 'witch-on-broom' },
  { who: 'treehouse', what: 'tree', drawing: 'treehouse' },
  { who: 'genie', what: 'table-lamp', drawing: 'genie' },
  { who: 'droplet', what: 'window', drawing: 'rainy-window' },
];

/** Whoever is drawn in clothes has them in the colour of those that are named. */
function dressed(mention: Mention, _: number, all: Mention[]): Mention {
  const clothes = all.find((one) => isGarmentOf(one, mention, all));
  return clothes === undefined ? mention : Object.assign(mention, { colour: clothes.colour ?? mention.colour });
}

function isGarmentOf(clothes: Mention, wearer: Mention, all: Mention[]): boolean {
  if (!isPlainPerson(wearer) || !GARMENT.test(clothes.drawable.vector?.id ?? '')) return false;
  const worn = wearer.relation?.kind === 'wearing' && all[wearer.relation.to] === clothes;
  return worn || (clothes.relation?.kind === 'worn-by' && all[clothes.relation.to] === wearer);
}

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
  if (
    other?.drawable.own === 'sailboat' &&
    mention.relation!.kind !== 'beside' &&
    isPerson(mention) &&
    !/sail/.test(other.name)
  )
    other.drawable = { ...other.drawable, own: null, vector: vectorForm('rowing-boat') };
  const both = BOTH.find(({ who, what }) => mention.drawable.vector?.id === who && formOf(other) === what);
  const vector = both === undefined ? null : vectorForm(both.drawing);
  return vector === null ? mention : { ...mention, drawable: { ...mention.drawable, vector } };
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
    if (same >= 0) kept[same]!.count = Math.max(kept[same]!.count, mention.count);
    moved.push(same >= 0 ? same : kept.push(mention) - 1);
  }
  for (const mention of kept) {
    if (mention.relation === null) continue;
    const to = moved[mention.relation.to]!;
    mention.relation = to === kept.indexOf(mention) ? null : { ...mention.relation, to };
  }
  return kept;
}

/** What belongs to another thing when both are named: the candles on a cake are drawn with it, and a vase with its roses. */
function withoutParts(mentions: Mention[]): Mention[] {
  const wholes: (string | null)[] = mentions.map(({ drawable }) => drawable.own);
  const vases = mentions
    .filter(({ drawable, relation }) => relation?.kind === 'in' && isOwnFlower(drawable))
    .map(({ relation }) => mentions[relation!.to]!)
    .filter(({ drawable }) => drawable.vector?.id === 'amphora');
  const isPart = (mention: Mention) => {
    const { own } = mention.drawable;
    if (
      isShownWith(mention, mentions) ||
      isInHandAlready(mention, mentions) ||
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
    return vases.includes(mention) || (own !== null && wholes.includes(subjectOf(own).partOf ?? 'none'));
  };
  const kept = mentions.filter((mention) => !isPart(mention));
  for (const mention of kept) {
    const other = mention.relation === null ? undefined : mentions[mention.relation.to];
    if (other === undefined || !kept.includes(other)) mention.relation = null;
    else mention.relation = { ...mention.relation!, to: kept.indexOf(other) };
  }
  return kept;
}

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

/** Somebody plain who does something is shown by our own drawing, which has legs; a portrait could not do it. */
function withBody({ drawable, verb, relation }: Mention): Drawable {
  if (drawable.own === 'owl' && IN_THE_AIR.has(verb))
    return { ...drawable, own: null, vector: vectorForm('owl-in-flight') };
  // Ours flies; one that sits has its wings folded.
  if (drawable.own === 'bird' && !IN_THE_AIR.has(verb) && (relation?.kind === 'on' || relation?.kind === 'in'))
    return { ...drawable, own: null, vector: vectorForm('bird') };
  // Ours swims.
  if (drawable.own === 'turtle' && relation?.kind === 'on')
    return { ...drawable, own: null, vector: vectorForm('turtle') };
  if (drawable.vector?.id === 'witch' && IN_THE_AIR.has(verb))
    return { ...drawable, vector: vectorForm('witch-on-broom') };
  // Ours sits.
  if (drawable.own === 'cat' && ON_LEGS.has(verb)) return { ...drawable, own: null, vector: vectorForm('cat') };
  const plain =
    drawable.own === 'person' || drawable.own === 'woman' || PLAIN_PEOPLE[drawable.vector?.id ?? ''] !== undefined;
  if (plain && verb === 'sleep' && relation === null)
    return { ...drawable, own: null, vector: vectorForm('person-in-bed') };
  const gender = PLAIN_PEOPLE[drawable.vector?.id ?? ''];
  const walks = verb === 'walk' || verb === 'run';
  const does = verb !== null || relation !== null;
  if (gender === undefined || !(walks || (does && drawable.vector?.part === 'head'))) return drawable;
  return { ...drawable, own: gender, vector: null };
}

const IN_THE_AIR = new Set<Verb | null>(['fly', 'hover', 'float']);

const ON_LEGS = new Set<Verb | null>(['walk', 'run', 'jump', 'dance', 'come-closer', 'ride-away']);

const CHILDREN = /^(child|boy|girl)$/;

/** What rains comes by the dozen. */
const RAINING = 8;

const PLAIN_PEOPLE: Record<string, 'person' | 'woman'> = {
  'old-man': 'person',
  'old-woman': 'woman',
  'older-person': 'person',
  child: 'person',
  boy: 'person',
  girl: 'woman',
  man: 'person',
  woman: 'woman',
  person: 'person',
};

export function metresOf({ own, vector }: Drawable): number {
  return own === null ? vector!.metres : subjectOf(own).metres;
}

export function isPerson({ drawable: { own, vector } }: Mention): boolean {
  if (own !== null) return own === 'person' || own === 'woman' || own === 'astronaut';
  return vector!.nature === 'person';
}

/** Whose drawing shows no trade: a tennis player has a racket in hand already. */
export function isPlainPerson({ drawable: { own, vector } }: Mention): boolean {
  return own === null ? PLAIN_PEOPLE[vector!.id] !== undefined : own === 'person' || own === 'woman';
}

export function isChased(mentions: Mention[], at: number): boolean {
  return mentions.some(({ relation }) => relation?.kind === 'chasing' && relation.to === at);
}

export function isBuilding({ drawable }: Mention): boolean {
  return drawable.vector?.nature === 'vehicle' ? false : metresOf(drawable) >= 4;
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

/** What is put on a head, before the eyes or about the neck, and what covers a body. */
const WORN =
  /^(top-hat|crown|womans-hat|billed-cap|rescue-workers-helmet|military-helmet|graduation-cap|headphone|sunglasses|glasses|goggles|diving-mask|scarf|necktie|ribbon|necklace)$/;
export const GARMENT = /^(coat|lab-coat|dress|kimono|sari|t-shirt|running-shirt|womans-clothes|sweater|tutu|cape)$/;

export function isWorn({ drawable: { vector } }: Mention): boolean {
  return vector !== null && (WORN.test(vector.id) || GARMENT.test(vector.id));
}
