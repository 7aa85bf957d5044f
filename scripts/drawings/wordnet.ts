/** WordNet's nouns: which senses a word has, which words share a sense, and what each sense is a kind of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Nouns {
  /** All nouns, lower case, several words with spaces. */
  all: string[];
  /** How often texts that were read for it have the noun. */
  seen(noun: string): number;
  /** Whether the word describes more often than it names. */
  describes(noun: string): boolean;
  /** The senses of a noun, the commonest first. */
  sensesOf(noun: string): string[];
  /** The words of a sense that mean it before anything else. */
  wordsOf(sense: string): string[];
  /** What a sense is a kind of; mostly one. */
  kindsOf(sense: string): string[];
  isKindOf(sense: string, ancestor: string): boolean;
  /** Whether a sense is one of a kind that goes by its own name: Saturn, Arthur Ashe. */
  isNamed(sense: string): boolean;
}

export function readNouns(folder: string): Nouns {
  const senses = new Map<string, string[]>();
  const seen = new Map<string, number>();
  for (const line of linesOf(join(folder, 'index.noun'))) {
    const [noun, , count, pointers, ...rest] = line.split(' ') as [string, string, string, string, ...string[]];
    const offsets = rest.slice(Number(pointers) + 2, Number(pointers) + 2 + Number(count));
    senses.set(noun.replaceAll('_', ' '), offsets);
    seen.set(noun.replaceAll('_', ' '), Number(rest[Number(pointers) + 1]));
  }
  const describing = new Map<string, number>();
  for (const line of linesOf(join(folder, 'index.adj'))) {
    const [word, , , pointers, ...rest] = line.split(' ') as [string, string, string, string, ...string[]];
    describing.set(word, Number(rest[Number(pointers) + 1]));
  }
  const words = new Map<string, string[]>();
  const kinds = new Map<string, string[]>();
  const named = new Set<string>();
  for (const line of linesOf(join(folder, 'data.noun'))) {
    const fields = line.slice(0, line.indexOf('|')).split(' ');
    const [sense, , , count] = fields as [string, string, string, string];
    const many = Number.parseInt(count, 16);
    const spelled = Array.from({ length: many }, (_, at) => fields[4 + 2 * at]!.replaceAll('_', ' ').toLowerCase());
    words.set(sense, spelled);
    const pointers = fields.slice(4 + 2 * many + 1);
    if (pointers.includes('@i')) named.add(sense);
    // An instance ("Saturn" of planet) is as good a kind as a class.
    kinds.set(
      sense,
      pointers.flatMap((sign, at) => (sign === '@' || sign === '@i' ? [pointers[at + 1]!] : [])),
    );
  }
  const kindsOf = (sense: string) => kinds.get(sense) ?? [];
  const isKindOf = (sense: string, ancestor: string): boolean =>
    sense === ancestor || kindsOf(sense).some((kind) => isKindOf(kind, ancestor));
  return {
    all: [...senses.keys()],
    seen: (noun) => seen.get(noun) ?? 0,
    describes: (noun) => (describing.get(noun) ?? 0) > (seen.get(noun) ?? 0),
    sensesOf: (noun) => senses.get(noun) ?? [],
    wordsOf: (sense) => (words.get(sense) ?? []).filter((word) => senses.get(word)?.[0] === sense),
    kindsOf,
    isKindOf,
    isNamed: (sense) => named.has(sense),
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('  '));
}
