/** Emoji as words: the phrase by which a prompt would ask for what each of them shows. */
import { type Chosen, plain } from './chosen.ts';
import type { Libraries } from './libraries.ts';
import type { IsOurs, Names } from './names.ts';

/** `sign`: a face, a gesture or an ornament, which goes with what else is asked for and is drawn only by itself. */
export type Manner = 'thing' | 'sign';

/** Weathers, hours and places are scenes and no drawings; of some others the label is not what a prompt would say. */
const MEANT: Record<string, string> = {
  'beach with umbrella': 'beach',
  desert: 'desert',
  'national park': 'river',
  foggy: 'foggy city',
  'night with stars': 'city night',
  cityscape: 'city',
  'sunrise over mountains': 'mountains sunrise',
  sunrise: 'sea sunrise',
  'cityscape at dusk': 'city dusk',
  sunset: 'city sunset',
  'bridge at night': 'bridge night',
  metro: 'subway train',
  station: 'railway station',
  'mountain railway': 'mountains train',
  'oncoming automobile': 'car',
  automobile: 'car',
  motorway: 'motorway',
  'railway track': 'train',
  shower: 'bathroom',
  'milky way': 'stars',
  star: 'stars',
  'glowing star': 'stars',
  'shooting star': 'meteor',
  sun: 'sun',
  'sun with face': 'sun',
  'full moon face': 'moon',
  cloud: 'cloudy',
  'sun behind cloud': 'cloudy',
  'sun behind small cloud': 'cloudy',
  'sun behind large cloud': 'cloudy',
  'sun behind rain cloud': 'rain',
  'cloud with rain': 'rain',
  'cloud with snow': 'snow',
  'cloud with lightning': 'lightning',
  'cloud with lightning and rain': 'thunderstorm',
  'high voltage': 'lightning',
  fog: 'fog',
  'wind face': 'windy',
  cyclone: 'storm',
  snowflake: 'snow',
  rainbow: 'rainbow',
  'umbrella with rain drops': 'umbrella rain',
  'snowman without snow': 'snowman',
  'moon viewing ceremony': 'moon',
  'water wave': 'sea',
  elevator: 'elevator',
  'person in steamy room': 'person',
  'man in steamy room': 'man',
  'woman in steamy room': 'woman',
  'person mountain biking': 'person biking',
  'man mountain biking': 'man biking',
  'woman mountain biking': 'woman biking',
  'japanese post office': 'post office',
  'deciduous tree': 'tree',
  'red apple': 'apple',
  person: 'person',
  child: 'child',
  chicken: 'chicken',
  boar: 'boar',
  tram: 'tram',
  ice: 'ice cube',
  balloon: 'party balloon',
  cooking: 'fried egg',
  'ice cream': 'icecream',
  'soft ice cream': 'icecream',
  bank: 'office building',
  pencil: 'a pencil',
  school: 'schoolhouse',
  construction: 'construction site',
  'jack o lantern': 'carved pumpkin',
  '1st place medal': 'first place medal',
  '2nd place medal': 'second place medal',
  '3rd place medal': 'third place medal',
  'performing arts': 'theatre masks',
  piñata: 'pinata',
  ticket: 'admission tickets',
  'clutch bag': 'pouch',
  camera: 'photographic camera',
  'man astronaut': 'astronaut',
  'woman astronaut': 'astronaut',
  family: 'man, woman, child',
};

/** Phases of the moon, hair and beards, and who is in a family: by how the label ends or begins. */
const MEANT_BY_FORM: [RegExp, (label: string) => string][] = [
  [/ moon( face)?$/, () => 'moon'],
  [/^(person|man|woman): /, (label) => label.split(':')[0]!],
  [/^(kiss|couple with heart|family): /, (label) => label.split(': ')[1]!.replaceAll('adult', 'person')],
];

const ORNAMENTS = new Set(['sparkles', 'musical-note', 'musical-notes', 'ribbon']);

export function emojiIn(
  chosen: Chosen[],
  names: Names,
  libraries: Libraries,
  isOurs: IsOurs,
): [string, string, Manner][] {
  const byCode = new Map(chosen.map((one) => [one.hexcode, one]));
  return libraries.described('en').flatMap(({ hexcode, label }): [string, string, Manner][] => {
    const one = byCode.get(hexcode);
    const words = meantBy(label) ?? (one === undefined ? undefined : nameOf(one, names, isOurs));
    if (words === undefined) return [];
    return [[bare(hexcode), words, one !== undefined && isSign(one) ? 'sign' : 'thing']];
  });
}

function meantBy(label: string): string | undefined {
  const lower = label.toLowerCase();
  return MEANT[plain(label)] ?? MEANT_BY_FORM.find(([form]) => form.test(lower))?.[1](lower);
}

/** A ghost, a robot or a clown is somebody, though it is filed under faces. */
function isSign({ id, named, family }: Chosen): boolean {
  return (named === 'asked' && family !== 'face-costume') || ORNAMENTS.has(id);
}

/** The head of an animal is asked for by the animal. */
function nameOf({ id, label, family }: Chosen, names: Names, isOurs: IsOurs): string | undefined {
  const words = label.replaceAll("'", '');
  const name = family.startsWith('animal') ? words.replace(/ face$/, '') : words;
  if (names.has(name) || isOurs(name)) return name;
  return [...names].find(([, { target }]) => target === id)?.[0];
}

/** Without the sign that only asks for colours. */
function bare(hexcode: string): string {
  const codes = hexcode.split('-').filter((code) => code !== 'FE0F');
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
}
