/** What the words themselves exclude: "a park without cats", "no trees, cows or people". When in doubt it is drawn. */
import { DAYTIME_WORDS, SEASON_WORDS, WEATHER_WORDS } from './place-words.ts';
import { RELATION_WORDS } from './relation-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { ReadWords } from './words.ts';

export interface Kept extends ReadWords {
  /** What goes, for what would be in the picture by itself: a sun, clouds. */
  excluded: string[];
}

/** Only where it stands does it go: of "a man with a hat and a man without a hat" one has his. */
export function withoutExcluded({ words, stops, ...rest }: ReadWords): Kept {
  const tokens = tokensOf(words, stops);
  const gone = new Set(tokens.flatMap((_, at) => excludedFrom(tokens, at)));
  if (gone.size === 0) return { ...rest, words, stops, excluded: [] };
  const kept: string[] = [];
  const keptStops = new Set<number>();
  const excluded: string[] = [];
  for (const token of tokens) {
    const itsWords = words.slice(token.at, token.at + token.length);
    if (gone.has(token)) excluded.push(...itsWords);
    else if (token.is.kind === 'stop') keptStops.add(kept.length);
    else kept.push(...itsWords);
  }
  return { ...rest, words: kept, stops: keptStops, excluded };
}

/** The tokens of an exclusion that begins there, with the word that led to it. */
function excludedFrom(tokens: Token[], at: number): Token[] {
  const thing = afterNegation(tokens, at);
  const first = thing === null ? null : endOfThing(tokens, thing);
  if (first === null) return [];
  const end = endOfList(tokens, first, tokens[at]!.phrase);
  const led = /^(with|and|but)$/.test(tokens[at - 1]?.phrase ?? '');
  return tokens.slice(led ? at - 1 : at, end);
}

/** Behind these it denies itself ("never without a hat"), is the name of something ("a no entry sign") or asks; and "with or without" is either. */
const TURNED = /^(a|an|the|not|never|nobody|nothing|none|no|why)$/;

/** Where what is excluded begins: "not only a cat" excludes none. */
function afterNegation(tokens: Token[], at: number): number | null {
  const { phrase } = tokens[at]!;
  const [before, last] = [tokens[at - 2]?.phrase, tokens[at - 1]?.phrase ?? ''];
  if (TURNED.test(last) || (before === 'with' && /^(or|and)$/.test(last))) return null;
  if (phrase === 'no' || phrase === 'without') return at + 1;
  return phrase === 'not' && /^(a|an|any)$/.test(tokens[at + 1]?.phrase ?? '') ? at + 2 : null;
}

const DESCRIBING = /^(any|single|other|visible)$/;

/** "No less than three cats" and "no ordinary cat" are cats: only what is plainly described is a thing here. */
function endOfThing(tokens: Token[], from: number): number | null {
  let at = from;
  while (at < tokens.length && describes(tokens[at]!)) at++;
  if (tokens[at] === undefined || !isThing(tokens[at]!)) return null;
  const whole = tokens[at + 1]?.is.kind === 'of' ? endOfThing(tokens, at + 2) : null;
  if (whole !== null) return whole;
  return goesOn(tokens[at + 1]) ? null : at + 1;
}

/** "No man's land" is more than no man, and "in the sky" only where he is not. */
function goesOn(next: Token | undefined): boolean {
  return next?.is.kind === 'thing' || (next?.is.kind === 'place' && !RELATION_WORDS.has(next.phrase.split(' ')[0]!));
}

function describes({ phrase, is }: Token): boolean {
  if (is.kind === 'count') return is.collective;
  return ['article', 'colour', 'size', 'measure', 'of'].includes(is.kind) || DESCRIBING.test(phrase);
}

/** Hours, weathers, seasons and what hangs in the sky have readers of their own. */
function isThing({ phrase, is }: Token): boolean {
  if (is.kind === 'thing' || is.kind === 'place') return true;
  return [DAYTIME_WORDS, SEASON_WORDS, WEATHER_WORDS, SKY_WORDS].some((known) => known.has(phrase));
}

/** Where a list ends whose first thing has been read, which only an "or" makes one, and behind "without" an "and" at its end. */
function endOfList(tokens: Token[], first: number, negation: string): number {
  let end = first;
  while (isOr(tokens[end])) {
    const next = endOfThing(tokens, end + 1);
    if (next === null) return end;
    end = next;
  }
  if (negation === 'without' && tokens[end]?.phrase === 'and') {
    const last = isBare(tokens[end + 1]) ? endOfThing(tokens, end + 1) : null;
    if (last !== null && (tokens[last] === undefined || tokens[last].is.kind === 'stop')) return last;
  }
  return end === first ? (endOfCommas(tokens, first) ?? first) : end;
}

/** "No people, cars or dogs" has none of them; of "no cats, dogs" it is not plain. */
function endOfCommas(tokens: Token[], first: number): number | null {
  let end = first;
  while (tokens[end]?.is.kind === 'stop') {
    if (isOr(tokens[end + 1])) end++;
    if (isOr(tokens[end])) break;
    const next = isBare(tokens[end + 1]) ? endOfThing(tokens, end + 1) : null;
    if (next === null) return null;
    end = next;
  }
  return end > first && isOr(tokens[end]) && isBare(tokens[end + 1]) ? endOfThing(tokens, end + 1) : null;
}

function isOr(token: Token | undefined): boolean {
  return token?.phrase === 'or' || token?.phrase === 'nor';
}

function isBare(token: Token | undefined): boolean {
  return token?.is.kind !== 'article';
}
