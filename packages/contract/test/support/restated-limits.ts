/**
 * Finds what restates a limit of the contract: a telling value wherever it stands, any other by the names beside it. A new
 * limit is looked for without a line here, unless it is a time of a subject that has no place yet.
 */
import assert from 'node:assert/strict';
import * as events from '../../src/events.ts';
import * as ids from '../../src/ids.ts';
import * as limits from '../../src/limits.ts';
import { numbersIn, type WrittenNumber } from './written-numbers.ts';

/** Words for a time that leave open whether it is in seconds. */
const vagueTimes = 'timeouts intervals delays pauses sleeps wait backoffs retry gaps spacing ttl'.split(' ');

/** Of words in names, what they count, and how many of its smallest unit one is. */
const units: Readonly<Record<string, readonly [kind: string, ...factors: number[]]>> = {
  ms: ['time', 1],
  millis: ['time', 1],
  milliseconds: ['time', 1],
  secs: ['time', 1_000],
  seconds: ['time', 1_000],
  mins: ['time', 60_000],
  minutes: ['time', 60_000],
  hours: ['time', 3_600_000],
  days: ['time', 86_400_000],
  ...Object.fromEntries(vagueTimes.map((word) => [word, ['time', 1, 1_000] as const])),
  bytes: ['bytes', 1],
  kilobytes: ['bytes', 1_024],
  mb: ['bytes', limits.megabyteBytes],
  megabytes: ['bytes', limits.megabyteBytes],
  pixels: ['pixels', 1],
  megapixels: ['pixels', 1_000_000],
  characters: ['characters', 1],
  chars: ['characters', 1],
  lengths: ['characters', 1],
  // A name is bounded by nothing else.
  name: ['characters', 1],
  attempts: ['attempts', 1],
  tries: ['attempts', 1],
  try: ['attempts', 1],
  retries: ['attempts', 1],
  // As a delivery tells which of its attempts it is at.
  number: ['attempts', 1],
};

/** `['retry', 'ms']` of `retryMs` and `RETRY_MS`; of `pixelsPerByte` the pixels, and nothing that only says which end it is. */
const wordsOf = (name: string): string[] =>
  [...name.replace(/Per[A-Z].*/, '').matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => !/^(max|min|default)$/.test(word));

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '');

/** What limits count that have no unit: of `keysMax` keys, of `faultsToldMax` faults. */
const counted = new Set<string>();

/** `['time 30000']` of `retryMs` and 30_000, by the last of its words that has a unit. */
export function measuresOf(name: string, value: number): string[] {
  for (const word of wordsOf(name).reverse()) {
    const unit = [word, `${word}s`].find((one) => Object.hasOwn(units, one));
    if (unit !== undefined) {
      const [kind, ...factors] = units[unit]!;
      return factors.map((factor) => `${kind} ${value * factor}`);
    }
    if (counted.has(singular(word))) return [`${singular(word)} ${value}`];
  }
  return [];
}

/**
 * Ten seconds and a minute are usual for much that has nothing to do with the contract, so a time is looked for where its
 * limit is kept, and elsewhere among the names that speak of its subject. Sizes and counts are looked for everywhere.
 */
const subjects: Record<string, RegExp> = {
  webhook: /webhook/,
  media: /\/media\//,
  link: /\/media\//,
  reference: /\/media\//,
  status: /limit/,
  idempotency: /idempotency/,
  key: /key/,
  api: /http\/api\/read-fields/,
  wait: /http\/waits/,
  event: /http\/events\/|\/changes\//,
  invitation: /\/people\//,
  invitations: /http\/api\/people/,
  redelivery: /webhook/,
  sign: /sign-in-links/,
};

export interface Known {
  limit: string;
  value: number;
  measure: string;
  subject: string;
  where: RegExp;
}

/** One of anything is where a list begins; and a megabyte is a unit, also where it happens to be a limit. */
const isLimit = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'number' && (value > 1 || measuresOf(name, value).length > 0) && value !== limits.megabyteBytes;

const numbers = Object.entries({ ...limits, ...limits.page, ...events, ...ids }).filter(isLimit) as [string, number][];

for (const [limit] of numbers.filter(([name, value]) => measuresOf(name, value).length === 0)) {
  const words = wordsOf(limit);
  counted.add(singular(words.findLast((word) => word.endsWith('s')) ?? words.at(-1)!));
}

export const known: readonly Known[] = numbers.map(([limit, value]) => {
  const [measure] = measuresOf(limit, value);
  const [subject] = /^[a-z]+/.exec(limit)!;
  const where = measure!.startsWith('time') ? subjects[subject] : /./;
  assert.ok(where, `${limit}: where is it kept?`);
  return { limit, value, measure: measure!, subject, where };
});

/** Nothing else equals it by chance: it is large, or no round number. What does all the same stands among the exceptions. */
const isTelling = (value: number): boolean => value > 2_000 && (value > 100_000 || !/^\d0*$/.test(String(value)));

function limitOf(file: string, { value, names, isCompared }: Omit<WrittenNumber, 'text'>): string | undefined {
  const telling = isTelling(value) ? known.find((one) => one.value === value) : undefined;
  // How long an hour is, is no limit; and from one on there is something.
  const saysNothing = names.some((name) => /^(day|hour|minute)([A-Z]|_)/.test(name)) || (isCompared && value <= 1);
  if (telling !== undefined || saysNothing) return telling?.limit;
  const said = names.join(' ').toLowerCase();
  // `attempt > 4` says what `attempt >= 5` does.
  const values = isCompared ? [value, value - 1, value + 1] : [value];
  const measures = values.flatMap((one) => names.flatMap((name) => measuresOf(name, one)));
  return known.find(
    ({ measure, where, subject }) => measures.includes(measure) && (where.test(file) || said.includes(subject)),
  )?.limit;
}

const { megabyteBytes, megabytes, minutes } = limits;

/** A limit may be restated with the units that the contract offers, too. */
export const numbersOf = (file: string, text: string): WrittenNumber[] =>
  numbersIn(file, text, { megabyteBytes, megabytes, minutes });

export interface Restated {
  /** The names beside it, and how it is written. */
  said: string;
  limit: string;
}

export function restatedAmong(file: string, numbers: readonly WrittenNumber[]): Restated[] {
  return numbers.flatMap((number) => {
    const limit = limitOf(file, number);
    return limit === undefined ? [] : [{ said: [...number.names, number.text].join(' '), limit }];
  });
}
