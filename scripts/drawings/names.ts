/** Which English phrases mean which drawing: names match, loose tags do not. */

import type { Place } from '../../packages/studio/src/scene/cast.ts';
import { KINDS } from '../../packages/studio/src/subjects/index.ts';
import { type Chosen, plain } from './chosen.ts';
import type { Libraries } from './libraries.ts';
import { NAMES_OF_ANIMALS } from './names-of-animals.ts';
import { NAMES_OF_PEOPLE } from './names-of-people.ts';
import { NAMES_OF_THINGS } from './names-of-things.ts';
import type { Subjects } from './origin.ts';
import { NEVER, OURS_IN_COLOUR, VECTORS_IN_COLOUR } from './relatives.ts';
import type { Nouns } from './wordnet.ts';

/** A drawing of ours is written `=kind`, a vector by its id; the colour is what makes a relative the thing itself. */
export interface Meaning {
  target: string;
  colour: string | null;
  /** Where it is shown if not where its drawing lives. */
  home: Place | null;
}

export type Names = Map<string, Meaning>;

export function namesOf(chosen: Chosen[], senses: Map<string, string>, libraries: Libraries, isOurs: IsOurs): Names {
  const names: Names = new Map();
  const add = (phrase: string, target: string, { colour = null, home = null }: Partial<Meaning> = {}) => {
    if (!names.has(phrase)) names.set(phrase, { target, colour, home });
  };
  const addMatching = (one: Chosen, phrases: string[]) => {
    for (const phrase of matching(one, phrases)) if (!isOurs(phrase)) add(phrase, one.id);
  };
  for (const [phrase, [kind, colour, home]] of Object.entries(OURS_IN_COLOUR)) {
    if (!KINDS.some((one) => one === kind))
      throw new Error(`${phrase} is shown as ${kind}, which the studio does not draw.`);
    add(phrase, `=${kind}`, { colour, home: home ?? null });
  }
  for (const [phrase, [id, colour]] of Object.entries(VECTORS_IN_COLOUR)) add(phrase, known(chosen, id), { colour });
  for (const [id, phrases] of Object.entries({ ...NAMES_OF_PEOPLE, ...NAMES_OF_THINGS, ...NAMES_OF_ANIMALS }))
    for (const phrase of phrases.split(', ')) add(phrase, known(chosen, id));
  // Labels before every other name, so that "rabbit" is the rabbit and not the rabbit's face.
  for (const one of chosen) addMatching(one, [one.label]);
  for (const one of chosen) {
    const ids = libraries.aliases.filter(([, name]) => name === one.id).map(([alias]) => alias);
    const codes = libraries.shortcodes.get(one.hexcode) ?? [];
    addMatching(one, [one.id, ...ids, ...codes]);
  }
  for (const one of chosen) {
    const sense = senses.get(one.id);
    if (sense !== undefined) addMatching(one, libraries.nouns.wordsOf(sense));
  }
  // What nobody means by its word alone has one for those who do mean it: "foot emoji".
  const named = new Set([...names.values()].map(({ target }) => target));
  for (const { id, label } of chosen) if (!named.has(id) && !isOurs(label)) add(`${label} emoji`, id);
  return names;
}

function known(chosen: Chosen[], id: string): string {
  if (!chosen.some((one) => one.id === id)) throw new Error(`There is no drawing called ${id}.`);
  return id;
}

function matching({ named }: Chosen, phrases: string[]): string[] {
  return phrases
    .map((phrase) => plain(phrase.replaceAll('_', ' ')))
    .filter((phrase) => /^[a-z][a-z' 0-9]+$/.test(phrase) && !NEVER.has(phrase))
    .filter((phrase) => named === 'plainly' || phrase.includes(' '));
}

export type IsOurs = (phrase: string) => boolean;

/** What we draw ourselves wins, in any colour: a black cat is our cat in black. */
export function oursAmong(subjects: Subjects): IsOurs {
  const ours = new Set([...subjects.values()].flatMap((words) => words.split(' ')));
  return (phrase) => {
    if (ours.has(phrase)) return true;
    const [first, last, ...more] = phrase.split(' ');
    return more.length === 0 && last !== undefined && ours.has(last) && /^(black|white|red|green)$/.test(first!);
  };
}

/** Where in WordNet the drawings of a family are to be found, so that a seal is the animal and not the stamp. */
const ROOTS: [RegExp, [noun: string, sense: number][]][] = [
  [/^animal/, [['animal', 0]]],
  [
    /^plant/,
    [
      ['plant', 1],
      ['plant part', 0],
      ['natural object', 0],
    ],
  ],
  [
    /^(food|drink)/,
    [
      ['food', 0],
      ['food', 1],
      ['plant part', 0],
      ['plant', 1],
      ['artifact', 0],
    ],
  ],
  [
    /^person|^family/,
    [
      ['person', 0],
      ['spiritual being', 0],
    ],
  ],
  [
    /^sky-weather|^place-geographic/,
    [
      ['geological formation', 0],
      ['phenomenon', 0],
      ['artifact', 0],
    ],
  ],
  [
    /./,
    [
      ['artifact', 0],
      ['natural object', 0],
    ],
  ],
];

export function sensesOf(chosen: Chosen[], nouns: Nouns): Map<string, string> {
  const senses = new Map<string, string>();
  for (const { id, label, family, named } of chosen) {
    if (named === 'asked') continue;
    const roots = ROOTS.find(([pattern]) => pattern.test(family))![1].flatMap(
      ([noun, at]) => nouns.sensesOf(noun)[at] ?? [],
    );
    const sense = nouns.sensesOf(label).find((one) => roots.some((root) => nouns.isKindOf(one, root)));
    if (sense !== undefined) senses.set(id, sense);
  }
  return senses;
}
