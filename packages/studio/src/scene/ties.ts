/** How what is mentioned is tied to what was mentioned before it: beside it, on it, in its hand, about its neck. */
import { subjectOf } from '../subjects/index.ts';
import type { Relation, RelationKind, Verb } from './cast.ts';
import { isWorn, onBody } from './clothes.ts';
import type { Mention } from './mention.ts';
import { isAnimate, isChased, isOnTable, isPerson, isPlant, metresOf } from './mentions.ts';
import { inHand } from './phrase.ts';
import type { RelationWord } from './relation-words.ts';

/** What was said and waits for whom it is said of: "a knight on …". */
export interface Pending {
  kind: RelationKind | 'with';
  from: number;
  /** As it was said: in a hat is not out of one. */
  said: string;
}

/** What waited, and whether an article leads in what came. */
export type Awaited = Pending & { led: boolean };

/** Of several things somebody has, each is had: "with a scarf and a hat". */
export const LISTED: ReadonlySet<Pending['kind']> = new Set<Pending['kind']>(['with', 'holding', 'wearing']);

/** Ties the mention at a place of the list to the one that the words before it are about. */
export function tie(mentions: Mention[], pending: Awaited, at: number): void {
  const thing = mentions[at]!;
  const from = carriedTo(mentions, pending, thing);
  const owner = mentions[from]!;
  // Had by its like, and no thing of its own, it is part of that: a coffee with latte art is one cup.
  if (pending.said === 'with' && !pending.led && isLike(owner, thing)) {
    thing.spare = true;
    return;
  }
  if (isAnimate(owner) && (pending.kind === 'with' || pending.kind === 'holding'))
    thing.drawable = inHand(thing.drawable);
  const kind = kindBetween(pending, owner, thing);
  if (kind === 'holding' || kind === 'held-by') {
    // Each of two has one in hand.
    if (thing.count === 1 && isPerson(owner)) thing.count = owner.count;
    // A musician who plays the accordion has no guitar.
    if (owner.relation !== null && mentions[owner.relation.to]?.spare) owner.relation = null;
  }
  if (kind === 'wearing' || kind === 'worn-by')
    thing.drawable = onBody(thing, kind === 'wearing' ? owner : mentions[from]!);
  if (kind === 'on-it') thing.relation = { kind: 'on', to: from };
  else if (kind === 'in-it') thing.relation = { kind: 'in', to: from };
  else if (COMES[kind] === kind) thing.relation = { kind, to: from };
  else if (owner.relation === null) owner.relation = { kind, to: at };
  else giveUp(mentions, { from, at, kind });
}

function isLike(owner: Mention, thing: Mention): boolean {
  const { own, vector } = thing.drawable;
  const drawnAlike = owner.drawable.own === own && owner.drawable.vector?.id === vector?.id;
  return drawnAlike && isOnTable(thing.drawable) && thing.count === 1 && thing.colour?.join() === owner.colour?.join();
}

/** Whoever is already somewhere cannot be elsewhere too: what is held and worn goes along, anything else stands beside. */
function giveUp(mentions: Mention[], { from, at, kind }: { from: number; at: number; kind: RelationKind }): void {
  const owner = mentions[from]!;
  const first: Relation = owner.relation!;
  const comes = COMES[kind];
  const came = first.kind === 'holding' || first.kind === 'wearing' ? COMES[first.kind] : undefined;
  if (comes !== undefined) mentions[at]!.relation = { kind: comes, to: from };
  else if (came !== undefined && mentions[first.to]!.relation === null) {
    mentions[first.to]!.relation = { kind: came, to: from };
    owner.relation = { kind, to: at };
  } else if (bears(mentions, first, kind)) mentions[first.to]!.relation = { kind, to: at };
  else mentions[at]!.relation = { kind: 'beside', to: holderOf(mentions, from) ?? from };
}

/** Where something is that has others on or in it, they are, too: a cactus with a flower stands in the pot, and a cake with candles on the plate. */
function bears(mentions: Mention[], { kind: first, to }: Relation, kind: RelationKind): boolean {
  const whole = mentions[to]!;
  return (first === 'on' || first === 'in') && CARRIES.has(kind) && whole.relation === null && !isAnimate(whole);
}

/** The same told of the thing. */
const COMES: Partial<Record<RelationKind, RelationKind>> = {
  holding: 'held-by',
  wearing: 'worn-by',
  'held-by': 'held-by',
  'worn-by': 'worn-by',
};

/** "A knight with a shield on a horse": the horse carries the knight; a kitten held in a basket is in it itself. */
function carriedTo(mentions: Mention[], { kind, from, said }: Pending, thing: Mention): number {
  const person = mentions.findIndex(isPerson);
  // "A man walking his dog with an umbrella": the man has it.
  if (kind === 'with' && !isPerson(mentions[from]!) && person >= 0 && isHanded(thing)) return person;
  const holder = holderOf(mentions, from);
  if (holder === null || !CARRIES.has(kind) || /^(from|out of)$/.test(said)) return from;
  const { drawable } = mentions[holder]!;
  return metresOf(thing.drawable) >= 0.6 * metresOf(drawable) ? holder : from;
}

/** Made for a hand: an umbrella. */
function isHanded({ drawable: { own } }: Mention): boolean {
  return own !== null && subjectOf(own).hand === 'filled';
}

const CARRIES = new Set<Pending['kind']>(['on', 'in', 'under', 'riding', 'in-front-of', 'behind']);

function holderOf(mentions: Mention[], at: number): number | null {
  const holder = mentions.findIndex(({ relation }) => relation?.to === at && COMES[relation.kind] !== undefined);
  if (holder >= 0) return holder;
  const { relation } = mentions[at]!;
  return relation !== null && COMES[relation.kind] === relation.kind ? relation.to : null;
}

/** Whom a word of relation is said of. */
export function saidOf(mentions: Mention[], word: RelationWord, about: number | null): number {
  const last = mentions.length - 1;
  // "A drummer in a band": it is the drummer who is in it, and not the drum.
  const holder = mentions[last]!.spare ? mentions.findIndex(({ relation }) => relation?.to === last) : -1;
  // "Chasing a cat around a tree": both go round it.
  if (word.by === 'deed' || isChased(mentions, last)) return about ?? last;
  // "A knight on a horse with a shield": it is the knight who has it.
  const whom = about === null ? undefined : mentions[about];
  if (word.by === 'with' && whom !== undefined && isAnimate(whom) && whom.relation?.to === last) return about!;
  return holder >= 0 ? holder : last;
}

/** A coat does not jump: the dog that has it on does. */
export function doerOf(mentions: Mention[], verb: Verb, about: number | null): Mention | undefined {
  const last = mentions.at(-1);
  const whom = about === null ? undefined : mentions[about];
  if (last === undefined || whom === undefined || !BY_THE_LIVING.has(verb)) return last;
  return isAnimate(whom) && !isAnimate(last) && last.drawable.vector?.nature !== 'vehicle' ? whom : last;
}

/** A verb that described nothing is what the last named does: "a fox in the snow, running". */
export function doneBy(owner: Mention | undefined, verb: Verb | null): void {
  if (owner !== undefined) owner.verb ??= verb;
}

const BY_THE_LIVING = new Set<Verb>('rest sleep walk crawl run jump dance swim'.split(' ') as Verb[]);

/** What is held fits a hand: a child stands beside. What somebody is "in" is worn, if it is made to be. */
function kindBetween({ kind, said }: Pending, owner: Mention, thing: Mention): RelationKind | 'on-it' | 'in-it' {
  if (kind === 'with') return withKind(owner, thing);
  if (said === 'in' && isWorn(thing) && isAnimate(owner)) return 'wearing';
  // Whoever plays in a band stands among the others.
  if (kind === 'in' && isPerson(thing)) return 'beside';
  // Who drinks from a bucket is not in it.
  if (said === 'from' && isAnimate(owner) && metresOf(owner.drawable) > metresOf(thing.drawable)) return 'beside';
  // On an instrument one plays it; on a swing or a sofa one is.
  if (kind === 'holding' && /^play(ing|s)? on$/.test(said) && !isPlayed(thing)) return 'on';
  const bulky = metresOf(thing.drawable) > Math.max(1.2, 1.2 * metresOf(owner.drawable));
  // Whoever plays the piano is behind it.
  if (kind === 'holding' && bulky && /^play/.test(said)) return 'behind';
  if (kind === 'holding' && (isPerson(thing) || bulky || isGame(thing) || isRidden(thing))) return 'beside';
  return kind;
}

/** Stands by itself while somebody is at it: a bicycle that is repaired. */
function isRidden({ drawable: { own, vector } }: Mention): boolean {
  if (own === null) return vector!.nature === 'vehicle' && vector!.metres > 1;
  return subjectOf(own).way === 'drives' || (subjectOf(own).seat !== undefined && subjectOf(own).metres > 1);
}

/** Instruments are at home on a stage; what lies on tables is in hand, whatever is played on it. */
function isPlayed({ drawable }: Mention): boolean {
  const { own, vector } = drawable;
  return isOnTable(drawable) || (own === null ? vector!.home : subjectOf(own).home) === 'stage';
}

/** Lies between those who play it. */
function isGame({ drawable }: Mention): boolean {
  return /^(chess-board|xylophone|toy-blocks|pool-8-ball|jigsaw|puzzle-piece)$/.test(drawable.vector?.id ?? '');
}

/** What is said to have something has it inside: a vase with tulips. */
function isVessel({ vector }: Mention['drawable']): boolean {
  return /^(vase|amphora|basket|bowl|bucket|jar|open-box)$/.test(vector?.id ?? '');
}

/** "With" is a thing in a hand, on a head, on a thing or beside it: who has it decides. */
function withKind(owner: Mention, thing: Mention): RelationKind | 'on-it' | 'in-it' {
  const [small, large] = [metresOf(thing.drawable), metresOf(owner.drawable)];
  if (isVessel(owner.drawable) && !isAnimate(thing) && (small < 1.5 * large || isPlant(thing.drawable))) return 'in-it';
  // Food is served side by side.
  if (isOnTable(owner.drawable) && isOnTable(thing.drawable)) return 'beside';
  if (isAnimate(owner) && isWorn(thing)) return 'worn-by';
  // Whoever lives stands by itself, but birds come and sit on things.
  const perches = thing.drawable.vector?.nature === 'bird' && !isAnimate(owner);
  if (isAnimate(thing) && !perches) return 'beside';
  const handed = isHanded(thing);
  if (isPerson(owner) || handed) return handed || small < 1 ? 'holding' : 'beside';
  if (isAnimate(owner)) return small < 0.5 * large ? 'holding' : 'beside';
  return small < large * 0.7 ? 'on-it' : 'beside';
}

/** "A pirate with a parrot on his shoulder": the last that was named sits on whom the sentence is about. */
export function putOnBody(mentions: Mention[], about: number | null): void {
  const last = mentions.length - 1;
  const owner = about ?? 0;
  if (last <= owner) return;
  if (mentions[owner]!.relation?.to === last) mentions[owner]!.relation = null;
  mentions[last]!.relation = { kind: 'on', to: owner };
}
