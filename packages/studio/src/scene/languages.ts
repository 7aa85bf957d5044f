/** The commonest words of other languages in English, so that "un perro en la playa" is a dog on a beach. */
import { KINDS, subjectOf } from '../subjects/index.ts';

/** What no subject's record tells. German, French, Spanish, Italian, Portuguese, Japanese, Chinese; forms with a stroke between. */
const THINGS: Record<string, string> = {
  'spring tree': '桜|さくら 樱花',
  flowers: 'blumen fleurs flores fiori flores 花 花',
  moon: 'mond lune luna luna lua 月 月亮|月',
  stars: 'sterne étoiles|etoiles estrellas stelle estrelas 星 星星|星空',
  beach: 'strand plage playa spiaggia praia 浜|ビーチ 海滩|沙滩',
  sea: 'meer|ozean|see mer|océan mar|océano mare|oceano mar|oceano 海 海|大海',
  mountains: 'berge|berg|gebirge|bergen montagne|montagnes montaña|montañas montagna|montagne montanha|montanhas 山 山',
  forest: 'wald|wälder forêt|foret|bois bosque|selva bosco|foresta floresta 森|森林 森林',
  desert: 'wüste désert|desert desierto deserto deserto 砂漠 沙漠',
  city: 'stadt ville ciudad città|citta cidade 街|都市|東京 城市|东京',
  village: 'dorf village pueblo|aldea villaggio|borgo vila|aldeia 村 村庄',
  meadow: 'wiese|feld prairie|pré|champ prado|campo prato|campo prado|campo 草原|野原 草地|草原',
  lake: 'bergsee lac lago lago lago 湖 湖',
  space: 'weltraum|weltall espace espacio spazio espaço 宇宙 太空|宇宙',
  room: 'zimmer chambre|pièce habitación|cuarto stanza quarto|sala 部屋 房间',
  table: 'tisch table mesa tavolo mesa テーブル|机 桌子',
  road: 'straße|strasse route|rue carretera|calle strada|via estrada|rua 道|道路 路|公路',
  sunset:
    'sonnenuntergang coucher-de-soleil|crépuscule atardecer|puesta-de-sol tramonto pôr-do-sol 夕日|夕焼け|夕暮れ 日落|黄昏',
  dawn: 'morgen|morgengrauen aube|matin amanecer alba|mattina amanhecer|manhã 朝|夜明け 早晨|日出',
  night: 'nacht nuit noche notte noite 夜 夜晚|夜',
  rain: 'regen pluie lluvia pioggia chuva 雨 雨',
  snow: 'schnee neige nieve neve neve 雪 雪',
  winter: 'winter hiver invierno inverno inverno 冬 冬天',
  spring: 'frühling printemps primavera primavera primavera 春 春天',
  autumn: 'herbst automne otoño autunno outono 秋 秋天',
  red: 'rot|rote|roter|rotes|roten rouge rojo|roja rosso|rossa vermelho|vermelha 赤い|赤 红色|红',
  blue: 'blau|blaue|blauer|blaues bleu|bleue azul blu azul 青い|青 蓝色|蓝',
  green: 'grün|grüne|grüner|grünes vert|verte verde verde verde 緑 绿色|绿',
  yellow: 'gelb|gelbe|gelber|gelbes jaune amarillo|amarilla giallo|gialla amarelo|amarela 黄色い|黄色 黄色',
  white: 'weiß|weiße|weißer|weißes|weisse blanc|blanche blanco|blanca bianco|bianca branco|branca 白い|白 白色|白',
  black: 'schwarz|schwarze|schwarzer|schwarzes noir|noire negro|negra nero|nera preto|preta 黒い|黒 黑色|黑',
  running: 'rennt|rennend|läuft court|courant corriendo|corre corre|correndo correndo|corre 走る 奔跑|跑',
};

/** Small words, for the ends of phrases; those that are English words too are left out. */
const SMALL: Record<string, string> = {
  a: 'ein eine einen einem einer eines un une una uno um uma',
  the: 'der das dem den le la les el los las il lo gli os as',
  in: 'im dans en nel nella nei no na nos nas',
  on: 'auf sur sobre sul sulla am',
  at: 'beim à al au aux alla ao',
  with: 'mit avec con com',
  and: 'und et y e',
  of: 'von du des del della di da de do vom',
  two: 'zwei deux dos due dois duas',
  three: 'drei trois tres tre três',
};

function entries(table: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([english, forms]) =>
      forms.split(/[ |]/).map((form) => [form.replaceAll('-', ' '), english] as const),
    ),
  );
}

/** Subjects bring their words with them; each stands for the first of its English ones. */
const SUBJECT_WORDS = KINDS.flatMap((kind) => {
  const { en, ...others } = subjectOf(kind).words;
  const [english] = en.split(' ');
  return Object.values(others).flatMap((forms) =>
    forms.split(' ').map((form) => [form.replaceAll('-', ' '), english!] as const),
  );
});

const CONTENT = new Map([...SUBJECT_WORDS, ...entries(THINGS)]);
const NOUNS = new Set([...SUBJECT_WORDS.map(([, english]) => english), ...Object.keys(THINGS)]);
const FUNCTION = entries(SMALL);

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Written without spaces: the longest known word at each place, so that 熊猫 is a panda and not a bear and a cat. */
const EAST_ASIAN_WORDS = [...CONTENT.keys()]
  .filter((word) => EAST_ASIAN.test(word))
  .sort((one, other) => other.length - one.length);

const COLOURS = new Set(['red', 'blue', 'green', 'yellow', 'white', 'black']);

/** The words as they are unless their language is one of the seven and at least one thing in them is known. */
export function inEnglish(words: string[]): string[] {
  if (words.some((word) => EAST_ASIAN.test(word))) {
    const found = words.flatMap(readEastAsian);
    return found.length === 0 ? words : found;
  }
  // "Chat" and "mare" are English words too: only between foreign small words are they cats and seas.
  if (!words.some((word) => FUNCTION.has(word) && word !== 'no' && word !== 'am' && word !== 'as' && word !== 'do'))
    return words;
  if (!words.some((word) => CONTENT.has(word))) return words;
  return coloursFirst(words.map((word) => CONTENT.get(word) ?? FUNCTION.get(word) ?? word));
}

function readEastAsian(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const word = EAST_ASIAN_WORDS.find((known) => text.startsWith(known, at));
    if (word !== undefined) found.push(...CONTENT.get(word)!.split(' '));
    at += word?.length ?? 1;
  }
  return found;
}

/** Romance languages name the colour after the thing. */
function coloursFirst(words: string[]): string[] {
  const ordered = [...words];
  for (let at = 1; at < ordered.length; at++) {
    const [thing, colour] = [ordered[at - 1]!, ordered[at]!];
    if (COLOURS.has(colour) && NOUNS.has(thing) && !COLOURS.has(thing)) {
      ordered[at - 1] = colour;
      ordered[at] = thing;
    }
  }
  return ordered;
}
