/** The spending chart's scale is round and its bars are the figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, gridLines } from '../src/screens/balance/spend-bars.ts';
import { dayText } from '../src/ui/dates.ts';

const day = (number: number, spent: string) => ({
  day: `2026-11-${String(number).padStart(2, '0')}`,
  spent,
  generations: 1,
});

test('days stand from left to right, and a day of refunds is no negative bar', () => {
  const { bars } = barsOf([day(2, '-0.2100'), day(1, '0.4200')]);
  assert.deepEqual(
    bars.map(({ label, dollars }) => [label, dollars]),
    [
      [dayText(new Date('2026-11-01T00:00Z'), 'UTC'), 0.42],
      [dayText(new Date('2026-11-02T00:00Z'), 'UTC'), 0],
    ],
  );
});

test('the scale ends at a round figure that holds the highest day', () => {
  for (const [spent, top] of [
    ['0.0000', 0],
    ['0.4200', 0.5],
    ['0.5000', 0.5],
    ['1.0100', 2],
    ['37.5000', 50],
    ['99.0000', 100],
  ] as const) {
    assert.ok(Math.abs(barsOf([day(1, spent)]).top - top) < 1e-9, `${spent} under ${top}`);
  }
  assert.deepEqual(
    gridLines(0.5).map(({ value }) => value),
    ['$0', '$0.25', '$0.50'],
  );
});
