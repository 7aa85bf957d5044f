/** A prompt as words in order: lower case, and what belongs together ("golden hour", "palm tree") as one word. */
import { describesDoer } from './companions.ts';
import { markEmoji, readEmoji } from './emoji.ts';
import { inEnglish } from './languages.ts';
import { isLiving, kindOf, namedBy } from './lexicon.ts';
import { ARTICLES, COUNTS, SIZES } from './small-words.ts';
import { LONG_NAMES } from './subject-words.ts';
import { UNREAD } from './unspaced.ts';

/** Of whom the mother is when nothing else is said of her. */
const YOUNG: Record<string, string> = {
  'ducklings?': 'duck',
  'kittens?': 'cat',
  'pupp(?:y|ies)': 'dog',
  'lambs?': 'sheep',
  'chicks?': 'hen',
  'cubs?': 'bear',
  'calf|calves': 'cow',
  'foals?': 'horse',
  'piglets?': 'pig',
  'fawns?': 'deer',
  'goslings?': 'goose',
  'joeys?': 'kangaroo',
};

const MOTHER = '(?:mother|mom|mum|mama)';

const MOTHERS: [RegExp, string][] = [
  // In her pouch is at her belly, where her hands are.
  [
    new RegExp(
      `\\b(an?|the) (?:(?:tiny|small|little|baby) )?(joey|kangaroo)\\b(?: \\p{L}+){0,3} (?:in|from|inside) (?:an?|the|its|her|his) (?:(?:${MOTHER}|kangaroo) )?pouch\\b`,
      'gu',
    ),
    'a kangaroo holding $1 tiny $2',
  ],
  [
    /\bwith (an?|the|her|its) (?:(?:tiny|small|little|baby) )?(joey)\b(?: \p{L}+){0,3} (?:in|from|inside) (?:the|its|her|his) pouch\b/gu,
    'holding $1 tiny $2',
  ],
  ...Object.entries(YOUNG).map(([young, mother]): [RegExp, string] => [
    new RegExp(`\\b(${young})\\b([^,.;]*) (?:their|its|her|his) ${MOTHER}\\b`, 'g'),
    `tiny $1$2 a ${mother}`,
  ]),
  [new RegExp(`\\bbaby (?!boy|girl)(\\p{L}+?)(s?)\\b([^,.;]*) (?:their|its) ${MOTHER}\\b`, 'gu'), 'tiny $1$2$3 a $1'],
];

/** Pairs that mean something else than their parts; the first would be misread alone. */
export const TOGETHER: readonly [RegExp, string][] = [
  ...MOTHERS,
  // What somebody is after is near.
  [/\bto (get|fetch|reach|find|pick|steal)\b(?= (a|an|the|some|his|her|its|their|\p{L}+)\b)/gu, 'beside'],
  [/\btell(ing|s) (a |some |his |her )?(stories|story|tales?)\b/g, 'storytelling'],
  [/\b(having|in) a snowball fight\b/g, 'throwing snowballs in the snow'],
  [/\b(golden|blue) hour\b/g, '$1-hour'],
  [/\bblack and white\b/g, 'black-and-white'],
  [/\bfilm noir\b/g, 'noir'],
  [/\bpixel art\b/g, 'pixel-art'],
  [/\b(blooming|blossoming|flowering) (cherry|apple|peach|plum|almond) (trees?)\b/g, 'spring $3'],
  [/\b(cherry|apple|peach|plum|almond) (trees?) in (full )?(bloom|blossom)\b/g, 'spring $2'],
  [/\bnorthern lights\b/g, 'northern-lights'],
  [/\bshooting star/g, 'meteor'],
  [/\bdeep (sea|ocean|water)\b/g, 'underwater'],
  [/\bunder (the )?(water|sea|ocean)\b/g, 'underwater'],
  [/\b(under|below|beneath) (the )?((thick|polar|arctic) )?ice\b/g, 'underwater'],
  [/\b(outer|deep) space\b/g, 'space'],
  // Alone an orbit is a move of the camera.
  [/\bin orbit\b/g, 'in space'],
  // Mars is a red desert.
  [/\b(on|of|over|across) mars\b/g, '$1 a rust desert'],
  [/\bmartian\b/g, 'rust desert'],
  [/\bflock of (sheep|lambs|goats)\b/g, 'seven $1'],
  [
    /\b((an?|the) )?((long|huge|endless|heavy|rush[- ]hour) )*(traffic jams?|(?<=(heavy|rush[- ]hour) )traffic)\b/g,
    'four cars',
  ],
  // It is a shade, and no cherry.
  [
    /\b(cherry|blood|brick|lemon|canary|apple|forest|jet|coal|pumpkin)[ -](red|yellow|green|blue|black|pink|brown|orange)\b(?! \2)/g,
    '$2',
  ],
  // What stands under a cup does not fly.
  [/(?<!\bflying[ -])\bsaucers?\b/g, 'plate'],
  [/\b(cherry|sakura) blossoms?( trees?)?\b/g, 'spring trees'],
  [/\boranges\b/g, 'tangerines'],
  [/\ban orange(?= (on|in|and|under|beside|next|with)\b|[.,]|$)/g, 'a tangerine'],
  [/\bbow[- ]?tie/g, 'ribbon'],
  [/\b(plant|fern|flower|cactus) in (a|the) pot\b/g, 'potted plant'],
  [/\b(flower|plant|terracotta) ?pots?\b/g, 'bucket'],
  [/\bin (a|an|the) ((old|small|big|village|stone) )?church\b/g, 'inside a church'],
  // On a board they are pieces, and nobody in armour.
  [/\b(knight|king|queen|bishop|rook)(s?)(?= on (a|an|the) (\p{L}+ )?chess ?board\b)/gu, 'chess $1$2'],
  [/\bplay(ing|s)? (football|soccer)\b(?! (player|team))/g, 'kicking a soccer ball'],
  [/\b(tennis|basketball|badminton|volleyball) (.*)\b(on|at) (a|the) court\b/g, '$1 $2on a $1 court'],
  [
    /\bwith (an?|the) ((?:\p{L}+ )?\p{L}+) in (his|her|its|their) (mouth|beak|hands?|paws?|trunk|claws)\b/gu,
    'holding $1 $2',
  ],
  [/\b(taking|takes) (a |some )?(pictures?|photos?|photographs?|selfies?) of\b/g, 'holding a camera beside'],
  [/\bpaint(ing|s) (a |the )?(picture|portrait|landscape|painting) of\b/g, 'beside an easel at'],
  [/\bpaint(ing|s) with (his|her|its|their)\b/g, 'holding a paintbrush with $2'],
  // What is held there is held anyway.
  [/\bin (his|her|its|their|the) (mouth|beak|hands?|paws?|trunk|claws)\b/g, ''],
  // The room has a window already.
  [
    /\b(room|bedroom|kitchen|bathroom|classroom|library|office|attic) with (a|an|the|two|three) ((big|large|huge|small|tall|round|open|wide) )?windows?\b/g,
    '$1',
  ],
  [/\bcandlelit dinner( for two)?\b/g, 'candle beside two glasses of wine on a table'],
  // Those that are drunk from are no spectacles.
  [/\bglasses of\b/g, ''],
  [/\b(looking |looks |staring |gazing )?(out of|out|through) (a|the) window\b/g, 'on a windowsill'],
  [/\b(in|at|by) (a|the) window\b/g, 'on a windowsill'],
  [
    /\bin (an?|the) ((old|dark|haunted|big|huge) )?castle\b(?! (on|in|by|garden|courtyard|tower)\b)/g,
    'in a castle hall',
  ],
  [/\b(time[- ]?lapse|slow[- ]motion|timelapse|hyperlapse)( (video|shot|footage|of))*\b/g, ''],
  // How it is filmed, and not what: no drone is in a drone shot.
  [/\b(drone|aerial|wide|tracking|crane|dolly|low|high) (shot|view|angle|footage)\b/g, ''],
  [/\b(bird|worm|fish)s?[- ]?eye( \p{L}+)? (shot|view|angle|footage|perspective|lens)\b/gu, ''],
  [
    /\b(on|in) (his|her|its|their) (left |right )?(shoulders?|back|head|arms?|lap|nose|antlers|tower|roof|steeple|wall|walls|hood|trunk)\b/g,
    'on-body',
  ],
  // Whatever it is seen from is before it.
  [
    /\b(seen|viewed|watched|photographed) from (?=(an?|the|my|our) (?!(side|front|back|rear|air|ground|top|distance|inside|outside|left|right|sky)\b))/g,
    'beside ',
  ],
  // Who these are is not told by the word: somebody of each kind, or many.
  [/\b(a|the|my|our|happy|young|whole) family\b(?! of\b)/g, '$1 man and a woman and a child'],
  [/\b(elderly|old|older|senior|aged) couple\b(?! of\b)/g, 'old man and an old woman'],
  [/\b(a|the|my|young|happy|romantic) couple\b(?! (of|holding|kissing|getting)\b)/g, '$1 man and woman holding hands'],
  [/\b(a|the|my|our) (football|soccer|basketball|baseball|hockey|rugby|volleyball|cricket) team\b/g, 'four $2 players'],
  // Of an animal that was just named: as it is, and small.
  [
    /\b(an?|the) ((?:[\p{L}]+ )?[\p{L}]+) (with|and) (her|his|its|their) (cub|calf|foal|fawn|pup|joey|baby|child|young)\b/gu,
    '$1 $2 and a tiny $2',
  ],
  [
    /\b(an?|the) ((?:[\p{L}]+ )?[\p{L}]+) (with|and) (her|his|its|their) (cubs|calves|foals|fawns|pups|babies)\b/gu,
    '$1 $2 and two tiny $2s',
  ],
  // From outside; whoever is in one is among its flowers.
  [/(?<!\b(in|inside) (a|the) )\b(flower|plant) ?shop\b/g, 'flower stall'],
  // Milk is drawn in a glass; what stands before an animal is a bowl on the floor.
  [/\bfrom (a|the|its|his|her) bowl of (milk|cream)\b/g, 'from a white milk bowl on the floor'],
  [
    /\bspi(nning|ns) (an?|its|her|the) (spider ?)?web (between|among|in|on) (the |two |some )?(branches|twigs)\b/g,
    'on a white web on a branch',
  ],
  [/\b(bouquet|bunch) of (\p{L}+ )?(flowers|wildflowers)\b/gu, 'bouquet'],
  [/\bflowers in (a|an|the) ((\p{L}+ )?vase)\b/gu, 'bouquet in $1 $2'],
  [/\b(having|enjoying|at|on|eating) (a|the|their) picnic\b( in (a|the) park)?/g, 'beside a basket in a park'],
  // Whoever is in it does not see it from outside.
  [
    /\b(in|inside) (an?|the|his|her|their) ((old|haunted|small|tiny|cozy|cosy|abandoned|empty|dark|wooden|warm|big|little) )(house|cabin|cottage|hut|mansion|apartment)\b/g,
    'in a house',
  ],
  // Where nobody else is named, those who make it so are seen.
  [
    /^(?:(?:an?|the) )?(?:busy|crowded|bustling|lively|packed) (?=(?:\p{L}+ ){0,2}(?:market|bazaar|street|square|plaza|sidewalk|station|beach|park|cafe|café|restaurant|fair)s?\b)(?!.*\b(?:with|full|where|as|and)\b)/gu,
    'a crowd of people in a ',
  ],
  [/(?<=\b(an?|the|no|without|any) )((big|large|huge|cheering) )*(crowd|audience)\b(?! of\b)/g, 'crowd of people'],
  [/\bon (a|an|the) ((big|large|old|high) )?(rock|boulder|stone)\b/g, 'on-rock'],
  [/\b(identical )?twins\b/g, 'two girls'],
  [/\btriplets\b/g, 'three girls'],
  [/\bpotter\b(.*) (on|at) (a|the|his|her) (potter )?wheel\b/g, 'potter$1'],
  [/\b(run|owned|kept|manned) by\b/g, 'beside'],
  [/\b(by|beside|next to|near) the fire\b/g, 'beside a fireplace'],
  [/\bstreet sweeper(s?)\b/g, 'sweeper$1 on a street'],
  [/\b(having|at) (a )?tea ?party\b/g, 'beside a teapot and a cup of tea'],
  [/\bbrush(ing|es) (his|her|its|their) teeth\b/g, 'holding a toothbrush'],
  // German has one word for both: one that is flown is of paper.
  [
    /\blässt (einen|den|seinen|ihren|ihre|die)? ?((roten|blauen|bunten|großen|kleinen) )?drachen steigen\b/g,
    'hält einen $2flugdrachen',
  ],
  [/\bdrachen(?= (steigen|an (der|einer) schnur))/g, 'flugdrachen'],
  // Ours has one.
  [/\b(with|and) (an?|its|his) ((long|big|small|orange) )?carrot (nose|(for|as) (an?|its|his) nose)\b/g, ''],
  // Ours breathes it.
  [/\b(breathing|spitting|spewing|breathes|spits) fire\b|\b(speit|spuckt) feuer\b/g, ''],
];

export interface ReadWords {
  words: string[];
  /** Places in the words before which a comma or a full stop was written. */
  stops: Set<number>;
  /** Emoji that the picture does not show, and Chinese or Japanese that nobody here reads. */
  unseen: string[];
}

/** By itself a part of a name is misread: in a prompt with ice cream no ice lies, and a coffee cup is no cup. */
const NAMES = new RegExp(
  `\\b(${[...LONG_NAMES.keys()].map((name) => name.replaceAll('-', '[- ]')).join('|')})(?=(?:e?s)?\\b)`,
  'g',
);

const STOP = ',';

/** Words, with the signs that Thai or Hindi puts on its letters and the mark of an emoji; and what parts sentences. */
const PIECES = /[\p{L}\p{N}\uE000][\p{L}\p{M}\p{N}\uE000]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|[,.;:!?、。，]/gu;

export function readWords(text: string): ReadWords {
  const marked = markEmoji(text.normalize('NFC'));
  const joined = TOGETHER.reduce(
    (so, [pair, word]) => so.replace(pair, word),
    marked.text.toLowerCase().replaceAll(/['’]s\b/g, ''),
  ).replace(NAMES, (name) => name.replaceAll(' ', '-'));
  const pieces = joined.match(PIECES) ?? [];
  const english = inEnglish(pieces.map((one) => (/[\p{L}\p{N}]/u.test(one) ? one : STOP)));
  const words: string[] = [];
  const stops = new Set<number>();
  const unread = english.filter((piece) => piece.startsWith(UNREAD)).map((piece) => piece.slice(1));
  const read = english.filter((piece) => !piece.startsWith(UNREAD));
  for (const piece of doersFirst(tablesSeen(readEmoji(read, STOP)))) {
    if (piece === STOP) stops.add(words.length);
    else words.push(piece);
  }
  return { words, stops, unseen: [...marked.unseen, ...unread] };
}

/** In whatever language: who is under a table is not at one, and it is seen. */
function tablesSeen(words: string[]): string[] {
  return words.flatMap((word, at) =>
    /^(table|desk)$/.test(word) && words.slice(Math.max(0, at - 3), at).includes('under')
      ? ['wooden', 'table']
      : [word],
  );
}

/** Before whoever does it a deed describes them: a praying mantis is nobody who prays, beside a mantis. */
function doersFirst(words: string[]): string[] {
  const ordered = [...words];
  for (let at = 0; at < ordered.length - 1; at++) {
    if (!describesDoer(ordered[at]!) || !beginsPhrase(ordered[at - 1])) continue;
    const doer = isAgeOrSize(ordered[at + 1]!) ? at + 2 : at + 1;
    if (mayDo(ordered[doer] ?? '')) ordered.splice(doer, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

function beginsPhrase(before: string | undefined): boolean {
  if (before === undefined || before === STOP) return true;
  return ARTICLES.has(before) || COUNTS[before] !== undefined || isAgeOrSize(before);
}

function isAgeOrSize(word: string): boolean {
  return SIZES.has(word) || /^(old|young)$/.test(word);
}

/** Whoever lives, and of what has no drawing nobody knows better. */
function mayDo(word: string): boolean {
  const named = namedBy(word) ?? kindOf(word);
  return named !== null && (named.kind === 'undrawn' || isLiving(named.drawable));
}

export function wordsOf(text: string): string[] {
  return readWords(text).words;
}
