/** The slots for attempts: parts for accounts, fewer for those who do not answer, and always one for a newcomer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptsAtOnceMax,
  attemptsPerLineMax,
  createDeliverySlots,
  type DeliverySlots,
  type DueLine,
  type Share,
} from '../../src/webhooks/delivery-slots.ts';

const answered = { statusCode: 200, milliseconds: 20, error: null, answerExcerpt: null };
const slowly = { ...answered, milliseconds: 25_000 };
const silent = { ...answered, statusCode: null };

function lines(account_id: string, count: number, changes: Partial<DueLine> = {}): DueLine[] {
  const due = { account_id, ready: attemptsPerLineMax, tried: false, due_at: new Date(0), ...changes };
  return Array.from({ length: count }, (_, i) => ({ ...due, host: `${changes.host ?? 'host'}-${i}` }));
}

/** Shares and takes, as the sender does; returns how many slots each account got. */
function take(slots: DeliverySlots, due: DueLine[]): Record<string, number> {
  const shares = slots.share(due);
  for (const share of shares) for (let i = 0; i < share.count; i += 1) slots.taken(share);
  return countByAccount(shares);
}

function countByAccount(shares: readonly Share[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { account_id, count } of shares) counts[account_id] = (counts[account_id] ?? 0) + count;
  return counts;
}

function trust(slots: DeliverySlots, due: readonly DueLine[]): void {
  for (const line of due) {
    slots.taken(line);
    slots.ended(line, answered);
  }
}

test('a line has many attempts under way whether its receiver answers or not, and no more than its part', () => {
  const slots = createDeliverySlots();
  const line = lines('a', 1);
  assert.deepEqual(take(slots, line), { a: attemptsPerLineMax });
  assert.deepEqual(take(slots, line), {});
  for (const outcome of [slowly, silent, answered]) slots.ended(line[0]!, outcome);
  assert.deepEqual(take(slots, line), { a: 3 });
});

test('inside a line, first attempts come before repeats that are due longer', () => {
  const [fresh] = lines('a', 1, { ready: 10, due_at: new Date(9) });
  const [again] = lines('a', 1, { tried: true });
  const granted = createDeliverySlots().share([again!, fresh!]);
  assert.deepEqual(
    granted.map(({ tried, count }) => [tried, count]),
    [
      [false, 10],
      [true, attemptsPerLineMax - 10],
    ],
  );
});

test('hosts that hang leave slots for other hosts of their account', () => {
  const slots = createDeliverySlots();
  assert.deepEqual(take(slots, lines('a', 10)), { a: Math.ceil(attemptsAtOnceMax / 5) });
  assert.deepEqual(take(slots, lines('a', 30, { host: 'other', ready: 1 })), { a: 30 });
});

test('an attempt that taught nothing about the receiver changes nothing for it', () => {
  const slots = createDeliverySlots();
  const good = lines('a', 1, { host: 'good' });
  trust(slots, good);
  slots.taken(good[0]!);
  slots.ended(good[0]!, null);
  take(slots, lines('a', 1_000));
  assert.deepEqual(take(slots, good), { a: attemptsPerLineMax });
});

test('however many hosts an account has, half of the slots stay free, and a third for those that answer', () => {
  const slots = createDeliverySlots();
  const good = lines('a', 500, { host: 'good' });
  trust(slots, good);
  const bad = lines('a', 1_000);
  assert.deepEqual(take(slots, bad), { a: Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(slots, [...bad, ...good]), { a: attemptsAtOnceMax / 2 - Math.ceil(attemptsAtOnceMax / 3) });
  assert.deepEqual(take(slots, [...bad, ...good]), {});
  assert.deepEqual(take(slots, [...bad, ...lines('b', 1, { ready: 1 })]), { b: 1 });
});

test('there is a slot for the first event of the twelfth account when eleven take all they can', () => {
  const slots = createDeliverySlots();
  for (let i = 0; i < 11; i += 1) take(slots, lines(`greedy ${i}`, 1_000));
  assert.deepEqual(take(slots, lines('newcomer', 1, { ready: 1 })), { newcomer: 1 });
});

test('accounts that come at the same time get the same', () => {
  const counts = take(createDeliverySlots(), [
    ...lines('a', 1_000),
    ...lines('b', 1_000),
    ...lines('c', 2, { ready: 1 }),
  ]);
  assert.equal(counts['c'], 2);
  assert.ok(Math.abs(counts['a']! - counts['b']!) <= 1, JSON.stringify(counts));
});

test('when there are more accounts than slots, those that are due the longest come first', () => {
  const accounts = Array.from({ length: 5_000 }, (_, i) => lines(`account ${i}`, 1, { due_at: new Date(5_000 - i) }));
  const got = take(createDeliverySlots(), accounts.flat());
  const longestDue = accounts.slice(-attemptsAtOnceMax).map(([line]) => line!.account_id);
  assert.deepEqual(Object.keys(got).sort(), longestDue.sort());
});

test('inside an account, what answers comes first, then what was never tried, then retries', () => {
  const slots = createDeliverySlots();
  const [good] = lines('a', 1, { host: 'good', due_at: new Date(9) });
  trust(slots, [good!]);
  const [fresh] = lines('a', 1, { host: 'fresh', due_at: new Date(8) });
  const retries = lines('a', 1_000, { tried: true });
  const hosts = slots.share([...retries, fresh!, good!]).map(({ host }) => host);
  assert.deepEqual(hosts.slice(0, 3), ['good-0', 'fresh-0', 'host-0']);
});
