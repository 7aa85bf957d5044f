/** Why a generation failed, as programs read it: one code, whatever its family's record names it, and whose it is to mend. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureCodeIn, failuresOf } from '../src/index.ts';
import { familyNamed as family, specified } from './support/reading.ts';

test('the code is found under the name that the family has for it, also inside an object', () => {
  assert.equal(failureCodeIn(family('delta'), { status: 'failed', message: 'API_ERROR' }), 'API_ERROR');
  assert.equal(failureCodeIn(family('beta'), { status: 'failed', error_message: 'TIMEOUT' }), 'TIMEOUT');
  assert.equal(
    failureCodeIn(family('gamma'), { status: 'failed', error: { message: 'UNSAFE_CONTENT' } }),
    'UNSAFE_CONTENT',
  );
});

test('a record without a failure has no code', () => {
  assert.equal(failureCodeIn(family('delta'), { status: 'completed', message: null }), null);
  assert.equal(failureCodeIn(family('gamma'), { status: 'completed', error: null }), null);
  assert.equal(failureCodeIn(family('gamma'), { status: 'pending' }), null);
});

test('what was refused or could not be fetched is the caller’s to mend, the rest is ours', () => {
  const ours = specified.flatMap(({ failures }) => failures.filter(({ whose }) => whose === 'ours'));
  assert.deepEqual([...new Set(ours.map(({ code }) => code))].sort(), [
    'API_ERROR',
    'MAINTENANCE',
    'TASK_FAILED',
    'TIMEOUT',
  ]);
});

test('codes that a tenth family has for itself are refunded and told by what they stand for', () => {
  const failures = failuresOf({
    content_policy: 'LOOP_REFUSED',
    declined: 'LOOP_BROKEN',
    image_inaccessible: 'IMAGE_INACCESSIBLE',
    invalid_image: 'LOOP_REFUSED',
    timeout: 'LOOP_TOO_LATE',
    internal: 'LOOP_BROKEN',
    unavailable: 'MAINTENANCE',
  });
  const said = failures.map(({ code, whose, refunded, meaning }) => [code, whose, refunded, meaning]);
  assert.deepEqual(said, [
    ['LOOP_REFUSED', 'callers', false, 'The content violates the policy.'],
    ['LOOP_BROKEN', 'ours', true, 'The generation failed for a reason of ours.'],
    ['IMAGE_INACCESSIBLE', 'callers', false, 'An image URL could not be fetched.'],
    ['LOOP_TOO_LATE', 'ours', true, 'The generation exceeded its time limit.'],
    ['MAINTENANCE', 'ours', true, 'The service was unavailable until the time limit.'],
    ['CANCELLED', 'callers', true, 'The generation was cancelled on request.'],
  ]);
});
