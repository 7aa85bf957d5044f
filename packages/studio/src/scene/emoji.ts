/** Emoji in a prompt as the words for what they show, so that "🐱🚀" is read as a cat and a rocket. */
import { readOnce, readRows } from '../drawings/tables.ts';
import type { Drawable } from './lexicon.ts';
import { tokensOf } from './tokens.ts';

interface Meant {
  words: string[];
  /** A `sign` is a face, a gesture or an ornament: drawn by itself, and told of beside anything else. */
  manner: 'thing' | 'sign';
}

const table = readOnce(
  () =>
    new Map(
      readRows('emoji.tsv').map(([emoji, words, manner]): [string, Meant] => [
        emoji!,
        { words: words!.split(', '), manner: manner as Meant['manner'] },
      ]),
    ),
);

/** Before each phrase that an emoji stands for, which has hyphens for its spaces: no language translates it. */
const MARK = '\uE000';

const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F\p{EMod}]*`;
const ONE = String.raw`\p{RI}{1,2}|[\d#*]\uFE0F?\u20E3|${PICTURE}[\u{E0020}-\u{E007F}]*(?:\u200D${PICTURE})*|\p{EMod}`;
/** What Korean puts behind a word, and so behind an emoji. */
const PARTICLE = String.raw`(?:에서|으로|[이가은는을를의에도와과로])(?!\p{Script=Hangul})`;
const RUN = new RegExp(String.raw`(?:${ONE})(?:\s*(?:${ONE}))*(?:${PARTICLE})?`, 'gu');
const EACH = new RegExp(ONE, 'gu');

/** Written as letters are, unless they are asked for in colour. */
const LETTERS = /^[©®™]$/;

export interface WithEmoji {
  text: string;
  /** Those that the picture does not show, as they were written. */
  unseen: string[];
}

/** The text with its emoji as marked phrases, which `readEmoji` resolves once the text around them is English. */
export function markEmoji(text: string): WithEmoji {
  const written = text.replaceAll(MARK, ' ');
  const all = written.match(EACH)?.filter((one) => !LETTERS.test(one)) ?? [];
  if (all.length === 0) return { text: written, unseen: [] };
  const besides = /[\p{L}\p{N}]/u.test(written.replaceAll(EACH, ''));
  const alone = !besides && all.every((one) => meaningsOf(one).every(({ manner }) => manner === 'sign'));
  const unseen = new Set<string>();
  const wordsOfRun = (run: string) => {
    const counts = new Map<string, number>();
    for (const [one] of run.matchAll(EACH)) {
      const seen = meaningsOf(one).filter(({ manner }) => alone || manner === 'thing');
      if (seen.length === 0 && !LETTERS.test(one)) unseen.add(one);
      for (const word of seen.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const phrases = [...counts].map(([words, count]) => counted(words, count));
    // Chinese and Japanese have no spaces, and so no word ends at one.
    return UNSPACED.test(written) ? phrases.join('') : ` ${phrases.join(' ')} `;
  };
  return { text: written.replaceAll(RUN, wordsOfRun), unseen: [...unseen] };
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Three dogs in a row are three dogs. */
function counted(words: string, count: number): string {
  if (/^\d$/.test(words)) return words;
  return MARK + [...(count === 1 ? [] : [String(Math.min(9, count))]), ...words.split(' ')].join('-');
}

/** Tones of skin, which ours have already; whether it has colours; and that it faces right. */
const WITHOUT_MEANING = /[\uFE0E\uFE0F]|(?<=.)\p{EMod}|\u200D➡\uFE0F?$/gsu;

/** A sequence that nobody has drawn is what it is put together from. */
function meaningsOf(emoji: string): Meant[] {
  if (/^[\d#*]/.test(emoji)) return /^\d/.test(emoji) ? [{ words: [emoji[0]!], manner: 'thing' }] : [];
  const bare = emoji.replaceAll(WITHOUT_MEANING, '');
  const whole = table().get(bare);
  if (whole !== undefined) return [whole];
  // The letters behind a flag say whose it is, and no other stands for that.
  const parts = /[\u{E0020}-\u{E007F}]/u.test(bare) ? [] : bare.split('\u200D');
  return parts.length === 1 ? [] : parts.flatMap((part) => table().get(part) ?? []);
}

/** Marked phrases as words; what the text names already is only illustrated by its emoji. */
export function readEmoji(pieces: string[], stop: string): string[] {
  if (!pieces.some(isMarked)) return pieces;
  const named = drawingsIn(pieces.filter((piece) => !isMarked(piece)));
  const isNamed = (phrase: string[]) => {
    const shown = drawingsIn(phrase);
    return shown.length > 0 && shown.every((drawing) => named.includes(drawing));
  };
  const words: string[] = [];
  let before = '';
  for (const piece of pieces) {
    const phrase = isMarked(piece) ? piece.slice(1).split('-') : [piece];
    if (isMarked(piece) && isNamed(phrase)) continue;
    if (isApart(before, piece)) words.push(stop);
    words.push(...phrase);
    before = piece;
  }
  return words;
}

/** "My dog 🚗" is a dog and a car, "a red 🚗" a red car. */
function isApart(one: string, next: string): boolean {
  const things = [one, next].filter((piece) => isMarked(piece) || drawingsIn([piece]).length > 0);
  return things.length === 2 && things.some(isMarked);
}

export function isMarked(piece: string): boolean {
  return piece.startsWith(MARK);
}

function drawingsIn(words: string[]): string[] {
  return tokensOf(words, new Set()).flatMap(({ is }) => {
    if (is.kind === 'place') return [is.place];
    return is.kind === 'thing' && is.meaning.kind === 'drawable' ? [drawingOf(is.meaning.drawable)] : [];
  });
}

function drawingOf({ own, vector }: Drawable): string {
  return own ?? vector!.id;
}
