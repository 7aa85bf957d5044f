/** The drawing that can do what somebody does: a plain person who walks has legs, a cat that sleeps is curled up. */
import { vectorForm } from '../drawings/vectors.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Place, RelationKind, VectorForm, Verb } from './cast.ts';
import type { Drawable } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { kinOf } from './place-kin.ts';
import type { Deed } from './subject-words.ts';

/** Somebody plain who does something is shown by our own drawing, which has legs; a portrait could not do it. */
export function withBody({ name, drawable, verb, relation }: Mention): Drawable {
  const posed = posedBody(drawable, { name, verb, relation });
  if (posed !== null) return { ...drawable, own: null, vector: posed };
  if (drawable.vector?.id === 'witch' && IN_THE_AIR.has(verb))
    return { ...drawable, vector: vectorForm('witch-on-broom') };
  // Who sleeps is curled up.
  const curled = verb === 'sleep' ? CURLED[drawable.vector?.id ?? ''] : undefined;
  if (curled !== undefined) return { ...drawable, vector: vectorForm(curled) };
  if (isPlain(drawable) && verb === 'sleep' && relation === null)
    return { ...drawable, own: null, vector: vectorForm('person-in-bed') };
  const gender = PLAIN_PEOPLE[drawable.vector?.id ?? ''];
  const walks = verb === 'walk' || verb === 'run';
  const does = verb !== null || relation !== null;
  if (gender === undefined || !(walks || (does && drawable.vector?.part === 'head'))) return drawable;
  return { ...drawable, own: gender, vector: null };
}

/** The drawing for what one of ours does that its own cannot show. */
function posedBody({ own }: Drawable, { name, verb, relation }: Doing): VectorForm | null {
  const poses = own === null ? undefined : subjectOf(own).poses;
  if (poses === undefined) return null;
  const seated = relation?.kind === 'on' || relation?.kind === 'in';
  if (poses.aloft !== undefined && IN_THE_AIR.has(verb)) return vectorForm(poses.aloft);
  if (poses.perched !== undefined && seated && !IN_THE_AIR.has(verb)) return perchedForm(poses.perched, name);
  if (poses.ashore !== undefined && (ON_LAND.has(relation?.kind) || ON_LEGS.has(verb) || verb === 'sleep'))
    return vectorForm(poses.ashore);
  if (poses.asleep !== undefined && verb === 'sleep') return vectorForm(poses.asleep);
  return poses.afoot !== undefined && ON_LEGS.has(verb) ? vectorForm(poses.afoot) : null;
}

type Doing = Pick<Mention, 'name' | 'verb' | 'relation'>;

/** Drawings of the index whose like sleeps in another. */
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
export function isPlainPerson({ drawable }: Mention): boolean {
  return isPlain(drawable);
}

function isPlain({ own, vector }: Drawable): boolean {
  return own === null ? PLAIN_PEOPLE[vector!.id] !== undefined : subjectOf(own).person === 'plain';
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

function perchedForm(pose: string, name: string): VectorForm {
  return vectorForm(/gull/.test(name) ? 'gull' : pose)!;
}

/** Whoever is on a rock stands there: ours flies. */
export function onRock(subject: CastSubject, deed: Deed | null): CastSubject {
  const perched = subject.own === null ? undefined : subjectOf(subject.own).poses?.perched;
  if (deed !== 'perched' || perched === undefined || IN_THE_AIR.has(subject.verb)) return subject;
  return { ...subject, own: null, vector: perchedForm(perched, subject.name) };
}

/** Several balloons in a room are toys, and carry nobody; a turtle that is on land has legs. */
export function inPlace(subject: CastSubject, place: Place | null): CastSubject {
  if (subject.own === null || place === null) return subject;
  const { poses } = subjectOf(subject.own);
  const kin = kinOf(place);
  if (poses?.ashore !== undefined && DRY_LAND.has(kin) && subject.verb !== 'swim')
    return { ...subject, own: null, vector: vectorForm(poses.ashore) };
  if (poses?.toy === undefined || subject.count < 2 || kin !== 'interior') return subject;
  return { ...subject, own: null, vector: vectorForm(poses.toy) };
}
