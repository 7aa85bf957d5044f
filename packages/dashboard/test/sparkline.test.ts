/** The line of a chart: where it stands, and where nothing is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotsOf, pathOf } from '../src/screens/operator/spark-path.ts';

test('a line goes through every figure, and is lifted where none is known', () => {
  assert.equal(pathOf([0, 5, 10], 10), 'M0 96.00L1 48.00L2 0.00');
  assert.equal(pathOf([10, null, 5, 5], 10), 'M2 48.00L3 48.00');
  assert.equal(pathOf([null, null], 10), '');
});

test('a figure with nothing known beside it is a dot', () => {
  assert.equal(dotsOf([10, null, 5, 5, null, 5], 10), 'M0 0.00h0M5 48.00h0');
  assert.equal(dotsOf([0, 5, 10], 10), '');
});
