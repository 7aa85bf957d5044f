/** The places for attempts: parts for accounts, fewer for those who do not answer, and always one for a newcomer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptsAtOnceMax,
  attemptsPerLineMax,
  createPlaces,
  type DueLine,
  type Grant,
  type Places,
} from '../../src/webhooks/places.ts';

const answered = { statusCode: 200, milliseconds: 20, error: null, answerExcerpt: null };
const slowly = { ...answered, milliseconds: 25_000 };
const silent = { ...answered, statusCode: null };

function lines(account_id: string, count: number, changes: Partial<DueLine> = {}): DueLine[] {
  const due = { account_id, ready: attemptsPerLineMax, tried: false, due_at: new Date(0), ...changes };
  return Array.from({ length: count }, (_, i) => ({ ...due, host: `${changes.host ?? 'host'}-${i}` }));
}

/** Shares and takes, as the sender does; answers how many places each account got. */
function take(places: Places, due: DueLine[]): Record<string, number> {
  const grants = places.share(due);
  for (const grant of grants) for (let i = 0; i < grant.count; i += 1) places.taken(grant);
  return countByAccount(grants);
}

function countByAccount(grants: readonly Grant[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { account_id, count } of grants) counts[account_id] = (counts[account_id] ?? 0) + count;
  return counts;
}

function trust(places: Places, due: readonly DueLine[]): void {
  for (const line of due) {
    places.taken(line);
    places.ended(line, answered);
  }
}

test('a line has many attempts under way whether its receiver answers or not, and no more than its part', () => {
  const places = createPlaces();
  const line = lines('a', 1);
  assert.deepEqual(take(places, line), { a: attemptsPerLineMax });
  assert.deepEqual(take(places, line), {});
  for (const outcome of [slowly, silent, answered]) places.ended(line[0]!, outcome);
  assert.deepEqual(take(places, line), { a: 3 });
});

test('inside a line, first attempts come before repeats that are due longer', () => {
  const [fresh] = lines('a', 1, { ready: 10, due_at: new Date(9) });
  const [again] = lines('a', 1, { tried: true });
  const granted = createPlaces().share([again!, fresh!]);
  assert.deepEqual(
    granted.map(({ tried, count }) => [tried, count]),
    [
      [false, 10],
      [true, attemptsPerLineMax - 10],
    ],
  );
});

test('hosts that hang leave places for other hosts of their account', () => {
  const places = createPlaces();
  assert.deepEqual(take(places, lines('a', 10)), { a: Math.ceil(attemptsAtOnceMax / 5) });
  assert.deepEqual(take(places, lines('a', 30, { host: 'other', ready: 1 })), { a: 30 });
});

test('an attempt that taught nothing about the receiver changes nothing for it', () => {
  const places = createPlaces();
  const good = lines('a', 1, { host: 'good' });
  trust(places, good);
  places.taken(good[0]!);
  places.ended(good[0]!, null);
  take(places, lines('a', 1_000));
  assert.deepEqual(take(places, good), { a: attemptsPerLineMax });
});

test('however many hosts an account has, half of the places stay free, and a third for those that answer', () => {
  const places = createPlaces();
  const good = lines('a', 500, { host: 'good' });
  trust(places, good);
  const bad = lines('a', 1_000);
  assert.deepEqual(take(places, bad), { a: Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(places, [...bad, ...good]), { a: attemptsAtOnceMax / 2 - Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(places, [...bad, ...good]), {});
  assert.deepEqual(take(places, [...bad, ...lines('b', 1, { ready: 1 })]), { b: 1 });
});

test('there is a place for the first event of the twelfth account when eleven take all they can', () => {
  const places = createPlaces();
  for (let i = 0; i < 11; i += 1) take(places, lines(`greedy ${i}`, 1_000));
  assert.deepEqual(take(places, lines('newcomer', 1, { ready: 1 })), { newcomer: 1 });
});

test('accounts that come at the same time get the same', () => {
  const counts = take(createPlaces(), [...lines('a', 1_000), ...lines('b', 1_000), ...lines('c', 2, { ready: 1 })]);
  assert.equal(counts['c'], 2);
  assert.ok(Math.abs(counts['a']! - counts['b']!) <= 1, JSON.stringify(counts));
});

test('when there are more accounts than places, those that are due the longest come first', () => {
  const accounts = Array.from({ length: 5_000 }, (_, i) => lines(`account ${i}`, 1, { due_at: new Date(5_000 - i) }));
  const got = take(createPlaces(), accounts.flat());
  const longestDue = accounts.slice(-attemptsAtOnceMax).map(([line]) => line!.account_id);
  assert.deepEqual(Object.keys(got).sort(), longestDue.sort());
});

test('inside an account, what answers comes first, then what was never tried, then retries', () => {
  const places = createPlaces();
  const [good] = lines('a', 1, { host: 'good', due_at: new Date(9) });
  trust(places, [good!]);
  const [fresh] = lines('a', 1, { host: 'fresh', due_at: new Date(8) });
  const retries = lines('a', 1_000, { tried: true });
  const hosts = places.share([...retries, fresh!, good!]).map(({ host }) => host);
  assert.deepEqual(hosts.slice(0, 3), ['good-0', 'fresh-0', 'host-0']);
});
