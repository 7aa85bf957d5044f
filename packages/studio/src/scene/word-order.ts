/** Where something is, in the order of English: others name the place first, or say "at the garden in". */
import { subjectOf } from '../subjects/index.ts';
import { activityIn, isTakenUp } from './companions.ts';
import { isLiving, namedBy } from './lexicon.ts';
import { RELATION_WORDS } from './relation-words.ts';
import { VERB_WORDS } from './verbs.ts';

/** In Chinese, before a place whose "in" or "on" comes after it. */
export const AT = '在';

const WHERE: ReadonlySet<string> = new Set(['in', 'on', 'under', 'over', 'beside', 'between', 'behind', 'in front of']);

/** How many words the place of somebody has, with its article and colour. */
const PLACE_WORDS = 4;

/** Each word or phrase as it was read. */
export function inEnglishOrder(words: string[]): string[] {
  return doerFirst(thingFirst(withoutAt(describedAfter(words))));
}

const DONE: ReadonlySet<string> = new Set(['holding', 'riding', 'eating', 'reading', 'playing', 'drinking', 'wearing']);

/** "An umbrella holding woman" is a woman holding an umbrella: the verb comes last, unless somebody is described by it. */
function doerFirst(words: string[]): string[] {
  const where = words.findIndex((word) => WHERE.has(word));
  // "Before the mountain — running train": what is between is the mark of the place.
  const next = words[where + 1] === 'a' ? where + 2 : where + 1;
  const [verb, sleeper] = [words[next] ?? '', words[next + 1]];
  if (where > 0 && isDeed(verb) && sleeper !== undefined && namedBy(sleeper)?.kind === 'drawable')
    return [sleeper, verb, words[where]!, 'a', ...words.slice(0, where), ...words.slice(next + 2)];
  // "Under the tree a newspaper reading girl": so is what is done with something.
  const read = words.findIndex((word, index) => index > next && DONE.has(word));
  if (where > 0 && read > 0 && lives(words[read + 1] ?? '') && !words.slice(0, read).some(lives))
    return [
      words[read + 1]!,
      words[read]!,
      ...words.slice(where + 1, read),
      words[where]!,
      'a',
      ...words.slice(0, where),
      ...words.slice(read + 2),
    ];
  // "Under the tree the cat sleeps": who lives and is named after the place is there.
  if (where > 0 && lives(verb) && namedBy(words[where - 1]!) !== null && !words.slice(0, where).some(lives))
    return [
      verb,
      ...words.slice(next + 1).filter((word) => word !== 'a'),
      words[where]!,
      'a',
      ...words.slice(0, where),
    ];
  const at = words.findIndex((word) => DONE.has(word));
  const doer = words[at + 1];
  if (at < 1 || doer === undefined || WHERE.has(doer) || namedBy(doer)?.kind !== 'drawable') return words;
  const from = Math.max(words.lastIndexOf('of', at), words.lastIndexOf('in', at)) + 1;
  const what = words.slice(from, at);
  if (!what.some((word) => namedBy(word) !== null)) return words;
  // Nor does what is eaten eat: a panda that is named first stays so.
  if (!lives(doer) && what.some(lives)) return words;
  return [...words.slice(0, from), doer, words[at]!, 'a', ...what, ...words.slice(at + 2)];
}

/** What somebody does, as a verb or with what it is done with: "holding a book". */
function isDeed(english: string): boolean {
  return VERB_WORDS.has(english) || (english.includes(' ') && DONE.has(english.split(' ')[0]!));
}

function lives(word: string): boolean {
  const named = namedBy(word);
  return named?.kind === 'drawable' && isLiving(named.drawable);
}

/** In Chinese "wearing a hat 's dog" is a dog wearing a hat. */
function describedAfter(words: string[]): string[] {
  const at = words.findIndex((word) => DONE.has(word));
  const [verb, thing, of, doer] = words.slice(Math.max(0, at), at + 4);
  if (at < 0 || of !== 'of' || namedBy(thing!) === null || namedBy(doer ?? '') === null) return words;
  return [...words.slice(0, at), doer!, verb!, 'a', thing!, ...words.slice(at + 4)];
}

function withoutAt(words: string[]): string[] {
  const placed = [...words];
  for (let at = placed.indexOf(AT); at >= 0; at = placed.indexOf(AT)) {
    const after = placed.findIndex((word, index) => index > at && index <= at + PLACE_WORDS && WHERE.has(word));
    if (after > 0) placed[at] = placed.splice(after, 1)[0]!;
    // Before a verb it only says that somebody is at it.
    else if (isDoing(placed[at + 1] ?? '')) placed.splice(at, 1);
    else placed[at] = 'in';
  }
  return placed;
}

function isDoing(english: string): boolean {
  const deed = RELATION_WORDS.get(english)?.by === 'deed' || activityIn(english) !== null || isTakenUp(english);
  return deed || isDeed(english);
}

/** "The tree on 's cat" is a cat on the tree. */
function thingFirst(words: string[]): string[] {
  const of = words.findIndex((word, at) => word === 'of' && (WHERE.has(words[at - 1] ?? '') || WHERE.has(words[0]!)));
  if (of < 0 || of === words.length - 1) return words;
  const place = words.slice(0, of);
  const where = place.find((word) => WHERE.has(word))!;
  return [...words.slice(of + 1), where, ...place.filter((word) => word !== where)];
}

/** Words that lead in a clause about whom they follow, with its verb at the end; in Dutch no comma need stand before them. */
const RELATIVE: Partial<Record<string, { words: RegExp; after: 'comma' | 'thing' }>> = {
  de: { words: /^(der|die|das|den|welche[rs]?)$/, after: 'comma' },
  nl: { words: /^(die|dat)$/, after: 'thing' },
};

const STOP = ',';

/** "Ein Mann, der eine Geige spielt" does as "ein Mann spielt eine Geige"; `meaning` is a word's in English. */
export function verbAfterDoer(words: string[], code: string, meaning: (word: string) => string | undefined): string[] {
  const relative = RELATIVE[code];
  if (relative === undefined) return words;
  const ordered = [...words];
  for (let at = 1; at < ordered.length - 1; at++) {
    const comma = ordered[at - 1] === STOP;
    if (!relative.words.test(ordered[at]!) || at < (comma ? 2 : 1)) continue;
    if (!comma && (relative.after === 'comma' || !isNamed(meaning(ordered[at - 1]!)))) continue;
    const stop = ordered.indexOf(STOP, at);
    const end = stop < 0 ? ordered.length : stop;
    const verb = ordered.findIndex((word, index) => index > at && index < end && isDone(meaning(word)));
    if (
      verb < 0 ||
      isSentence({ thing: meaning(ordered[at + 1]!), verb: meaning(ordered[verb]!)!, last: verb === end - 1 })
    )
      continue;
    const [done] = ordered.splice(verb, 1);
    ordered.splice(comma ? at - 1 : at, comma ? 2 : 1, done!);
  }
  return ordered;
}

function isNamed(english: string | undefined): boolean {
  return english !== undefined && namedBy(english) !== null;
}

function isDone(english: string | undefined): boolean {
  return english !== undefined && (VERB_WORDS.has(english) || RELATION_WORDS.get(english)?.by === 'deed');
}

/** "Ein Hund, die Katze schläft" tells of two: only what is done with a thing has it right before the verb. */
function isSentence({ thing, verb, last }: { thing: string | undefined; verb: string; last: boolean }): boolean {
  return isNamed(thing) && !(last && RELATION_WORDS.get(verb)?.by === 'deed');
}

/** Romance languages name second what somebody is as well: "un perro astronauta" is a dog. */
export function doerLast(words: string[]): string[] {
  const ordered = [...words];
  for (let at = 1; at < ordered.length; at++) {
    const [animal, trade] = [ordered[at - 1]!, ordered[at]!];
    if (lives(animal) && !isSomebody(animal) && isSomebody(trade)) ordered.splice(at - 1, 2, trade, animal);
  }
  return ordered;
}

function isSomebody(word: string): boolean {
  const named = namedBy(word);
  if (named?.kind !== 'drawable') return false;
  const { own, vector } = named.drawable;
  return own === null ? vector!.nature === 'person' : subjectOf(own).person !== undefined;
}
