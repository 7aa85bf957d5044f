/** What a low `cfg_scale` allows: an hour, clouds, company and colours that the words left open and did not ask for. */
import { fromHue } from '../picture/colour.ts';
import type { Random } from '../picture/random.ts';
import type { SubjectKind } from '../subjects/index.ts';
import type { CastSubject } from './cast.ts';
import { type Palette, tintPalette } from './palette.ts';
import type { Daytime, Setting, Weather } from './place-words.ts';
import { plainSubject } from './traits.ts';

export interface Liberties {
  daytime: Daytime | null;
  weather: Weather | null;
  company(setting: Setting | 'backdrop' | null): CastSubject[];
  recolour(palette: Palette): Palette;
}

const HOURS: Daytime[] = ['dawn', 'sunset', 'dusk'];

const COMPANY: Record<Setting | 'backdrop', [SubjectKind, number][]> = {
  coast: [
    ['palm', 1],
    ['bird', 5],
    ['sailboat', 1],
  ],
  ocean: [
    ['sailboat', 1],
    ['bird', 5],
    ['dolphin', 1],
  ],
  mountains: [
    ['house', 1],
    ['bird', 5],
    ['balloon', 2],
  ],
  forest: [
    ['deer', 1],
    ['mushroom', 2],
    ['owl', 1],
  ],
  desert: [
    ['cactus', 2],
    ['balloon', 2],
  ],
  city: [
    ['bird', 5],
    ['balloon', 2],
  ],
  village: [
    ['tree', 1],
    ['bird', 5],
  ],
  meadow: [
    ['tree', 1],
    ['balloon', 2],
    ['butterfly', 2],
  ],
  space: [
    ['rocket', 1],
    ['planet', 1],
  ],
  underwater: [
    ['fish', 5],
    ['turtle', 1],
  ],
  interior: [
    ['cat', 1],
    ['candle', 1],
  ],
  road: [
    ['tree', 1],
    ['bird', 5],
  ],
  backdrop: [],
};

/** `freedom` from 0, where nothing unasked is drawn, to 1; each liberty is taken more often the more there is. */
export function takeLiberties(freedom: number, random: Random): Liberties {
  // Half of the scale and above keeps to the words: what people get who never heard of it.
  const daring = Math.max(0, freedom * 2 - 1);
  const dare = () => random() < daring;
  const daytime = dare() ? HOURS[Math.floor(random() * HOURS.length)]! : null;
  const weather = dare() && random() < 0.5 ? 'cloudy' : null;
  const invites = dare();
  const choice = random();
  const hue = fromHue(random() * 360, 0.6, 0.5);
  const tint = dare() ? 0.1 + 0.25 * random() : 0;
  return {
    daytime,
    weather,
    company(setting) {
      const guests = invites && setting !== null ? COMPANY[setting] : [];
      const guest = guests[Math.floor(choice * guests.length)];
      if (guest === undefined) return [];
      const [kind, count] = guest;
      return [plainSubject(kind, count)];
    },
    recolour: (palette) =>
      tint === 0 ? palette : { ...tintPalette(palette, [hue], { ground: tint, sky: tint }), accents: palette.accents },
  };
}
