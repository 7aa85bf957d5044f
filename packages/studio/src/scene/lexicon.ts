/** The words the studio understands: colours, things with a colour of their own, places, times of day, cameras. */
import { type Colour, fromHex } from '../picture/colour.ts';

function colours(table: Record<string, string>): Map<string, Colour> {
  return new Map(Object.entries(table).map(([word, hex]) => [word, fromHex(hex)]));
}

export const COLOUR_WORDS = colours({
  red: '#d81e2c',
  crimson: '#b3122f',
  scarlet: '#e32619',
  ruby: '#c0143c',
  maroon: '#7a1626',
  burgundy: '#7d1533',
  pink: '#f082ac',
  magenta: '#d42a9b',
  fuchsia: '#dd2fa6',
  coral: '#f9735c',
  salmon: '#f58b76',
  orange: '#f27a1a',
  amber: '#f5a81c',
  copper: '#b86a3a',
  bronze: '#a9743a',
  peach: '#fbbf97',
  yellow: '#f4d21f',
  gold: '#dba823',
  golden: '#dfab2b',
  lime: '#9ed62f',
  green: '#2f9e44',
  emerald: '#139a61',
  olive: '#7d8131',
  mint: '#8fdcb6',
  jade: '#1fa37a',
  teal: '#16858a',
  turquoise: '#2bc0bd',
  cyan: '#25c3de',
  aqua: '#3fcad6',
  blue: '#1f63d3',
  azure: '#2f8ff0',
  navy: '#15295f',
  cobalt: '#1747b5',
  indigo: '#3a2a9a',
  violet: '#7b3fd0',
  purple: '#8331bd',
  lavender: '#b49be6',
  lilac: '#c3a2df',
  brown: '#7a4a2b',
  beige: '#d9c7a2',
  tan: '#c9a577',
  cream: '#f3e7cb',
  ivory: '#f4f0e0',
  white: '#f2f4f6',
  silver: '#b9c0c7',
  grey: '#84898f',
  gray: '#84898f',
  charcoal: '#383c42',
  black: '#17181c',
});

/** Used when a prompt names no colour of its own: a rose is red, a lemon yellow. */
export const THING_COLOURS = colours({
  rose: '#d2213f',
  roses: '#d2213f',
  blood: '#9c1020',
  cherry: '#b81634',
  strawberry: '#dc2a3c',
  apple: '#cf2f2c',
  tomato: '#de3b25',
  tulip: '#e2485f',
  tulips: '#e2485f',
  poppy: '#df3420',
  poppies: '#df3420',
  fire: '#f2661a',
  flame: '#f2661a',
  flames: '#f2661a',
  lava: '#e8470f',
  pumpkin: '#e87b1c',
  autumn: '#d1752a',
  fox: '#d36a24',
  lion: '#c9923c',
  lemon: '#f3d62c',
  banana: '#f1d53f',
  sunflower: '#f0bd1f',
  sunflowers: '#f0bd1f',
  honey: '#dd9b1e',
  wheat: '#ddbb62',
  leaf: '#3f9b3f',
  leaves: '#3f9b3f',
  frog: '#49a33a',
  cactus: '#4f8f4a',
  sapphire: '#1c4fb8',
  whale: '#3a6390',
  dolphin: '#5c87ad',
  grape: '#6a2f8f',
  plum: '#70305f',
  lavenders: '#a48adb',
  blossom: '#f3b3c8',
  blossoms: '#f3b3c8',
  flamingo: '#f287a0',
  chocolate: '#5d3520',
  coffee: '#5a3a26',
  bear: '#6b4a30',
  swan: '#eef1f4',
  pearl: '#e8e4da',
  raven: '#1d1e24',
});

export type Setting = 'sea' | 'mountains' | 'forest' | 'desert' | 'city' | 'meadow' | 'space' | 'snow';

const SETTING_LISTS: Record<Setting, string> = {
  sea: 'sea ocean coast beach wave waves shore surf harbour harbor bay lake river water island sail sailing boat ship',
  mountains: 'mountain mountains peak peaks alps cliff cliffs canyon valley volcano summit ridge ridges',
  forest: 'forest forests woods woodland jungle pine pines tree trees rainforest',
  desert: 'desert dune dunes sand sahara camel oasis',
  city: 'city cities skyline downtown street streets skyscraper skyscrapers town tokyo york building buildings neon',
  meadow: 'meadow field fields hill hills grass grassland countryside garden prairie village farm park',
  space: 'space galaxy nebula cosmos planet planets universe asteroid spaceship astronaut stars orbit',
  snow: 'snow snowy winter ice arctic glacier iceberg frozen blizzard antarctica',
};

export const SETTING_WORDS = new Map<string, Setting>(
  (Object.keys(SETTING_LISTS) as Setting[]).flatMap((setting) =>
    SETTING_LISTS[setting].split(' ').map((word) => [word, setting] as const),
  ),
);

export type Daytime = 'noon' | 'dawn' | 'sunset' | 'dusk' | 'night' | 'storm';

const DAYTIME_LISTS: Record<Daytime, string> = {
  noon: 'noon midday day daylight sunny sunshine afternoon bright summer',
  dawn: 'dawn sunrise morning misty mist',
  sunset: 'sunset sundown evening golden-hour dusky',
  dusk: 'dusk twilight blue-hour',
  night: 'night midnight moonlight moonlit moon nocturnal starry dark stars',
  storm: 'storm stormy thunder rain rainy overcast cloudy fog foggy tempest',
};

export const DAYTIME_WORDS = new Map<string, Daytime>(
  (Object.keys(DAYTIME_LISTS) as Daytime[]).flatMap((daytime) =>
    DAYTIME_LISTS[daytime].split(' ').map((word) => [word, daytime] as const),
  ),
);

/** Lower-case words in order; hyphens and the pair "golden hour" or "blue hour" count as one word. */
export function wordsOf(text: string): string[] {
  const joined = text.toLowerCase().replace(/\b(golden|blue) hour\b/g, '$1-hour');
  return joined.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
}
