/** Chinese and Japanese, which are written without spaces: the longest known word at each place. */
import type { Language } from './languages/language.ts';
import { AT, inEnglishOrder } from './word-order.ts';

/** The first of the languages has the say; the second helps with what only it knows. */
export function readUnspaced(words: string[], languages: Language[]): string[] {
  return words.flatMap((text) => (text === ',' ? [','] : readText(text, languages)));
}

const LONGEST = 12;

const OTHER = /^(\uE000[a-z0-9-]+|[a-z]{2,}(?:-[a-z]+)*)/;

function readText(text: string, languages: Language[]): string[] {
  const found: string[] = [];
  let unread = '';
  for (let at = 0; at < text.length; ) {
    const { english, length } = readAt(text, at, languages);
    if (english !== null) found.push(english);
    unread += english === null ? text.slice(at, at + length) : ' ';
    at += length;
  }
  const lost = (unread.match(NOUNS) ?? []).map((run) => UNREAD + run);
  return [...inEnglishOrder(found).flatMap((english) => english.split(' ')), ...lost];
}

/** Before what nobody here can read: it names nothing, and is told. */
export const UNREAD = '\uE001';

/** Two signs that nobody knows are a word; one is mostly a measure or the end of a verb. */
const NOUNS = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}/gu;

type Found = { english: string | null; length: number };

function readAt(text: string, at: number, languages: Language[]): Found {
  if (text[at] === AT) return { english: AT, length: 1 };
  const known = longestAt(text, at, languages);
  if (known.english !== null) return known;
  // Of what is written among it in another script, emoji and English are read.
  const [other] = text.slice(at).match(OTHER) ?? [null];
  return other === null ? known : { english: other, length: other.length };
}

/** So that 熊猫 is a panda and not a bear and a cat, and トランポリン no tiger (トラ). */
function longestAt(text: string, at: number, languages: Language[]): Found {
  for (let length = Math.min(LONGEST, text.length - at); length >= 1; length--) {
    const word = text.slice(at, at + length);
    for (const { own, small, names } of languages) {
      const english = own.get(word) ?? small.get(word) ?? names().get(word);
      if (english !== undefined && isWhole(text, at + length, languages)) return { english, length };
    }
  }
  return { english: null, length: 1 };
}

const KATAKANA = /^[\p{Script=Katakana}ー]{2}/u;

/** Whether a word may end there: in the midst of a foreign word only where another begins that is known (サッカーボール). */
function isWhole(text: string, end: number, languages: Language[]): boolean {
  return !KATAKANA.test(text.slice(end - 1, end + 1)) || longestAt(text, end, languages).english !== null;
}
