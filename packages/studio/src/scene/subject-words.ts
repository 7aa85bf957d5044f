/** Words that name a subject, how many of it are meant, and where each lives when the prompt names no place. */
import { type Colour, fromHex } from '../picture/colour.ts';
import type { Season, Setting } from './place-words.ts';

/** What carries a subject: it stands on the ground, swims on or under water, or hangs in the sky. */
export type Footing = 'ground' | 'surface' | 'water' | 'sky' | 'table';

interface SubjectWords {
  words: string;
  footing: Footing;
  /** 'backdrop' is a plain studio background in the subject's own colour. */
  home: Setting | 'backdrop';
  colour: string;
  /** Height as a share of the frame's when one stands alone in a landscape. */
  size: number;
}

function subject(words: string, footing: Footing, home: Setting | 'backdrop', colour: string, size: number) {
  return { words, footing, home, colour, size } satisfies SubjectWords;
}

export const SUBJECTS = {
  person: subject(
    'person man boy child kid guy traveler traveller hiker tourist explorer people figure runner surfer men children kids',
    'ground',
    'meadow',
    '#c23b3b',
    0.42,
  ),
  woman: subject('woman girl lady dancer bride princess queen women', 'ground', 'meadow', '#c23b6a', 0.42),
  astronaut: subject('astronaut spaceman cosmonaut astronauts', 'ground', 'space', '#eef1f4', 0.5),
  cat: subject('cat kitten kitty cats kittens', 'ground', 'interior', '#d98a3a', 0.44),
  dog: subject('dog puppy dogs puppies corgi retriever', 'ground', 'meadow', '#b87b3e', 0.4),
  fox: subject('fox foxes', 'ground', 'forest', '#d36a24', 0.4),
  horse: subject('horse horses stallion pony mare', 'ground', 'meadow', '#6e4024', 0.48),
  deer: subject('deer stag elk reindeer', 'ground', 'forest', '#8a5a34', 0.5),
  elephant: subject('elephant elephants', 'ground', 'desert', '#8b8f98', 0.52),
  rabbit: subject('rabbit bunny hare rabbits bunnies', 'ground', 'meadow', '#b9a58d', 0.34),
  penguin: subject('penguin penguins', 'ground', 'coast', '#20242c', 0.4),
  owl: subject('owl owls', 'ground', 'forest', '#8a6a44', 0.42),
  frog: subject('frog frogs toad', 'ground', 'meadow', '#49a33a', 0.36),
  bird: subject('bird birds seagull seagulls gull geese swallow flock', 'sky', 'ocean', '#2a2d36', 0.24),
  butterfly: subject('butterfly butterflies moth', 'sky', 'meadow', '#f0861f', 0.26),
  fish: subject('fish fishes goldfish clownfish', 'water', 'underwater', '#f2792a', 0.26),
  whale: subject('whale whales', 'water', 'underwater', '#3a6390', 0.46),
  dolphin: subject('dolphin dolphins', 'water', 'underwater', '#6c95b8', 0.42),
  turtle: subject('turtle turtles tortoise', 'water', 'underwater', '#5c8a4c', 0.34),
  jellyfish: subject('jellyfish jellyfishes medusa', 'water', 'underwater', '#e58ac8', 0.46),
  car: subject('car cars automobile taxi convertible sedan', 'ground', 'road', '#d12b2f', 0.36),
  bus: subject('bus van campervan camper minibus', 'ground', 'road', '#e0a12a', 0.4),
  train: subject('train locomotive railway steam-train', 'ground', 'meadow', '#a82f2a', 0.42),
  bicycle: subject('bicycle bike bicycles bikes cyclist', 'ground', 'road', '#1f8a7a', 0.38),
  airplane: subject('airplane plane aeroplane aircraft jet airliner airplanes', 'sky', 'mountains', '#eef1f4', 0.4),
  balloon: subject('balloon balloons', 'sky', 'desert', '#dc3a3a', 0.4),
  rocket: subject('rocket rockets spaceship spacecraft starship', 'sky', 'space', '#eef0f2', 0.56),
  sailboat: subject('sailboat boat boats sailing sail yacht sailboats', 'surface', 'ocean', '#f6f1e4', 0.36),
  ship: subject('ship ships galleon vessel pirate', 'surface', 'ocean', '#6a4128', 0.46),
  lighthouse: subject('lighthouse lighthouses', 'ground', 'coast', '#d5322f', 0.6),
  house: subject('house cabin cottage hut houses cabins', 'ground', 'meadow', '#b5543c', 0.36),
  castle: subject('castle fortress palace castles', 'ground', 'mountains', '#b3a894', 0.52),
  windmill: subject('windmill mill windmills', 'ground', 'meadow', '#efe6d2', 0.54),
  tree: subject('tree trees oak maple willow', 'ground', 'meadow', '#4b8f3c', 0.62),
  palm: subject('palm palms palmtree coconut', 'ground', 'coast', '#3f8f45', 0.62),
  cactus: subject('cactus cacti saguaro', 'ground', 'desert', '#4f8f4a', 0.46),
  mushroom: subject('mushroom mushrooms toadstool', 'ground', 'forest', '#d2302c', 0.36),
  rose: subject('rose roses', 'table', 'backdrop', '#d2213f', 0.72),
  sunflower: subject('sunflower sunflowers', 'ground', 'meadow', '#f0bd1f', 0.6),
  tulip: subject('tulip tulips', 'ground', 'meadow', '#e2485f', 0.44),
  daisy: subject('daisy daisies flower flowers', 'ground', 'meadow', '#f7f3ea', 0.42),
  apple: subject('apple apples', 'table', 'backdrop', '#cf2f2c', 0.5),
  lemon: subject('lemon lemons', 'table', 'backdrop', '#f3d62c', 0.42),
  strawberry: subject('strawberry strawberries', 'table', 'backdrop', '#dc2a3c', 0.48),
  cake: subject('cake birthday-cake cupcake', 'table', 'backdrop', '#f2a6bd', 0.58),
  pizza: subject('pizza pizzas', 'table', 'backdrop', '#e0a040', 0.6),
  burger: subject('burger hamburger cheeseburger', 'table', 'backdrop', '#c9853a', 0.52),
  icecream: subject('icecream gelato ice-cream sundae', 'table', 'backdrop', '#f7b8c8', 0.68),
  coffee: subject('coffee cappuccino espresso latte mug tea', 'table', 'backdrop', '#8a5a3a', 0.5),
  bottle: subject('bottle perfume fragrance bottles', 'table', 'backdrop', '#d9a05c', 0.66),
  wine: subject('wine champagne goblet wineglass', 'table', 'backdrop', '#8d1d3a', 0.66),
  watch: subject('watch clock wristwatch', 'table', 'backdrop', '#c9a24a', 0.66),
  guitar: subject('guitar guitars', 'table', 'backdrop', '#c2702e', 0.78),
  candle: subject('candle candles candlelight', 'table', 'backdrop', '#f2e3c2', 0.6),
  umbrella: subject('umbrella umbrellas parasol', 'ground', 'city', '#d8303a', 0.44),
  robot: subject('robot robots android', 'ground', 'city', '#9fb2c2', 0.5),
  snowman: subject('snowman snowmen', 'ground', 'meadow', '#f5f8fb', 0.46),
  tent: subject('tent tents camping campsite', 'ground', 'mountains', '#e07b2a', 0.34),
  crystal: subject('crystal crystals diamond diamonds gem', 'table', 'backdrop', '#5cc3e8', 0.56),
  lion: subject('lion lions lioness', 'ground', 'desert', '#d9a24a', 0.46),
  bear: subject('bear bears grizzly', 'ground', 'forest', '#6b4a30', 0.48),
  swan: subject('swan swans goose duck ducks', 'surface', 'ocean', '#f6f8fa', 0.34),
  dragon: subject('dragon dragons wyvern', 'sky', 'mountains', '#3f8a4a', 0.56),
  book: subject('book books novel', 'table', 'backdrop', '#7a2f3a', 0.52),
  shoe: subject('shoe shoes sneaker sneakers', 'table', 'backdrop', '#2f6fd0', 0.54),
  phone: subject('phone smartphone telephone iphone', 'table', 'backdrop', '#2a2d36', 0.7),
  pyramid: subject('pyramid pyramids', 'ground', 'desert', '#d9b070', 0.5),
  bridge: subject('bridge bridges', 'surface', 'ocean', '#c2452e', 0.8),
  tiger: subject('tiger tigers tigress', 'ground', 'forest', '#e08a2c', 0.46),
  panda: subject('panda pandas', 'ground', 'forest', '#f4f3ee', 0.48),
  giraffe: subject('giraffe giraffes', 'ground', 'desert', '#e8c07a', 0.66),
  zebra: subject('zebra zebras', 'ground', 'desert', '#f2efe8', 0.48),
  unicorn: subject('unicorn unicorns', 'ground', 'meadow', '#f4eef6', 0.5),
  wolf: subject('wolf wolves', 'ground', 'forest', '#7f8590', 0.44),
  cow: subject('cow cows cattle bull', 'ground', 'meadow', '#f3efe8', 0.44),
  sheep: subject('sheep lamb lambs goat goats', 'ground', 'meadow', '#f4f0e6', 0.38),
  shark: subject('shark sharks', 'water', 'underwater', '#5f7d92', 0.46),
  motorcycle: subject('motorcycle motorbike motorcycles scooter', 'ground', 'road', '#c8372c', 0.38),
  ramen: subject('ramen noodles soup udon pho noodle', 'table', 'backdrop', '#a83a34', 0.56),
  donut: subject('donut donuts doughnut doughnuts', 'table', 'backdrop', '#f08ab0', 0.56),
  laptop: subject('laptop computer notebook macbook', 'table', 'backdrop', '#c3c8ce', 0.6),
  ufo: subject('ufo ufos saucer', 'sky', 'meadow', '#a9b4c0', 0.44),
  planet: subject('planet planets saturn jupiter', 'sky', 'space', '#8a5fd0', 0.6),
} as const satisfies Record<string, SubjectWords>;

export type SubjectKind = keyof typeof SUBJECTS;

export interface SceneSubject {
  kind: SubjectKind;
  count: number;
  colour: Colour;
  /** Whether the words gave the colour: then every one of them has it. */
  painted: boolean;
  /** A plural without a number: "daisies" may be a whole field of them. */
  uncounted: boolean;
}

export const SUBJECT_KINDS = new Map<string, SubjectKind>(
  (Object.keys(SUBJECTS) as SubjectKind[]).flatMap((kind) =>
    SUBJECTS[kind].words.split(' ').map((word) => [word, kind] as const),
  ),
);

const COUNTS: Record<string, number> = {
  two: 2,
  couple: 2,
  pair: 2,
  both: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  several: 5,
  many: 6,
  some: 3,
  group: 5,
  flock: 7,
  herd: 5,
  school: 7,
  bouquet: 3,
};

/** More than this many of one kind would be too small to be told apart. */
const COUNT_MAX = 9;

/** How many are meant by the words before a subject, else one or, for a plural, three (shoes come in pairs); `said` if words told. */
export function countBefore(words: string[], at: number): { count: number; said: boolean } {
  for (const word of words.slice(Math.max(0, at - 3), at).reverse()) {
    if (SUBJECT_KINDS.has(word) && COUNTS[word] === undefined) break;
    const count = COUNTS[word] ?? (/^\d$/.test(word) ? Number(word) : null);
    if (count !== null) return { count: Math.min(COUNT_MAX, Math.max(1, count)), said: true };
  }
  const several = SUBJECT_KINDS.get(words[at]!) === 'shoe' ? 2 : 3;
  return { count: isPlural(words[at]!) ? several : 1, said: false };
}

function isPlural(word: string): boolean {
  if (word === 'people' || word === 'flock' || word === 'geese' || word === 'cacti') return true;
  return word.endsWith('s') && SUBJECT_KINDS.has(word.replace(/(ies|es|s)$/, (end) => (end === 'ies' ? 'y' : '')));
}

const LEAVES: Record<Season, string> = { spring: '#f0a9c4', summer: '#4b8f3c', autumn: '#d9782a', winter: '#dfe8f0' };

/** The colour of a subject the prompt gives none: a tree follows its season. */
export function ownColour(kind: SubjectKind, season: Season | null): Colour {
  return fromHex(kind === 'tree' && season !== null ? LEAVES[season] : SUBJECTS[kind].colour);
}

/** How fast those with legs, wings or fins go about it. */
export type Pace = 'rest' | 'walk' | 'run';

export const PACE_WORDS = new Map<string, Pace>([
  ...'walking walks walk strolling wandering riding rides swimming dancing dances marching'
    .split(' ')
    .map((word) => [word, 'walk'] as const),
  ...'running runs run galloping gallops racing races jumping sprinting driving drives drifting flying chasing fast'
    .split(' ')
    .map((word) => [word, 'run'] as const),
]);

export function readPace(words: string[]): Pace {
  const named = words.find((word) => PACE_WORDS.has(word));
  return named === undefined ? 'rest' : PACE_WORDS.get(named)!;
}

/** What somebody does with something: sits on it, or stands on it, in the waves or on land. */
export type Deed = 'riding' | 'surfing' | 'perched';

export const DEED_WORDS = new Map<string, Deed>([
  ...'riding rides rider'.split(' ').map((word) => [word, 'riding'] as const),
  ['on-rock', 'perched'],
  ...'surfing surfs surfer surfboard'.split(' ').map((word) => [word, 'surfing'] as const),
]);

/** Some subjects bring their season with them. */
export function seasonOf(subjects: SceneSubject[]): Season | null {
  return subjects.some(({ kind }) => kind === 'snowman' || kind === 'penguin') ? 'winter' : null;
}
