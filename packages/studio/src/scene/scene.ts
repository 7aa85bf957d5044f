/** From a prompt to a scene: place, hour, weather, subjects, colours, style and camera, which painters and sound share. */
import type { Colour } from '../picture/colour.ts';
import { createRandom, hashWords } from '../picture/random.ts';
import { type Camera, readCamera } from './camera.ts';
import { COLOUR_WORDS, THING_COLOURS } from './colour-words.ts';
import { emblemPalette, type Palette, placePalette, tintPalette } from './palette.ts';
import {
  DAYTIME_WORDS,
  type Daytime,
  SEASON_WORDS,
  SETTING_WORDS,
  type Season,
  type Setting,
  STYLE_WORDS,
  type Style,
  WEATHER_WORDS,
  type Weather,
  wordsOf,
} from './place-words.ts';
import { readSky, SKY_WORDS, type SkyThings } from './sky-words.ts';
import { countBefore, ownColour, type SceneSubject, SUBJECT_KINDS, SUBJECTS, seasonOf } from './subject-words.ts';
import { titleOf } from './title.ts';

export interface Scene {
  /** Null: no place was named, and the words become an emblem; 'backdrop' is a plain one behind a thing. */
  setting: Setting | 'backdrop' | null;
  daytime: Daytime;
  weather: Weather;
  season: Season | null;
  subjects: SceneSubject[];
  sky: SkyThings;
  style: Style | null;
  /** Whether mountains stand at a lake. */
  lake: 'shown' | 'absent';
  /** Words nothing else in the picture stands for, to be written into it. */
  title: string | null;
  palette: Palette;
  camera: Camera;
  seed: number;
}

export interface SceneWords {
  prompt: string;
  negativePrompt: string | null;
  /** From 0 (free) to 1 (strict): how far the named colours take over. */
  cfgScale: number | null;
  seed: number;
}

const LAKE_WORDS = new Set(['lake', 'river', 'fjord', 'water', 'reflection', 'mirror']);

export function readScene(words: SceneWords): Scene {
  const unwanted = new Set(wordsOf(words.negativePrompt ?? ''));
  const wanted = wordsOf(words.prompt).filter((word) => !unwanted.has(word));
  const seed = (hashWords(wanted.join(' ')) ^ Math.imul(words.seed + 1, 0x9e3779b1)) >>> 0;
  const namedSeason = firstOf(wanted, SEASON_WORDS);
  const { subjects, taken } = readSubjects(wanted, namedSeason);
  const sky = readSky(wanted);
  const place = firstOf(wanted, SETTING_WORDS);
  const weather = firstOf(wanted, WEATHER_WORDS) ?? 'clear';
  const season = namedSeason ?? seasonOf(subjects);
  const style = firstOf(wanted, STYLE_WORDS);
  const dark = sky.night || style === 'neon';
  const hour = firstOf(wanted, DAYTIME_WORDS) ?? (dark ? 'night' : null);
  const title = titleOf(wanted, subjects.length > 0);
  const setting = place ?? homeOf(subjects) ?? (title === null ? sceneryOf(wanted) : null);
  const daytime = hour ?? (setting === 'space' ? 'night' : 'noon');
  const named = wanted.flatMap((word, at) =>
    COLOUR_WORDS.has(word) && !SETTING_WORDS.has(word) && !taken.has(at) ? [COLOUR_WORDS.get(word)!] : [],
  );
  const ownTints = setting === 'backdrop' ? subjects.map(({ colour }) => colour) : [];
  const things = subjects.length > 0 ? [] : allOf(wanted, THING_COLOURS);
  const tints = [...ownTints, ...(named.length > 0 ? named : things)];
  const strictness = Math.min(1, Math.max(0, words.cfgScale ?? 0.5));
  return {
    setting,
    daytime,
    weather,
    season,
    subjects,
    sky,
    style,
    lake: wanted.some((word) => LAKE_WORDS.has(word)) ? 'shown' : 'absent',
    title,
    palette: choosePalette({ setting, daytime, weather, season, tints, strictness, seed, hourNamed: hour !== null }),
    camera: readCamera(words.prompt, createRandom(seed ^ 0xca3e7a)),
    seed,
  };
}

interface PaletteChoice {
  setting: Scene['setting'];
  daytime: Daytime;
  weather: Weather;
  season: Season | null;
  tints: Colour[];
  strictness: number;
  seed: number;
  hourNamed: boolean;
}

function choosePalette(choice: PaletteChoice): Palette {
  const { setting, tints } = choice;
  if (setting === null || setting === 'backdrop') return emblemPalette(tints, choice);
  const ground = 0.4 + 0.5 * choice.strictness;
  // An hour that was named keeps its sky: a blue ocean at sunset still has an orange horizon.
  const sky = ground * (choice.hourNamed ? 0.45 : 0.85);
  return tintPalette(placePalette({ ...choice, setting }), tints, { ground, sky });
}

/** Subjects in the order they are named, each kind once; a colour just before one belongs to it and not to the place. */
function readSubjects(words: string[], season: Season | null): { subjects: SceneSubject[]; taken: Set<number> } {
  const subjects: SceneSubject[] = [];
  const taken = new Set<number>();
  words.forEach((word, at) => {
    const kind = SUBJECT_KINDS.get(word);
    if (kind === undefined || STYLE_WORDS.has(word)) return;
    const colourAt = [at - 1, at - 2, at - 3].find(
      (before) => COLOUR_WORDS.has(words[before] ?? '') && !taken.has(before) && joins(words.slice(before + 1, at)),
    );
    const count = countBefore(words, at);
    const known = subjects.find((subject) => subject.kind === kind);
    if (colourAt !== undefined) taken.add(colourAt);
    const colour = colourAt === undefined ? ownColour(kind, season) : COLOUR_WORDS.get(words[colourAt]!)!;
    if (known === undefined) subjects.push({ kind, count, colour });
    else known.count = Math.max(known.count, count);
  });
  return { subjects: subjects.slice(0, 4), taken };
}

/** Whether words between a colour and a subject let the one describe the other: "red and big house" yes, "sky, a" no. */
function joins(between: string[]): boolean {
  return between.every((word) => !SETTING_WORDS.has(word) && !SUBJECT_KINDS.has(word) && !SKY_WORDS.has(word));
}

function homeOf(subjects: SceneSubject[]): Scene['setting'] {
  const first = subjects[0];
  return first === undefined ? null : SUBJECTS[first.kind].home;
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
