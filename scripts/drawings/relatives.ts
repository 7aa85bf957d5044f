/** Things without a drawing that another one shows well enough, and words that mean something else in a prompt. */
import type { Place } from '../../packages/studio/src/scene/cast.ts';

/** Shown by a drawing of ours in the colour that makes the difference. */
export const OURS_IN_COLOUR: Record<string, [kind: string, colour: string | null, home?: Place]> = {
  'polar bear': ['bear', '#f3f4f2', 'ice-floes'],
  'brown bear': ['bear', null],
  'black bear': ['bear', '#26221f'],
  'grizzly bear': ['bear', null],
  'giant panda': ['panda', null],
  'red panda': ['fox', '#a9512e'],
  mother: ['woman', null],
  mom: ['woman', null],
  mum: ['woman', null],
  aunt: ['woman', null],
  wife: ['woman', null],
  girlfriend: ['woman', null],
  bridesmaid: ['woman', '#e6a3bd'],
  elk: ['deer', '#6b4a30'],
  gazelle: ['deer', '#c79a62', 'savanna'],
  antelope: ['deer', '#b98a52', 'savanna'],
  reindeer: ['deer', '#8a6a4c', 'snowfield'],
  'clown fish': ['fish', '#f2792a'],
  clownfish: ['fish', '#f2792a'],
  goldfish: ['fish', '#f59a1f'],
  'koi fish': ['fish', '#f0653a'],
  koi: ['fish', '#f0653a'],
  'golden retriever': ['dog', '#d9a856'],
  dalmatian: ['dog', '#f2efe8'],
  taxi: ['car', '#f4c21f'],
  'yellow cab': ['car', '#f4c21f'],
  'barn owl': ['owl', '#d9b98a'],
  'snowy owl': ['owl', '#eef0f2', 'snowfield'],
  'snow owl': ['owl', '#eef0f2', 'snowfield'],
  'space shuttle': ['rocket', null],
  'space ship': ['rocket', null],
  'sports car': ['car', null],
  limousine: ['car', '#17181c'],
  'pirate ship': ['ship', null],
  'viking ship': ['ship', null],
  'sailing ship': ['ship', null],
  'tall ship': ['ship', null],
  'sailing boat': ['sailboat', null],
  'ice cream': ['icecream', null],
  'ice cream cone': ['icecream', null],
  'cherry tree': ['tree', '#f0a9c4'],
  'cherry blossom tree': ['tree', '#f0a9c4'],
  'cherry blossoms': ['tree', '#f0a9c4'],
  'cherry blossom': ['tree', '#f0a9c4'],
  sakura: ['tree', '#f0a9c4'],
  'sea turtle': ['turtle', null],
  'killer whale': ['whale', '#1d2127'],
  'blue whale': ['whale', null],
  'acoustic guitar': ['guitar', null],
  'wind mill': ['windmill', null],
  'cup of coffee': ['coffee', null],
  'mug of coffee': ['coffee', null],
  mug: ['coffee', null],
  story: ['book', null],
  tower: ['castle', null],
  fortress: ['castle', null],
  novel: ['book', null],
  storybook: ['book', null],
  'fairy tale': ['book', null],
  fruit: ['apple', null],
  goblet: ['wine', '#c9a24a'],
  mare: ['horse', null],
  foal: ['horse', '#a9713f'],
  calf: ['cow', '#9a6a42'],
};

/** Nearest relatives among the vectors, in another colour where that helps; each was judged to be better than words. */
export const VECTORS_IN_COLOUR: Record<string, [id: string, colour: string | null]> = {
  'school bus': ['bus', '#f2b91d'],
  'orange juice': ['lemonade', '#f59a1f'],
  'glass of orange juice': ['lemonade', '#f59a1f'],
  'apple juice': ['lemonade', '#d9a53a'],
  'iced tea': ['lemonade', '#b5642a'],
  'tomato juice': ['lemonade', '#d8402c'],
  ruby: ['gem-stone', '#b8102f'],
  emerald: ['gem-stone', '#0f9a55'],
  sapphire: ['gem-stone', '#1c4fb8'],
  amethyst: ['gem-stone', '#8a3fc8'],
  heron: ['flamingo', '#8c98a6'],
  stork: ['flamingo', '#f2f0ea'],
  egret: ['flamingo', '#f6f6f2'],
  'wild boar': ['pig', '#5a4334'],
  boar: ['pig', '#5a4334'],
  panther: ['leopard', '#1f1f24'],
  puma: ['leopard', '#b98a52'],
  cougar: ['leopard', '#b98a52'],
  mole: ['mouse', '#3a3230'],
};

/** Words of the libraries that mean something else in a prompt. */
export const NEVER = new Set(
  `red orange black white blue green pink purple yellow brown grey new free cool up on back end top soon net can right left sign
  light lights star stars sun moon cloud wave waves rain snow wind ice water sparkle sparkles dizzy boom collision sweat drop drops
  dash hole bubble fog mist storm school bank station library museum stadium place pool park desert beach island camping sunset
  sunrise night dusk day time hour minute home post page note notes sound speaker volume bust speech thought zzz joy cry angry
  happy sad construction building buildings work play game games sport sports race racing swim swimming run running walk walking
  dance dancing climb climbing surf surfing ski skiing bath bathing party celebration birthday food drink cut pan dish plate steam
  die hot cold fresh raw cooked rolled roll stack level control slider index chart file folder card cards ticket award box bag case
  machine engine mind head body man woman person people family couple face gold silver air sea earth field fields dark bright
  art style view scene spring summer autumn fall winter tip shot frame frames trail pair line circle square triangle cross mark
  point direction hit season evening morning dancers`.split(/\s+/),
);
