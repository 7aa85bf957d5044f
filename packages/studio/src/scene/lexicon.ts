/** What a phrase means as a thing to draw: ours where we have it, else a vector of its name, else the nearest kind. */
import { lookUpIn, readOnce, readRows } from '../drawings/tables.ts';
import { vectorForm } from '../drawings/vectors.ts';
import { type Colour, fromHex } from '../picture/colour.ts';
import { type SubjectKind, subjectOf } from '../subjects/index.ts';
import type { Place, VectorForm } from './cast.ts';
import { SUBJECT_KINDS } from './subject-words.ts';

export interface Drawable {
  own: SubjectKind | null;
  vector: VectorForm | null;
  /** The colour that makes a relative the thing itself: a white bear is a polar bear. */
  colour: Colour | null;
  /** Where it is shown if not where its drawing lives. */
  home: Place | null;
  /** `kind`: the drawing shows what the thing is a kind of. */
  fit: 'name' | 'kind';
}

export type Meaning =
  | { kind: 'drawable'; drawable: Drawable; plural: boolean }
  /** A thing that can be seen, and that nothing here can draw. */
  | { kind: 'undrawn'; plural: boolean };

interface Named {
  target: string;
  colour: string;
  home: string;
}

const names = readOnce(
  () =>
    new Map(
      readRows('names.tsv').map(([phrase, target, colour, home]): [string, Named] => [
        phrase!,
        { target: target!, colour: colour!, home: home! },
      ]),
    ),
);

/** Fifty thousand nouns. */
const kinds = lookUpIn('kinds.tsv.br');

const UNDRAWN = '?';

/** By name, in the singular or the plural. */
export function namedBy(phrase: string): Meaning | null {
  for (const { form, plural } of formsOf(phrase)) {
    const own = SUBJECT_KINDS.get(form) ?? SUBJECT_KINDS.get(form.replaceAll(' ', '-'));
    const named = names().get(form);
    // A taxi is a car, and a yellow one.
    if (own !== undefined)
      return {
        kind: 'drawable',
        plural: plural || isPluralOfOurs(form),
        drawable: drawable(named?.target === `=${own}` ? named : { target: `=${own}`, colour: '', home: '' }, 'name'),
      };
    if (named !== undefined) return { kind: 'drawable', plural, drawable: drawable(named, 'name') };
  }
  return null;
}

/** By what it is a kind of. */
export function kindOf(phrase: string): Meaning | null {
  for (const { form, plural } of formsOf(phrase)) {
    const target = kinds(form);
    if (target === UNDRAWN) return { kind: 'undrawn', plural };
    if (target !== null)
      return { kind: 'drawable', plural, drawable: drawable({ target, colour: '', home: '' }, 'kind') };
  }
  return null;
}

/** Every phrase that names a drawing, for those who count. */
export function allNames(): string[] {
  return [...SUBJECT_KINDS.keys(), ...names().keys()];
}

function drawable({ target, colour, home }: Named, fit: Drawable['fit']): Drawable {
  const traits = { colour: colour === '' ? null : fromHex(colour), home: home === '' ? null : (home as Place), fit };
  if (target.startsWith('=')) return { own: target.slice(1) as SubjectKind, vector: null, ...traits };
  return { own: null, vector: vectorForm(target), ...traits };
}

/** Of animals, and none. */
const LIFELESS = /feather|paw|nest|coral|shell|web|egg/;

export function isLiving({ own, vector }: Drawable): boolean {
  if (own !== null) {
    const { life, limbs } = subjectOf(own);
    return life === 'living' || (life === undefined && limbs !== undefined);
  }
  return /^(person|animal|bird|crawler)$/.test(vector!.nature) && !LIFELESS.test(vector!.id);
}

const IRREGULAR: Record<string, string> = {
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  wolves: 'wolf',
  leaves: 'leaf',
  knives: 'knife',
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
  oxen: 'ox',
  cacti: 'cactus',
  octopi: 'octopus',
  loaves: 'loaf',
  shelves: 'shelf',
};

/** Their plurals are clothes or spectacles. */
const NO_PLURAL = new Set(['brief', 'short', 'glass', 'goggle', 'jean', 'good']);

/** The phrase itself first: "pancakes" is the name of a drawing and no plural. */
function formsOf(written: string): { form: string; plural: boolean }[] {
  const phrase = written.replaceAll('-', ' ');
  const at = phrase.lastIndexOf(' ') + 1;
  const [before, last] = [phrase.slice(0, at), phrase.slice(at)];
  const singular = [
    IRREGULAR[last],
    /men$/.test(last) ? last.replace(/men$/, 'man') : undefined,
    /ies$/.test(last) ? last.replace(/ies$/, 'y') : undefined,
    /(s|x|z|ch|sh|o)es$/.test(last) ? last.replace(/es$/, '') : undefined,
    /[^s]s$/.test(last) && last.length > 3 ? last.slice(0, -1) : undefined,
  ].filter((form) => form !== undefined);
  return [
    { form: phrase, plural: false },
    ...singular.map((form) => ({ form: before + form, plural: true })),
    // A label in the plural stands for one too: a pancake is shown by a stack of them.
    ...(/[^s]$/.test(last) && !NO_PLURAL.has(last) ? [{ form: `${phrase}s`, plural: false }] : []),
  ];
}

function isPluralOfOurs(form: string): boolean {
  const word = form.replaceAll(' ', '-');
  if (/^(people|flock|geese|cacti|men|women|children|kids)$/.test(word)) return true;
  const singular = [
    /ies$/.test(word) ? word.replace(/ies$/, 'y') : word,
    word.replace(/es$/, ''),
    word.replace(/s$/, ''),
  ];
  return singular.some((one) => one !== word && SUBJECT_KINDS.has(one));
}
