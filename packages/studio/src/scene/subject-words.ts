/** Which words name our own subjects, how many of each are meant, and what they do. */
import { type Colour, fromHex } from '../picture/colour.ts';
import { KINDS, type SubjectKind, subjectOf } from '../subjects/index.ts';
import type { CastSubject } from './cast.ts';
import type { Season } from './place-words.ts';

export const SUBJECT_KINDS = new Map<string, SubjectKind>(
  KINDS.flatMap((kind) => {
    const { en, kin = {} } = subjectOf(kind).words;
    return [...en.split(' '), ...Object.keys(kin)].map((word) => [word, kind] as const);
  }),
);

/** Names of ours that have several words, with hyphens between, and the commonest of each. */
export const LONG_NAMES = new Map(
  [...SUBJECT_KINDS]
    .filter(([name]) => name.includes('-'))
    .map(([name, kind]) => [name, subjectOf(kind).words.en.split(' ')[0]!] as const),
);

/** The colours that subjects give to scenery named after them. */
export const LENT_COLOURS = new Map<string, Colour>(
  KINDS.filter((kind) => subjectOf(kind).lends === 'colour').flatMap((kind) => {
    const { words, flower, colour } = subjectOf(kind);
    const lenders = flower === undefined ? [kind] : words.en.split(' ');
    return lenders.map((word) => [word, fromHex(colour)] as const);
  }),
);

/** The colour of a subject the prompt gives none: a tree follows its season. */
export function ownColour(kind: SubjectKind, season: Season | null): Colour {
  const { colour, seasons } = subjectOf(kind);
  return fromHex(season === null ? colour : (seasons?.[season] ?? colour));
}

/** What somebody does with something: sits on it, or stands on it, in the waves or on land. */
export type Deed = 'riding' | 'surfing' | 'perched';

export const DEED_WORDS = new Map<string, Deed>([
  ...'riding rides rider'.split(' ').map((word) => [word, 'riding'] as const),
  ['on-rock', 'perched'],
  ...'surfing surfs surfer surfboard'.split(' ').map((word) => [word, 'surfing'] as const),
]);

/** What needs snow. */
const WINTRY = /^(skier|skis|snowboarder|sled|sleigh|snowmobile|snow-plough|igloo)$/;

/** Some subjects bring their season with them. */
export function seasonOf(subjects: CastSubject[]): Season | null {
  const seasons = subjects.map(({ own, vector }) => {
    if (own !== null) return subjectOf(own).season;
    return WINTRY.test(vector!.id) ? ('winter' as const) : undefined;
  });
  return seasons.find(Boolean) ?? null;
}
