/** Words that name where and when a scene plays, its weather, its season and the style it is painted in. */

function lexicon<T extends string>(lists: Record<T, string>): Map<string, T> {
  return new Map(
    (Object.keys(lists) as T[]).flatMap((key) => lists[key].split(' ').map((word) => [word, key] as const)),
  );
}

export type Setting =
  | 'coast'
  | 'ocean'
  | 'mountains'
  | 'forest'
  | 'desert'
  | 'city'
  | 'village'
  | 'meadow'
  | 'space'
  | 'underwater'
  | 'interior'
  | 'road';

export type Daytime = 'noon' | 'dawn' | 'sunset' | 'dusk' | 'night';

export const DAYTIME_WORDS = lexicon<Daytime>({
  noon: 'noon midday day daylight sunny sunshine afternoon bright daytime',
  dawn: 'dawn sunrise morning daybreak',
  sunset: 'sunset sundown evening golden-hour',
  dusk: 'dusk twilight blue-hour dusky',
  night: 'night midnight moonlight moonlit nocturnal starry dark',
});

export type Weather = 'clear' | 'cloudy' | 'rain' | 'storm' | 'fog' | 'snow';

export const WEATHER_WORDS = lexicon<Weather>({
  clear: 'clear cloudless',
  cloudy: 'overcast cloudy grey-sky',
  rain: 'rain rainy raining drizzle downpour wet hail hailstorm sleet shower showers',
  storm: 'storm stormy thunder tempest thunderstorm lightning hurricane',
  fog: 'fog foggy mist misty haze hazy sandstorm duststorm smog',
  snow: 'snow snowy snowfall snowing blizzard snowstorm',
});

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

export const SEASON_WORDS = lexicon<Season>({
  spring: 'spring springtime blossoming',
  summer: 'summer summertime',
  autumn: 'autumn autumnal fall',
  winter: 'winter wintry ice icy arctic frozen iceberg antarctica frosty snow snowy',
});

export type Style = 'noir' | 'vintage' | 'watercolour' | 'neon' | 'sketch' | 'pixel' | 'oil' | 'film';

export const STYLE_WORDS = lexicon<Style>({
  noir: 'noir monochrome black-and-white greyscale grayscale',
  vintage: 'vintage retro sepia nostalgic polaroid',
  watercolour: 'watercolour watercolor aquarelle',
  neon: 'neon cyberpunk synthwave vaporwave',
  sketch: 'sketch pencil drawing line-art charcoal-drawing',
  pixel: 'pixel pixel-art pixelated 8-bit 16-bit',
  oil: 'oil impressionist impressionism brushstrokes painterly gogh monet',
  film: 'film movie cinematic blockbuster anamorphic',
});
