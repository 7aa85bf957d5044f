/** Chinese and Japanese, which are written without spaces: the longest known word at each place. */
import type { Language } from './languages/language.ts';
import { AT, inEnglishOrder } from './word-order.ts';

/** The first of the languages has the say; the second helps with what only it knows. */
export function readUnspaced(words: string[], languages: Language[]): string[] {
  return words.flatMap((text) => (text === ',' ? [','] : readText(text, languages)));
}

const LONGEST = 12;

function readText(text: string, languages: Language[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { english, length } = text[at] === AT ? { english: AT, length: 1 } : longestAt(text, at, languages);
    if (english !== null) found.push(english);
    at += length;
  }
  return inEnglishOrder(found).flatMap((english) => english.split(' '));
}

/** So that 熊猫 is a panda and not a bear and a cat. */
function longestAt(text: string, at: number, languages: Language[]): { english: string | null; length: number } {
  for (let length = Math.min(LONGEST, text.length - at); length >= 1; length--) {
    const word = text.slice(at, at + length);
    for (const { own, small, names } of languages) {
      const english = own.get(word) ?? small.get(word) ?? names().get(word);
      if (english !== undefined) return { english, length };
    }
  }
  return { english: null, length: 1 };
}
