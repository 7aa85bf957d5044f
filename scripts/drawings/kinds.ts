/** Nouns without a drawing, and the nearest kind above them that has one: a hummingbird is a bird. */
import { type Names, oursAmong } from './names.ts';
import type { Subjects } from './origin.ts';
import { NEVER } from './relatives.ts';
import type { Nouns } from './wordnet.ts';

/** Kinds so wide that their drawing would mislead: not every machine is a car, not every plant a fern. */
const TOO_WIDE = new Set([
  'plant',
  'seat',
  'rock',
  'stone',
  'ball',
  'map',
  'doll',
  'coin',
  'wood',
  'fire',
  'bow',
  'chair',
  'tower',
  'helmet',
  'hat',
  'home',
  'log',
  'leaf',
  'worker',
  'bone',
  'screen',
  'scroll',
  'lock',
  'monument',
  'pin',
  'label',
  'branch',
  'bottle',
  'crystal',
  'construction',
  'herb',
  'guard',
  'soap',
  'dress',
  'knot',
  'chain',
  'pill',
  'person',
  'woman',
  'man',
  'fish',
]);

/** People are told by what they do; of the thousands of words for somebody only these kinds are one person as good as another. */
const PEOPLE = [
  'worker',
  'performer',
  'athlete',
  'adult',
  'juvenile',
  'traveler',
  'relative',
  'friend',
  'creator',
  'artist',
  'fighter',
  'player',
  'entertainer',
  'skilled worker',
  'lover',
  'leader',
  'inhabitant',
  'expert',
  'intellectual',
  'serviceman',
  'religious person',
  'combatant',
];

/** Kinds further above than this say too little. */
const STEPS_MAX = 4;

export function kindsOf(
  names: Names,
  senses: Map<string, string>,
  nouns: Nouns,
  subjects: Subjects,
): Map<string, string> {
  const isOurs = oursAmong(subjects);
  const drawn = new Map<string, string>();
  for (const [kind, words] of subjects) {
    const word = words.split(' ')[0]!;
    const sense = nouns.sensesOf(word)[0];
    if (sense !== undefined && !TOO_WIDE.has(word)) drawn.set(sense, `=${kind}`);
  }
  // A fish is a fish whatever its first sense is about.
  for (const [word, root, kind] of [['fish', 'animal', '=fish']] as const) {
    const top = nouns.sensesOf(root)[0]!;
    const sense = nouns.sensesOf(word).find((one) => nouns.isKindOf(one, top));
    if (sense !== undefined) drawn.set(sense, kind);
  }
  for (const [id, sense] of senses) {
    const named = nouns.wordsOf(sense).some((word) => TOO_WIDE.has(word));
    if (!drawn.has(sense) && !named && !TOO_WIDE.has(id)) drawn.set(sense, id);
  }
  const people = PEOPLE.flatMap((word) => nouns.sensesOf(word)[0] ?? []);
  const things = THINGS.flatMap((word) => nouns.sensesOf(word)[0] ?? []);
  const somebody = nouns.sensesOf('person')[0]!;
  const kinds = new Map<string, string>();
  for (const noun of nouns.all) {
    const sense = nouns.sensesOf(noun)[0];
    // A lasso and a tutu are no people of that name.
    if (sense !== undefined && nouns.isNamed(sense) && nouns.isKindOf(sense, somebody)) {
      const thing = undrawn(noun, things, nouns);
      if (thing !== undefined && nouns.sensesOf(noun).length > 1) kinds.set(noun.replaceAll('-', ' '), thing);
      continue;
    }
    if (sense === undefined || names.has(noun) || isOurs(noun) || NEVER.has(noun)) continue;
    if (!/^[a-z][a-z' -]{2,}$/.test(noun) || isLost(noun, nouns)) continue;
    const kind =
      fruitOf(noun, nouns) ??
      nearest(sense, drawn, nouns) ??
      personOf(noun, people, nouns) ??
      animalOf(noun, drawn, nouns) ??
      undrawn(noun, things, nouns);
    // "Heavy" is a villain on a stage, too; in a picture it is how the snow falls.
    if (/^=(person|woman)$/.test(kind ?? '') && nouns.describes(noun)) continue;
    if (kind !== undefined) kinds.set(noun.replaceAll('-', ' '), kind);
  }
  return kinds;
}

/** A quince is a tree, says the first sense; in a picture it is the fruit, and the tree has it in its name. */
function fruitOf(noun: string, nouns: Nouns): string | undefined {
  const senses = nouns.sensesOf(noun).slice(0, 3);
  const [tree, food] = [nouns.sensesOf('tree')[0]!, nouns.sensesOf('edible fruit')[0]!];
  const nut = nouns.sensesOf('edible nut')[0]!;
  const isEaten = senses.some((sense) => nouns.isKindOf(sense, food) || nouns.isKindOf(sense, nut));
  return isEaten && nouns.isKindOf(senses[0]!, tree) ? '?' : undefined;
}

/** Ashes are of ash, and not several of a tennis player called Ashe. */
function isLost(noun: string, nouns: Nouns): boolean {
  return nouns.isNamed(nouns.sensesOf(noun)[0]!) && noun.endsWith('e') && nouns.sensesOf(noun.slice(0, -1)).length > 0;
}

/** What can be seen and pointed at. */
const THINGS = ['artifact', 'animal', 'food', 'natural object', 'person'];

/** Common words for things that nothing shows, so that whoever asked for one can be told. */
function undrawn(noun: string, things: string[], nouns: Nouns): string | undefined {
  const senses = nouns.sensesOf(noun).slice(0, 2);
  const plain = !noun.includes(' ') || nouns.seen(noun) > 0;
  const seen = senses.some((sense) => things.some((thing) => nouns.isKindOf(sense, thing)));
  // A word for doing something is none for a thing, whatever it leaves behind.
  return plain && seen && !noun.endsWith('ing') ? '?' : undefined;
}

function nearest(sense: string, drawn: Map<string, string>, nouns: Nouns): string | undefined {
  let level = [sense];
  for (let step = 0; step <= STEPS_MAX && level.length > 0; step++) {
    const found = level.map((one) => drawn.get(one)).find((kind) => kind !== undefined);
    if (found !== undefined) return found;
    level = level.flatMap(nouns.kindsOf);
  }
  return undefined;
}

/** Words for somebody by what they do: "keeper", "cyclist". */
const DOER = /(er|or|ist|ian|eer|ster|man|woman)$/;

function personOf(noun: string, people: string[], nouns: Nouns): string | undefined {
  const sense = nouns.sensesOf(noun)[0]!;
  const person = nouns.sensesOf('person')[0]!;
  const known = DOER.test(noun) || people.some((kind) => nouns.isKindOf(sense, kind));
  if (!nouns.isKindOf(sense, person) || !known) return undefined;
  const woman = nouns.sensesOf('woman')[0]!;
  return nouns.isKindOf(sense, woman) ? '=woman' : '=person';
}

/** Words that are an animal only to those who know it. */
const SELDOM_ANIMALS = new Set(
  'kid swift bay ray perch pike skate sole bass jack hind hart cob pen tom monitor carrier admiral game queen drone hack nag bug cub tabby char smelt poster assault stilt hobby comma drill nutcracker secretariat redhead creeper flicker thrasher springer arab cornish hampshire shire shetland cairn phoebe solitaire pacesetter workhorse pecker'.split(
    ' ',
  ),
);

/** A chameleon is somebody who changes, says the first sense; in a picture it is the animal. */
function animalOf(noun: string, drawn: Map<string, string>, nouns: Nouns): string | undefined {
  const animal = nouns.sensesOf('animal')[0]!;
  const sense = nouns
    .sensesOf(noun)
    .slice(0, 3)
    .find((one) => nouns.isKindOf(one, animal));
  return sense === undefined || SELDOM_ANIMALS.has(noun) ? undefined : nearest(sense, drawn, nouns);
}
