/** What the words mention, and the cast that becomes of it. */
import { vectorForm } from '../drawings/vectors.ts';
import type { Colour } from '../picture/colour.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, RelationKind, Verb } from './cast.ts';
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
}

/** Each drawing once, and none that is part of another. */
export function joinMentions(mentions: Mention[]): Mention[] {
  return withoutParts(joinEqual(mentions).map(fuse));
}

/** Who is on what, where one drawing shows both. */
const BOTH: { who: string; what: string; drawing: string }[] = [
  { who: 'woman-mage', what: 'broom', drawing: 'witch-on-broom' },
];

function fuse(mention: Mention, _: number, all: Mention[]): Mention {
  const other = mention.relation === null ? undefined : all[mention.relation.to];
  const both = BOTH.find(({ who, what }) => mention.drawable.vector?.id === who && other?.drawable.vector?.id === what);
  const vector = both === undefined ? null : vectorForm(both.drawing);
  return vector === null ? mention : { ...mention, drawable: { ...mention.drawable, vector } };
}

function isShownWith(mention: Mention, all: Mention[]): boolean {
  const id = mention.drawable.vector?.id;
  return BOTH.some(({ what, drawing }) => id === what && all.some((one) => one.drawable.vector?.id === drawing));
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
        (one.colour === null || mention.colour === null || one.colour.join() === mention.colour.join()),
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
    if (isShownWith(mention, mentions)) return true;
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
  const { name, count, uncounted, scale, verb, relation, colour } = mention;
  const { own, vector } = withBody(mention);
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

/** Somebody plain who does something is shown whole, by our own drawing; a portrait could not do it. */
function withBody({ drawable, verb, relation }: Mention): Drawable {
  const gender = PLAIN_PEOPLE[drawable.vector?.id ?? ''];
  if (gender === undefined || drawable.vector?.part === 'whole' || (verb === null && relation === null))
    return drawable;
  return { ...drawable, own: gender, vector: null };
}

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
  return vector!.metres === 1.75;
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
