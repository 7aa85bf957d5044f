/** From a prompt to a scene: place, hour, weather, subjects, colours, style and camera, which painters and sound share. */
import { createRandom, hashWords } from '../picture/random.ts';
import { legibility } from '../picture/stroke-font.ts';
import { subjectOf } from '../subjects/index.ts';
import { inPlace, onRock } from './bodies.ts';
import { type Camera, readCamera } from './camera.ts';
import type { CastSubject, Place } from './cast.ts';
import { COLOUR_WORDS, THING_COLOURS } from './colour-words.ts';
import { type NamedColours, readColours } from './colours.ts';
import { emblemOf } from './emblems.ts';
import { withoutExcluded } from './exclusions.ts';
import { readHeading } from './heading.ts';
import { namedBy } from './lexicon.ts';
import { takeLiberties } from './liberties.ts';
import type { ReadSubjects } from './mentions.ts';
import { respelt } from './misspelt.ts';
import { withMounts } from './mounts.ts';
import { type Pace, readPace } from './pace.ts';
import { emblemPalette, type Palette, type PlaceAndTime, placePalette, tintPalette, tintSky } from './palette.ts';
import { kinOf } from './place-kin.ts';
import {
  DAYTIME_WORDS,
  type Daytime,
  SEASON_WORDS,
  type Season,
  type Setting,
  STYLE_WORDS,
  type Style,
  WEATHER_WORDS,
  type Weather,
} from './place-words.ts';
import { type Places, readPlaces, unseenPlaces } from './places.ts';
import { readSky, SKY_WORDS, type SkyThings } from './sky-words.ts';
import { DEED_WORDS, type Deed, LENT_COLOURS, seasonOf } from './subject-words.ts';
import { readSubjects } from './subjects.ts';
import { onTables } from './tables.ts';
import { titleOf } from './title.ts';
import { tokensOf } from './tokens.ts';
import { colourOf, traitsOf } from './traits.ts';
import { type ReadWords, readWords, wordsOf } from './words.ts';
import { withoutWritten } from './written.ts';

const ALL_THING_COLOURS = new Map([...THING_COLOURS, ...LENT_COLOURS]);

export interface Scene {
  /** Null: no place was named, and the words become an emblem. */
  place: Place | null;
  /** The broad kind of the place, by which palettes, weather and sound go; 'backdrop' is a plain one behind a thing. */
  setting: Setting | 'backdrop' | null;
  beyond: Places['beyond'];
  /** Whether the country in front has a lake in it. */
  lake: Places['lake'];
  daytime: Daytime;
  weather: Weather;
  season: Season | null;
  subjects: CastSubject[];
  pace: Pace;
  deed: Deed | null;
  sky: SkyThings;
  style: Style | null;
  /** Words nothing else in the picture stands for, to be written into it. */
  title: string | null;
  /** What the words ask for and the picture does not show, in sentences for whoever asked. */
  notes: string[];
  palette: Palette;
  camera: Camera;
  /** How much larger than usual the subjects are: 1 is a medium shot. */
  closeness: number;
  /** From 0, where the words stand large and in the middle, to 1, where chance composes. */
  freedom: number;
  seed: number;
}

export interface SceneWords {
  prompt: string;
  negativePrompt: string | null;
  /** From 0 (free) to 1 (strict): how far the picture may stray from the words. */
  cfgScale: number | null;
  seed: number;
}

export function readScene(words: SceneWords): Scene {
  const { prompt, written } = withoutWritten(words.prompt);
  const scene = readDrawn({ ...words, prompt });
  if (written === null) return scene;
  if (legibility(written) >= 0.5) return { ...scene, title: written };
  return { ...scene, notes: [...scene.notes, `The picture does not show "${written}".`] };
}

/** Of words all of which are there to be drawn. */
function readDrawn(words: SceneWords): Scene {
  const { excluded, ...asked } = withoutExcluded(readWords(words.prompt));
  const negative = wordsOf(words.negativePrompt ?? '');
  const wanted = withoutUnwanted(asked, negative);
  const unwanted = [...negative, ...excluded];
  const asWritten = sceneOf(words, wanted, unwanted);
  const isLost = asWritten.title !== null && emblemOf(wanted.words) === null;
  const scene = (isLost ? spelt(words, wanted, unwanted) : null) ?? asWritten;
  const empty = scene.subjects.length === 0 && (scene.title !== null || scene.place === null);
  // What has no shape has an emblem, which says more than its letters.
  const emblem = empty ? emblemOf(wanted.words) : null;
  if (emblem === null && isNothing(scene, wanted.words)) return { ...scene, notes: undrawn(words.prompt) };
  if (emblem === null) return scene;
  const shown = sceneOf(words, { ...wanted, words: emblem.words, stops: new Set() }, unwanted);
  const before = scene.notes.filter((note) => !shown.notes.includes(note) && !note.includes(`"${emblem.name}"`));
  return { ...shown, notes: [...before, ...shown.notes, `"${emblem.name}" is shown by ${emblem.picture}.`] };
}

/** What a prompt shows whose words were misspelt, or null where it shows no more of what it is about. */
function spelt(words: SceneWords, wanted: ReadWords, unwanted: string[]): Scene | null {
  const found = respelt(wanted.words, wanted.stops);
  if (found === null) return null;
  const scene = sceneOf(words, { ...wanted, words: found.words }, unwanted);
  const notes = found.read.map(([written, as]) => `"${written}" is read as "${as}".`);
  return scene.title === null ? { ...scene, notes: [...scene.notes, ...notes] } : null;
}

/** Numbers, dots and praise name nothing: whoever wrote them is told so. */
function isNothing({ subjects, place, notes }: Scene, words: string[]): boolean {
  const shown = subjects.length > 0 || place !== null || words.some((word) => COLOUR_WORDS.has(word));
  return !shown && notes.length === 0;
}

const TOLD_LENGTH = 40;

function undrawn(prompt: string): string[] {
  const letters = [...prompt.trim()];
  const cut = letters.length > TOLD_LENGTH ? `${letters.slice(0, TOLD_LENGTH).join('')}…` : letters.join('');
  return cut === '' ? [] : [`The studio has no drawing of "${cut}".`];
}

function sceneOf(words: SceneWords, { words: wanted, stops, unseen }: ReadWords, unwanted: string[]): Scene {
  const seed = (hashWords(wanted.join(' ')) ^ Math.imul(words.seed + 1, 0x9e3779b1)) >>> 0;
  const freedom = 1 - Math.min(1, Math.max(0, words.cfgScale ?? 0.5));
  const liberties = takeLiberties(freedom, createRandom(seed ^ 0x11be27));
  const namedSeason = firstOf(wanted, SEASON_WORDS);
  const read = readSubjects(tokensOf(wanted, stops));
  const { taken } = read;
  // The sentence is about the first: that is who goes where it tells.
  const heading = readHeading(words.prompt);
  const deed = firstOf(wanted, DEED_WORDS);
  const named = withMounts(
    read.subjects.map((subject, at) => (at === 0 ? { ...onRock(subject, deed), heading } : subject)),
  );
  const sky = readSky(wanted, unwanted);
  const places = readPlaces(
    wanted,
    read.places.map(({ place }) => place),
    named,
  );
  const season = namedSeason ?? seasonOf(named);
  const drawnNames = new Set(named.map(({ name }) => name));
  const style = firstOf(
    wanted.filter((word) => !drawnNames.has(word)),
    STYLE_WORDS,
  );
  const hour = firstOf(wanted, DAYTIME_WORDS) ?? (sky.night || style === 'neon' ? 'night' : null);
  const title = headOf(read) ?? (named.length > 0 || places.place !== null ? null : titleOf(wanted, words.prompt));
  const place =
    places.place ?? read.home ?? outside(homeOf(named), wanted) ?? (title === null ? sceneryOf(wanted) : null);
  const setting = place === null ? null : kinOf(place);
  const daytime = hour ?? liberties.daytime ?? (setting === 'space' ? 'night' : 'noon');
  // Where donuts rain no water does.
  const dry = named.some(({ verb }) => verb === 'rain');
  const weather =
    firstOf(dry ? wanted.filter((word) => !word.startsWith('rain')) : wanted, WEATHER_WORDS) ??
    liberties.weather ??
    'clear';
  const subjects = onTables(
    [...named.map((subject) => inPlace(subject, place)), ...liberties.company(setting).filter(isNewTo(named))],
    place,
    wanted,
  );
  const colours = readColours(wanted, taken);
  if (subjects.length === 0 && colours.place.length === 0) colours.place.push(...allOf(wanted, ALL_THING_COLOURS));
  const choice = {
    daytime,
    beyond: places.beyond,
    weather,
    season,
    colours,
    subjects: named,
    freedom,
    seed,
    hourNamed: hour !== null,
  };
  return {
    ...places,
    place,
    setting,
    daytime,
    weather,
    season,
    subjects,
    pace: readPace(wanted),
    deed,
    sky,
    style,
    title,
    notes: notesOf(read, [
      ...unseen,
      ...unseenPlaces(read.places, places),
      ...unseenSky(sky, place),
      ...unseenRock(deed, named),
    ]),
    palette: liberties.recolour(choosePalette(setting, choice)),
    camera: readCamera(words.prompt, createRandom(seed ^ 0xca3e7a)),
    closeness: 1,
    freedom,
    seed,
  };
}

/** What a prompt is about is written where it is not drawn, whatever is drawn beside it; of all else the notes tell. */
function headOf({ head, subjects, places }: ReadSubjects): string | null {
  if (head === null) return null;
  if (subjects.length > 0) return head.is === 'noun' ? head.name : null;
  return places.length > 0 ? head.name : null;
}

/** "no cars" takes every word for a car away, and the colour that was its own with it. */
function withoutUnwanted({ words, stops, ...rest }: ReadWords, unwanted: string[]): ReadWords {
  const drawings = new Set(unwanted.flatMap(drawingsOf));
  const isUnwanted = (word: string) =>
    unwanted.includes(word) || drawingsOf(word).some((drawing) => drawings.has(drawing));
  // A lemon tree is a tree, too.
  const goes = (word: string | undefined) =>
    word !== undefined &&
    (isUnwanted(word) || (drawingsOf(word).length > 0 && isUnwanted(word.slice(word.lastIndexOf('-') + 1))));
  const kept: string[] = [];
  const keptStops = new Set<number>();
  words.forEach((word, at) => {
    if (stops.has(at)) keptStops.add(kept.length);
    if (!goes(word) && !(COLOUR_WORDS.has(word) && goes(words[at + 1]))) kept.push(word);
  });
  return { ...rest, words: kept, stops: keptStops };
}

function drawingsOf(word: string): string[] {
  const meaning = namedBy(word);
  if (meaning?.kind !== 'drawable') return [];
  return [meaning.drawable.own ?? meaning.drawable.vector!.id];
}

function notesOf({ undrawn, crowded, nearest, unseen }: ReadSubjects, alsoUnseen: string[]): string[] {
  const words = [...unseen, ...alsoUnseen].filter(
    (word) => ![...undrawn, ...crowded].some((name) => name.includes(word)),
  );
  return [
    ...undrawn.map((name) => `The studio has no drawing of "${name}".`),
    ...crowded.map((name) => `There is no room for "${name}" beside the others.`),
    ...(words.length === 0 ? [] : [`The picture does not show ${words.map((word) => `"${word}"`).join(', ')}.`]),
    ...nearest.map(({ name, as }) => `"${name}" is drawn as what it is a kind of: ${as}.`),
  ];
}

/** What flies or swims in its drawing stands on none. */
function unseenRock(deed: Deed | null, [first]: CastSubject[]): string[] {
  const stands = first === undefined || !['sky', 'water'].includes(traitsOf(first).footing);
  return deed === 'perched' && !stands ? ['rock'] : [];
}

/** Under a roof, and where leaves are all around, no sky is seen. */
const WITHOUT_SKY = new Set<Place | null>(['waterfall', 'rainforest', 'cave', 'backdrop', 'underwater']);

function unseenSky(sky: SkyThings, place: Place | null): string[] {
  if (!WITHOUT_SKY.has(place) && (place === null || kinOf(place) !== 'interior')) return [];
  const asked = (['rainbow', 'aurora', 'comet'] as const).filter((thing) => sky[thing] === 'shown');
  return asked;
}

function isNewTo(named: CastSubject[]): (guest: CastSubject) => boolean {
  return ({ own }) => !named.some((subject) => subject.own === own);
}

interface PaletteChoice extends Omit<PlaceAndTime, 'setting'> {
  colours: NamedColours;
  subjects: CastSubject[];
  freedom: number;
  seed: number;
  hourNamed: boolean;
}

function choosePalette(setting: Scene['setting'], choice: PaletteChoice): Palette {
  const { colours, subjects } = choice;
  if (setting === null || setting === 'backdrop') {
    const own = setting === 'backdrop' ? subjects.map((subject) => colourOf(subject, choice.season)) : [];
    const wall = colours.background[0];
    const palette = emblemPalette([...own, ...colours.place], choice);
    if (wall === undefined) return palette;
    return { ...emblemPalette([wall], choice), accents: palette.accents };
  }
  const ground = 0.96 - 0.36 * choice.freedom;
  // An hour that was named keeps its sky: a blue ocean at sunset still has an orange horizon.
  // Water shows the sky, so its colour must be in both.
  const mirrored = setting === 'ocean' || setting === 'coast' ? 1.8 : 1;
  const sky = ground * mirrored * (choice.hourNamed ? 0.2 : 0.32);
  const tinted = tintPalette(placePalette({ ...choice, setting }), [...colours.place, ...colours.background], {
    ground,
    sky,
  });
  return colours.sky[0] === undefined ? tinted : tintSky(tinted, colours.sky[0], ground);
}

/** Where the first subject lives; who rides is where the mount lives, and birds and fish are where the others stand. */
function homeOf(subjects: CastSubject[]): Place | null {
  if (subjects.some(({ verb }) => verb === 'rain')) return 'meadow';
  const rides = subjects.find(({ relation }) => relation?.kind === 'riding')?.relation ?? null;
  const mount = rides === null ? undefined : subjects[rides.to];
  // A branch grows where trees do.
  if (subjects.some(({ vector }) => vector?.id === 'branch')) return 'forest';
  const standing = subjects.find((subject) => !['sky', 'water'].includes(traitsOf(subject).footing));
  const furniture = subjects.find((subject) => isFurniture(subject));
  const first = mount ?? furniture ?? standing ?? subjects[0];
  const home = first === undefined ? null : (homeOfOther(first, subjects) ?? traitsOf(first).home);
  // Flowers grow in no street: whoever waters them is where they do.
  const flower = subjects.find(
    ({ own, relation }) => own !== null && subjectOf(own).flower !== undefined && relation?.kind !== 'in',
  );
  if (flower !== undefined && (home === 'city' || home === 'street')) return 'garden';
  // Nor do trees on a road.
  return home === 'road' && subjects.some(isRooted) ? 'meadow' : home;
}

function isRooted({ own, vector }: CastSubject): boolean {
  return own === null ? /^(deciduous-tree|evergreen-tree)$/.test(vector!.id) : subjectOf(own).road === 'off';
}

/** Who is on a tree, before a castle or in a boat is where that is, and not at home. */
function homeOfOther(first: CastSubject, subjects: CastSubject[]): Place | null {
  const other = first.relation === null ? undefined : subjects[first.relation.to];
  if (other === undefined) return null;
  const { home, metres, footing } = traitsOf(other);
  // A train before a mountain is in no station.
  if (metres >= LANDMARK_METRES && home !== 'backdrop') return home;
  // Flowers in a vase and lemons in a basket are where that is.
  if (footing === 'table' && (first.relation!.kind === 'in' || first.relation!.kind === 'on')) return home;
  // Whoever is in a boat is on the water.
  if (footing === 'surface' && (first.relation!.kind === 'in' || first.relation!.kind === 'on')) return home;
  // Whoever is on a swing is where swings are.
  const carries = ['on', 'in', 'riding'].includes(first.relation!.kind) && metres >= 0.8 * traitsOf(first).metres;
  if (first.relation!.kind === 'in' && kinOf(home) === 'interior') return home;
  if (carries && footing === 'ground' && home !== 'backdrop') return home;
  if (kinOf(traitsOf(first).home) !== 'interior') return null;
  // Nor is a fire or a bench out of doors where a cat lives.
  const stands = other.vector?.nature === 'thing' && footing === 'ground';
  return (stands || metres >= TALL_METRES) && kinOf(home) !== 'interior' && home !== 'backdrop' ? home : null;
}

const TALL_METRES = 3;
const LANDMARK_METRES = 200;

/** Whoever sits by a fireplace is in its room. */
function isFurniture(subject: CastSubject): boolean {
  const { home, footing } = traitsOf(subject);
  return subject.vector?.nature === 'thing' && footing === 'ground' && kinOf(home) === 'interior';
}

/** Whoever lives in a room has left it where the words tell of snow, rain or the sky. */
function outside(home: Place | null, words: string[]): Place | null {
  const open = words.some((word) => WEATHER_WORDS.has(word) || SEASON_WORDS.has(word) || SKY_WORDS.has(word));
  return home === 'interior' && open ? 'meadow' : home;
}

/** What a prompt shows that names only weather, season, an hour or something in the sky. */
function sceneryOf(words: string[]): Setting | null {
  if (words.some((word) => WEATHER_WORDS.get(word) === 'storm')) return 'ocean';
  if (words.some((word) => WEATHER_WORDS.get(word) === 'rain')) return 'city';
  if (words.some((word) => WEATHER_WORDS.get(word) === 'fog')) return 'forest';
  if (words.some((word) => SEASON_WORDS.has(word) || WEATHER_WORDS.has(word) || SKY_WORDS.has(word)))
    return 'mountains';
  return words.some((word) => DAYTIME_WORDS.has(word)) ? 'ocean' : null;
}

function firstOf<T>(words: string[], lexicon: Map<string, T>): T | null {
  for (const word of words) {
    const found = lexicon.get(word);
    if (found !== undefined) return found;
  }
  return null;
}

function allOf<T>(words: string[], lexicon: Map<string, T>): T[] {
  return words.filter((word) => lexicon.has(word)).map((word) => lexicon.get(word)!);
}
