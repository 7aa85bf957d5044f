/** Twelve other languages in English words, so that "un perro en la playa" is a dog on a beach. */
import { readOnce, readRows } from '../drawings/tables.ts';
import { KINDS, subjectOf } from '../subjects/index.ts';
import { isMarked } from './emoji.ts';
import * as de from './languages/de.ts';
import * as es from './languages/es.ts';
import * as fr from './languages/fr.ts';
import * as it from './languages/it.ts';
import * as ja from './languages/ja.ts';
import * as ko from './languages/ko.ts';
import { type Form, LANGUAGE_CODES, type Language, type LanguageCode } from './languages/language.ts';
import * as nl from './languages/nl.ts';
import * as pl from './languages/pl.ts';
import * as pt from './languages/pt.ts';
import * as ru from './languages/ru.ts';
import { thingsIn } from './languages/things.ts';
import * as uk from './languages/uk.ts';
import * as zh from './languages/zh.ts';
import { kindOf, namedBy } from './lexicon.ts';
import { RELATION_WORDS } from './relation-words.ts';
import { readUnspaced } from './unspaced.ts';
import { VERB_WORDS } from './verbs.ts';
import { doerLast, inEnglishOrder, verbAfterDoer } from './word-order.ts';

export const LANGUAGES = { de, fr, es, pt, it, nl, pl, ru, uk, zh, ja, ko } satisfies Record<LanguageCode, object>;

const languages: Language[] = LANGUAGE_CODES.map((code) => {
  // What a subject says of itself comes last, and so counts where a table has the word, too.
  const own = new Map([...thingsIn(code), ...formsOf(LANGUAGES[code].words), ...subjectWords(code)]);
  const names = readOnce(() => new Map(readRows(`words.${code}.tsv`).map(([phrase, label]) => [phrase!, label!])));
  const forms = readOnce(() => byFirstLetter([...own, ...names()]));
  return { code, small: formsOf(LANGUAGES[code].small), own, names, forms };
});

function byFirstLetter(words: [string, string][]): Map<string, Form[]> {
  return Map.groupBy(
    words.map(([name, english]) => ({ parts: name.split(' '), english })),
    ({ parts }) => parts[0]!.slice(0, 1),
  );
}

function formsOf(table: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([english, forms]) => forms.split('|').map((form) => [form, english] as const)),
  );
}

/** Subjects bring their words with them, each with its English one; a name of several words may be written with hyphens. */
function subjectWords(code: LanguageCode): [string, string][] {
  return KINDS.flatMap((kind) => {
    const { words } = subjectOf(kind);
    const named = { [words.en.split(' ')[0]!]: words, ...words.kin };
    return Object.entries(named).flatMap(([english, { [code]: forms }]) =>
      (forms?.split(' ') ?? []).flatMap((form): [string, string][] => [
        [form.replaceAll('-', ' '), english],
        [form, english],
      ]),
    );
  });
}

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;

/** Small words that English has too, in whatever sense: they tell nothing. */
const ALSO_ENGLISH = new Set(
  'a an in on at as do no me so die am man i of to by we is it or us over under van per come sin sans'.split(' '),
);

/** The words as they are where they are English or nobody's. */
export function inEnglish(words: string[]): string[] {
  const text = words.join('');
  if (KANA.test(text) || HAN.test(text)) {
    const found = readUnspaced(
      words,
      KANA.test(text) ? [languageOf('ja'), languageOf('zh')] : [languageOf('zh'), languageOf('ja')],
    );
    return found.length === 0 ? words : found;
  }
  const spoken = HANGUL.test(text) ? languageOf('ko') : guessed(words);
  if (spoken === null) return words;
  const meaning = (word: string) => spoken.own.get(word) ?? spoken.names().get(word);
  const english = translated(verbAfterDoer(words, spoken.code, meaning), spoken);
  if (spoken.code === 'ko') return inEnglishOrder(english);
  return ROMANCE.has(spoken.code) ? doerLast(coloursFirst(english)) : servedIn(coloursFirst(english));
}

/** "Eine Tasse Tee" is a cup of it. */
function servedIn(words: string[]): string[] {
  const isServed = (at: number) =>
    [1, 2].some((length) => namedBy(words.slice(at, at + length).join(' '))?.kind === 'drawable');
  return words.flatMap((word, at) => (VESSELS.test(word) && isServed(at + 1) ? [word, 'of'] : [word]));
}

const VESSELS = /^(cup|glass|bottle|bowl|plate|pot|jar|basket|bucket)$/;

const ROMANCE = new Set(['fr', 'es', 'pt', 'it']);

function languageOf(code: LanguageCode): Language {
  return languages.find((language) => language.code === code)!;
}

/** The language with the most small words and known things; English wins a draw. */
function guessed(words: string[]): Language | null {
  const cyrillic = words.some((word) => CYRILLIC.test(word));
  const scored = languages
    .filter(({ code }) => (code === 'ru' || code === 'uk') === cyrillic && !['zh', 'ja', 'ko'].includes(code))
    .map((language) => ({ language, small: smallWords(words, language), known: 0 }))
    .filter(({ small }) => small > 0 || cyrillic || words.length <= 3);
  if (scored.length === 0) return null;
  const english = cyrillic ? 0 : words.filter((word) => ENGLISH_SMALL.has(word)).length;
  const few = scored.filter(({ small }) => small >= english);
  // Where no small word tells the language, only names that are written out do.
  for (const one of few) one.known = knownWords(words, one.language, one.small > 0 || cyrillic ? 'any' : 'written out');
  const [best] = few.sort((one, other) => other.known + other.small - (one.known + one.small));
  // Of "eine 🐱 auf dem 🚀" only the small words tell the language.
  const shown = best !== undefined && best.small > 0 && words.some(isMarked);
  if (best === undefined || (best.known === 0 && !shown)) return null;
  // Without a small word to tell, "chat" and "mare" are English.
  const told = best.small > 0 || cyrillic || !words.some((word) => (namedBy(word) ?? kindOf(word)) !== null);
  return told ? best.language : null;
}

const ENGLISH_SMALL = new Set(
  'the of and with a an is are by from at on over under through into near beside'.split(' '),
);

function smallWords(words: string[], { small }: Language): number {
  return words.filter((word) => small.has(word) && !ALSO_ENGLISH.has(word)).length;
}

type Forms = 'any' | 'written out';

function knownWords(words: string[], language: Language, forms: Forms): number {
  let known = 0;
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at, language, forms);
    // A name as it is written says more than one that differs in its ending: "pesce" is no Spanish "pesca".
    const isSmall = found !== null && language.small.has(words.slice(at, at + found.length).join(' '));
    if (found !== null && !isSmall) known += found.inflected ? 0.75 : 1;
    at += found?.length ?? 1;
  }
  return known;
}

function translated(words: string[], language: Language): string[] {
  const english: string[] = [];
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at, language, 'any');
    const several =
      found !== null &&
      found.length === 1 &&
      isSeveral(words[at]!, found.english, { language, before: english.at(-1) });
    english.push(...(found === null ? [words[at]!] : `${found.english}${several ? 's' : ''}`.split(' ')));
    if (found?.english === 'old' && isNoun(words, at, english.at(-2), language)) english.push(someOld(words[at]!));
    if (found !== null && language.code === 'ko' && endsItsPhrase(words[at]!, language)) english.push('a');
    // "Menino soltando pipa": what stands between two things and nobody knows is what one does with the other.
    const next = found === null && at + 1 < words.length ? longestAt(words, at + 1, language, 'any') : null;
    if (next !== null && isThing(english.at(-2)) && isThing(next.english)) english.push('with');
    at += found?.length ?? 1;
  }
  return english;
}

/** "Ein Alter sitzt", "un vieux dans un parc": an article before it, and no thing behind. */
function isNoun(words: string[], at: number, before: string | undefined, language: Language): boolean {
  if (before !== 'a' && before !== 'the') return false;
  const next = words[at + 1];
  if (next === undefined || next === ',') return true;
  const meant = longestAt(words, at + 1, language, 'any')?.english;
  return meant !== undefined && (meant === 'and' || VERB_WORDS.has(meant) || RELATION_WORDS.has(meant));
}

/** "Une vieille", "una vieja", "eine Alte". */
function someOld(written: string): 'man' | 'woman' {
  return /(a|ille|lte)$/.test(written) ? 'woman' : 'man';
}

/** What a plural ends with, behind the singular or in its last vowel's place. */
const SEVERAL: Partial<Record<string, RegExp>> = {
  de: /(n|en|e|er|s)$/,
  fr: /(s|x)$/,
  es: /(s|es)$/,
  pt: /(s|es)$/,
  nl: /(en|s)$/,
};

/** "Tauben" are several doves, if a dove is a "taube"; after an article the ending is one of case. */
function isSeveral(
  word: string,
  english: string,
  { language, before }: { language: Language; before: string | undefined },
): boolean {
  const ending = SEVERAL[language.code];
  if (ending === undefined || before === 'a' || before === 'the' || english.endsWith('s')) return false;
  const singulars = [1, 2].map((cut) => word.slice(0, -cut)).filter((stem) => ending.test(word) && stem.length > 2);
  const meant = (stem: string) => language.own.get(stem) ?? language.names().get(stem);
  const plural = namedBy(`${english}s`);
  return singulars.some((stem) => meant(stem) === english) && plural?.kind === 'drawable' && plural.plural;
}

function isThing(word: string | undefined): boolean {
  return word !== undefined && namedBy(word) !== null;
}

/** In Korean whoever does something is over with it: the next word tells of another. */
function endsItsPhrase(word: string, { own, names }: Language): boolean {
  return /[가이은는을를]$/.test(word) && !own.has(word) && !names().has(word);
}

const LONGEST = 4;

type Found = { english: string; length: number; inflected: boolean };

function longestAt(words: string[], at: number, language: Language, forms: Forms): Found | null {
  for (let length = Math.min(LONGEST, words.length - at); length >= 1; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.includes(',')) continue;
    const written = phrase.join(' ');
    const exact = meantBy(written, language) ?? meantBy(written.replaceAll('-', ' '), language);
    const english = exact ?? (length <= 2 && forms === 'any' ? inflected(phrase, language) : undefined);
    if (english !== undefined) return { english, length, inflected: exact === undefined };
  }
  return null;
}

function meantBy(written: string, { own, small, names }: Language): string | undefined {
  return own.get(written) ?? small.get(written) ?? names().get(written);
}

/** How much of a word's end may differ: cases in Slavic languages and particles in Korean; elsewhere plurals alone. */
const ENDINGS: Partial<Record<string, number>> = { pl: 3, ru: 3, uk: 3, ko: 2 };

/** Their nouns change the last vowel; elsewhere a plural is put behind the whole word, and "roux" is no "roue". */
const LAST_VOWEL_CHANGES = new Set(['es', 'pt', 'it']);

const PLURAL = /^(s|es|n|en|e|er|i|a|as|os|x|aux)$/;

const PARTICLE = /^(이|가|은|는|을|를|의|에|에서|도|와|과|로|으로)?$/;

/** Another form of a known name, by its beginning; the one with most in common. */
function inflected(phrase: string[], language: Language): string | undefined {
  if (phrase.some((word) => word.length < (language.code === 'ko' ? 2 : 3))) return undefined;
  let best: { english: string; common: number } | null = null;
  for (const { parts, english } of language.forms().get(phrase[0]!.slice(0, 1)) ?? []) {
    if (parts.length !== phrase.length) continue;
    const common = parts.reduce((sum, part, at) => sum + alike(part, phrase[at]!, language.code), 0);
    if (Number.isFinite(common) && common > (best?.common ?? 0)) best = { english, common };
  }
  return best?.english;
}

/** Letters in common at the beginning, or minus infinity where the words differ by more than an ending. */
function alike(name: string, word: string, code: string): number {
  const ending = ENDINGS[code];
  let common = 0;
  while (common < Math.min(name.length, word.length) && name[common] === word[common]) common++;
  const whole = name.length - (LAST_VOWEL_CHANGES.has(code) ? 1 : 0);
  const stem = ending === undefined ? whole : Math.max(name.length - ending, Math.ceil(name.length * 0.65));
  const rest = word.slice(common);
  // One syllable of Korean begins too many other words.
  if (name.length === 1 && !PARTICLE.test(rest)) return Number.NEGATIVE_INFINITY;
  const fits = ending === undefined ? rest === '' || PLURAL.test(rest) : rest.length <= ending;
  return common >= Math.max(stem, Math.min(3, name.length)) && fits ? common : Number.NEGATIVE_INFINITY;
}

const COLOURS = new Set('red blue green yellow white black pink brown orange purple'.split(' '));

/** Romance languages name the colour after the thing. */
function coloursFirst(words: string[]): string[] {
  const ordered = [...words];
  for (let at = 1; at < ordered.length; at++) {
    const [thing, colour] = [ordered[at - 1]!, ordered[at]!];
    const before = ordered[at - 2];
    // What is not drawn has its colour all the same, and the landscape has not.
    if (!COLOURS.has(colour) || COLOURS.has(thing) || thing.length < 4) continue;
    if (namedBy(thing) === null && (ENGLISH_SMALL.has(thing) || VERB_WORDS.has(thing))) continue;
    const first = before !== undefined && namedBy(`${before} ${thing}`) !== null ? at - 2 : at - 1;
    ordered.splice(at, 1);
    ordered.splice(first, 0, colour);
  }
  return ordered;
}
