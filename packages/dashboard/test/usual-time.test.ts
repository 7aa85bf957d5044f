import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftInWords, secondsInWords, secondsLeft, usualSeconds } from '../src/screens/playground/usual-time.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

test('what is usual is the middle of what was, and unknown before anything was made', () => {
  const took = (seconds: number, prompt = 'a fox') => ({ prompt, started_at: at(0), finished_at: at(seconds) });
  assert.equal(usualSeconds([4, 5, 90].map((seconds) => took(seconds))), 5);
  assert.equal(usualSeconds([took(90), took(4)]), 4);
  assert.equal(usualSeconds([]), undefined);
  assert.equal(usualSeconds([{ ...took(3), started_at: null }]), undefined);
});

test('what a sandbox prompt told to be slow says nothing of what is usual', () => {
  const slow = { prompt: 'a fox [[slow 180]]', started_at: at(0), finished_at: at(180) };
  assert.equal(usualSeconds([slow]), undefined);
  assert.equal(usualSeconds([slow, slow, { prompt: 'a fox', started_at: at(0), finished_at: at(4) }]), 4);
});

test('what is left follows from progress once there is some, and from what is usual before', () => {
  const now = Date.parse(at(10));
  assert.equal(secondsLeft({ started_at: at(0), progress: 50 }, { usual: 100, now }), 10);
  assert.equal(secondsLeft({ started_at: at(0), progress: 2 }, { usual: 30, now }), 20);
  assert.equal(secondsLeft({ started_at: at(0), progress: null }, { usual: 5, now }), 0);
  assert.equal(secondsLeft({ started_at: at(0), progress: 100 }, { usual: 5, now }), 1);
  assert.equal(secondsLeft({ started_at: null, progress: null }, { usual: 5, now }), undefined);
});

test('seconds are said as people say them', () => {
  assert.deepEqual([0.2, 12.4, 89, 150, 600].map(secondsInWords), ['1 s', '12 s', '89 s', '3 min', '10 min']);
  assert.deepEqual([20, 1, 0].map(leftInWords), ['About 20 s left', 'About 1 s left', 'Takes longer than usual']);
});
