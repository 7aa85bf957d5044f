/** The places for attempts: parts for accounts, one place for whoever does not answer, and always one for a newcomer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptsAtOnceMax,
  createPlaces,
  type DueLine,
  type Grant,
  type Places,
} from '@afterimage/server/webhooks/places';

const answered = { statusCode: 200, milliseconds: 20, error: null, answerExcerpt: null };
const slowly = { ...answered, milliseconds: 25_000 };
const silent = { ...answered, statusCode: null };

function lines(account_id: string, count: number, changes: Partial<DueLine> = {}): DueLine[] {
  const due = { account_id, ready: 4, untried: true, due_at: new Date(0), ...changes };
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

test('a line has one attempt at a time until an answer comes, then four, and one again when it falls silent', () => {
  const places = createPlaces();
  const line = lines('a', 1);
  assert.deepEqual(take(places, line), { a: 1 });
  assert.deepEqual(take(places, line), {});
  places.ended(line[0]!, slowly);
  assert.deepEqual(take(places, line), { a: 4 });
  for (let i = 0; i < 4; i += 1) places.ended(line[0]!, silent);
  assert.deepEqual(take(places, line), { a: 1 });
});

test('an attempt that taught nothing about the receiver changes nothing for it', () => {
  const places = createPlaces();
  const line = lines('a', 1);
  trust(places, line);
  places.taken(line[0]!);
  places.ended(line[0]!, null);
  assert.deepEqual(take(places, line), { a: 4 });
});

test('however many hosts an account has, half of the places stay free, and a third for those that answer', () => {
  const places = createPlaces();
  const good = lines('a', 500, { host: 'good' });
  trust(places, good);
  const bad = lines('a', 1_000);
  assert.deepEqual(take(places, bad), { a: Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(places, [...bad, ...good]), { a: attemptsAtOnceMax / 2 - Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(places, [...bad, ...good]), {});
  assert.deepEqual(take(places, [...bad, ...lines('b', 1)]), { b: 1 });
});

test('there is a place for the first event of the twelfth account when eleven take all they can', () => {
  const places = createPlaces();
  for (let i = 0; i < 11; i += 1) take(places, lines(`greedy ${i}`, 1_000));
  assert.deepEqual(take(places, lines('newcomer', 1)), { newcomer: 1 });
});

test('accounts that come at the same time get the same', () => {
  const counts = take(createPlaces(), [...lines('a', 1_000), ...lines('b', 1_000), ...lines('c', 2)]);
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
  const retries = lines('a', 1_000, { untried: false });
  const hosts = places.share([...retries, fresh!, good!]).map(({ host }) => host);
  assert.deepEqual(hosts.slice(0, 3), ['good-0', 'fresh-0', 'host-0']);
});
