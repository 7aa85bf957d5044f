/** The drawing that can do what somebody does: a plain person who walks has legs, a cat that sleeps is curled up. */
import { vectorForm } from '../drawings/vectors.ts';
import type { CastSubject, Place, RelationKind, VectorForm, Verb } from './cast.ts';
import type { Drawable } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { kinOf } from './place-kin.ts';
import type { Deed } from './subject-words.ts';

/** Somebody plain who does something is shown by our own drawing, which has legs; a portrait could not do it. */
export function withBody({ name, drawable, verb, relation }: Mention): Drawable {
  if (drawable.own === 'owl' && IN_THE_AIR.has(verb))
    return { ...drawable, own: null, vector: vectorForm('owl-in-flight') };
  // Ours flies; one that sits has its wings folded.
  if (drawable.own === 'bird' && !IN_THE_AIR.has(verb) && (relation?.kind === 'on' || relation?.kind === 'in'))
    return { ...drawable, own: null, vector: standingBird(name) };
  // Ours swims.
  if (drawable.own === 'turtle' && (ON_LAND.has(relation?.kind) || ON_LEGS.has(verb) || verb === 'sleep'))
    return { ...drawable, own: null, vector: vectorForm('turtle') };
  if (drawable.vector?.id === 'witch' && IN_THE_AIR.has(verb))
    return { ...drawable, vector: vectorForm('witch-on-broom') };
  // Who sleeps is curled up.
  const curled = verb === 'sleep' ? CURLED[drawable.own ?? drawable.vector!.id] : undefined;
  if (curled !== undefined) return { ...drawable, own: null, vector: vectorForm(curled) };
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

/** Of those who sit or spread their wings in our drawing, the one that sleeps. */
const CURLED: Record<string, string> = { cat: 'curled-cat', dragon: 'sleeping-dragon' };

/** Where nobody swims. */
const ON_LAND = new Set<RelationKind | undefined>(['on', 'holding', 'wearing', 'riding', 'chasing']);

const IN_THE_AIR = new Set<Verb | null>(['fly', 'hover', 'float']);

const ON_LEGS = new Set<Verb | null>(['walk', 'run', 'jump', 'dance', 'come-closer', 'ride-away']);

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

/** Whose drawing shows no trade: a tennis player has a racket in hand already. */
export function isPlainPerson({ drawable: { own, vector } }: Mention): boolean {
  return own === null ? PLAIN_PEOPLE[vector!.id] !== undefined : own === 'person' || own === 'woman';
}

const DRY_LAND = new Set<ReturnType<typeof kinOf>>([
  'road',
  'meadow',
  'forest',
  'desert',
  'city',
  'village',
  'mountains',
]);

function standingBird(name: string): VectorForm {
  return vectorForm(/gull/.test(name) ? 'gull' : 'bird')!;
}

/** Whoever is on a rock stands there: ours flies. */
export function onRock(subject: CastSubject, deed: Deed | null): CastSubject {
  if (deed !== 'perched' || subject.own !== 'bird' || IN_THE_AIR.has(subject.verb)) return subject;
  return { ...subject, own: null, vector: standingBird(subject.name) };
}

/** Several balloons in a room are toys, and carry nobody; a turtle that is on land has legs. */
export function inPlace(subject: CastSubject, place: Place | null): CastSubject {
  const dry = place !== null && DRY_LAND.has(kinOf(place)) && subject.verb !== 'swim';
  if (subject.own === 'turtle' && dry) return { ...subject, own: null, vector: vectorForm('turtle') };
  if (subject.own !== 'balloon' || subject.count < 2 || place === null || kinOf(place) !== 'interior') return subject;
  return { ...subject, own: null, vector: vectorForm('balloon') };
}
