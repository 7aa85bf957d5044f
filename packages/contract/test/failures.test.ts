/** Why a generation failed, as programs read it: one code, whatever its family's record names it, and whose it is to mend. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureCodeIn, isCallersOwn } from '../src/index.ts';
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
  const codes = [...new Set(specified.flatMap(({ failureCodes }) => failureCodes))];
  assert.deepEqual(codes.filter((code) => !isCallersOwn(code)).sort(), [
    'API_ERROR',
    'MAINTENANCE',
    'TASK_FAILED',
    'TIMEOUT',
  ]);
  assert.equal(isCallersOwn('A_CODE_OF_A_TENTH_FAMILY'), false);
});
