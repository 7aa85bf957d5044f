/** The operator's words: finds them whole, in any case, in any script, in a time that hardly depends on how many there are. */

export interface WordList {
  /** The first entry of the list that a text holds, as the operator wrote it; null: none. */
  find(text: string): string | null;
}

interface Entry {
  written: string;
  folded: string;
  /** Whether what stands before it, and behind it, must not go on with the word. */
  edges: { start: Edge; end: Edge };
}

type Edge = 'closed' | 'open';

/** Letters, digits, and the marks that belong to them: what a word goes on with. */
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that put no space between words: nobody can tell where one ends, so a word is found wherever it stands. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Yi}]/u;

/** Looked up by the text itself, once for each length that an entry has: a few steps a place, however long the list. */
export function createWordList(words: readonly string[]): WordList {
  const entries = new Map<string, Entry>();
  for (const written of words) {
    const folded = fold(written).trim();
    if (folded !== '') entries.set(folded, { written, folded, edges: edgesOf(folded) });
  }
  const lengths = [...new Set([...entries.keys()].map(({ length }) => length))];

  return {
    find(text) {
      const folded = fold(text);
      for (let at = 0; at < folded.length; at++) {
        for (const length of lengths) {
          const entry = entries.get(folded.slice(at, at + length));
          if (entry !== undefined && isWhole(folded, at, entry)) return entry.written;
        }
      }
      return null;
    },
  };
}

/**
 * Two texts that read alike become equal: wide and ligature forms, capitals (the German sharp s and the Greek final sigma
 * have one form only as capitals), runs of white space. What is not seen (soft hyphens, joiners) is left out, because it
 * would hide a word from us and from nobody else.
 */
function fold(text: string): string {
  return text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ');
}

function edgesOf(folded: string): Entry['edges'] {
  const characters = [...folded];
  const edge = (character: string): Edge =>
    wordCharacter.test(character) && !unspaced.test(character) ? 'closed' : 'open';
  return { start: edge(characters[0]!), end: edge(characters.at(-1)!) };
}

function isWhole(text: string, at: number, { folded, edges }: Entry): boolean {
  const end = at + folded.length;
  const goesOn = (character: string | undefined) =>
    character !== undefined && wordCharacter.test(character) && !unspaced.test(character);
  if (edges.start === 'closed' && goesOn(characterBefore(text, at))) return false;
  return !(edges.end === 'closed' && goesOn(characterAt(text, end)));
}

const characterAt = (text: string, at: number): string | undefined =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : undefined;

function characterBefore(text: string, at: number): string | undefined {
  if (at === 0) return undefined;
  const isPair = at > 1 && /[\u{10000}-\u{10ffff}]/u.test(text.slice(at - 2, at));
  return text.slice(isPair ? at - 2 : at - 1, at);
}
