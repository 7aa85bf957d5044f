/** What is too small to stand on the ground by itself stands on a table there: no hot dog is as tall as a tree. */
import { vectorForm } from '../drawings/vectors.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Place, Verb } from './cast.ts';
import { isLiving } from './lexicon.ts';
import { kinOf } from './place-kin.ts';
import type { Setting } from './place-words.ts';
import { traitsOf } from './traits.ts';

/** Where a table can stand. */
const WITH_GROUND = new Set<Setting | 'backdrop'>(
  'coast mountains forest desert city village meadow interior road'.split(' ') as Setting[],
);

/** Places that have a surface for small things, or no ground. */
const WITHOUT_TABLE = new Set<Place>(
  'desk clouds moon cave tunnel swamp river pool waterfall stadium tennis-court basketball-court boxing-ring snowfield'.split(
    ' ',
  ) as Place[],
);

/** What is larger stands by itself. */
const ON_A_TABLE_METRES = 0.6;

/** Beside anybody smaller all is seen from close by, and the ground will do. */
const CLOSE_BY_METRES = 0.5;

/** What lies about outside, grows there or is worn. */
const OF_THE_GROUND =
  /flower|blossom|rose|tulip|hibiscus|hyacinth|lotus|bouquet|leaf|feather|egg|shell|boot|shoe|sandal|skate|hat$|cap$|glove|sock|coat|dress|shirt|jeans|shorts|bone|seedling|clover|shamrock|herb|coral|heart|face|star|flag|drop|snowflake|coin|sign|placard|paw|footprint|fire|guitar|crystal|crown|scarf|helmet|tie$|ribbon|necklace|medal|message-bottle|basket|backpack|bag$|wheel|banknote|key|ring/;

const AT_REST = new Set<Verb | null>([
  null,
  'rest',
  'steam',
  'glow',
  'burn',
  'melt',
  'open',
  'shake',
  'pour',
  'fill',
  'bloom',
]);

/** Words that say that it lies where it is. */
const LYING =
  /^(washed|lying|lies|lost|fallen|dropped|buried|forgotten|blanket|ground|floor|grass|sand|shore|sidewalk|pavement|mud|snow|rug|carpet)$/;

export function onTables(subjects: CastSubject[], place: Place | null, words: string[]): CastSubject[] {
  if (words.some((word) => LYING.test(word))) return subjects;
  if (place === null || !WITH_GROUND.has(kinOf(place)) || WITHOUT_TABLE.has(place)) return subjects;
  const had = new Set(
    subjects.flatMap(({ relation }) => (relation !== null && BY_OTHERS.test(relation.kind) ? [relation.to] : [])),
  );
  const isLoose = (subject: CastSubject, at: number) => isSmallWare(subject) && !had.has(at);
  const loose = subjects.filter(isLoose);
  const others = subjects.filter((one, at) => !isLoose(one, at) && !had.has(at) && !isCarried(one));
  if (loose.length === 0 || others.some(isTiny)) return subjects;
  // In a room with nobody in it the table is close to us.
  if (kinOf(place) === 'interior' && others.length === 0) return subjects;
  const table = subjects.length;
  // Whoever has to do with what is on it stands at it.
  const by = loose.find(({ relation }) => relation !== null)?.relation ?? null;
  const guest = by === null || loose.includes(subjects[by.to]!) ? null : by;
  return [
    ...subjects.map((one) => (loose.includes(one) ? { ...one, relation: { kind: 'on' as const, to: table } } : one)),
    { ...TABLE, relation: guest },
  ];
}

const TABLE: CastSubject = {
  name: 'table',
  own: null,
  vector: vectorForm('wooden-table'),
  count: 1,
  uncounted: false,
  colour: null,
  scale: 1,
  verb: null,
  heading: null,
  relation: null,
};

const BY_OTHERS = /^(holding|wearing|kicking)$/;

function isCarried({ relation }: CastSubject): boolean {
  return relation !== null && /^(held-by|worn-by|on|in)$/.test(relation.kind);
}

function isSmallWare(subject: CastSubject): boolean {
  const { own, vector, relation, scale, verb } = subject;
  const { footing, metres } = traitsOf(subject);
  if (footing !== 'table' || metres > ON_A_TABLE_METRES || scale > 1.5 || !AT_REST.has(verb)) return false;
  if (relation !== null && relation.kind !== 'beside') return false;
  if (own !== null) return subjectOf(own).lies !== 'about';
  return !OF_THE_GROUND.test(vector!.id) && vector!.nature === 'thing';
}

function isTiny(subject: CastSubject): boolean {
  const { own, vector } = subject;
  return isLiving({ own, vector, colour: null, home: null, fit: 'name' }) && traitsOf(subject).metres < CLOSE_BY_METRES;
}
