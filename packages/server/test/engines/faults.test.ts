/** The table of what may go wrong at an engine, row by row: what callers see, what is given back, what is tried next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { usualTimings } from '../../src/assembly/timings.ts';
import { type ErrorClass, errorClasses } from '../../src/engines/engine.ts';
import { faultRules } from '../../src/engines/faults.ts';
import { type Situation, whatFollows } from '../../src/generations/next-step.ts';

/** What each says where they differ; those that are named together say the same. */
const columns = [
  ['alpha', 'alpha-o1-video', 'alpha-o3-video', 'alpha-o1-photo', 'alpha-o3-photo', 'beta'],
  ['gamma'],
  ['delta'],
  ['epsilon-images'],
];

type Codes = [alpha: string, gamma: string, delta: string, epsilon: string];

const shown: Record<ErrorClass, Codes> = {
  content_policy: ['CONTENT_POLICY_VIOLATION', 'UNSAFE_CONTENT', 'MODERATION_FAILED', 'VENDOR_DECLINED'],
  declined: ['TASK_FAILED', 'UNSAFE_CONTENT', 'API_ERROR', 'VENDOR_DECLINED'],
  image_inaccessible: ['IMAGE_INACCESSIBLE', 'TASK_FAILED', 'IMAGE_INACCESSIBLE', 'IMAGE_INACCESSIBLE'],
  invalid_image: ['INVALID_IMAGE', 'TASK_FAILED', 'INVALID_IMAGE', 'INVALID_IMAGE'],
  unsupported: ['TASK_FAILED', 'TASK_FAILED', 'API_ERROR', 'API_ERROR'],
  rate_limited: ['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT'],
  capacity: ['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT'],
  auth: ['MAINTENANCE', 'MAINTENANCE', 'API_ERROR', 'API_ERROR'],
  quota: ['MAINTENANCE', 'MAINTENANCE', 'API_ERROR', 'API_ERROR'],
  unavailable: ['MAINTENANCE', 'MAINTENANCE', 'API_ERROR', 'API_ERROR'],
  timeout: ['TIMEOUT', 'TIMEOUT', 'TIMEOUT', 'TIMEOUT'],
  internal: ['TASK_FAILED', 'TASK_FAILED', 'API_ERROR', 'API_ERROR'],
  unknown_submit: ['TASK_FAILED', 'TASK_FAILED', 'API_ERROR', 'API_ERROR'],
};

const notRefunded = new Set([
  'CONTENT_POLICY_VIOLATION',
  'UNSAFE_CONTENT',
  'MODERATION_FAILED',
  'VENDOR_DECLINED',
  'IMAGE_INACCESSIBLE',
  'INVALID_IMAGE',
]);

for (const [what, codes] of Object.entries(shown) as [ErrorClass, Codes][]) {
  test(`${what} is shown as ${codes.join(', ')}, and refunded by its code`, () => {
    const { failure } = faultRules[what];
    for (const [index, slugs] of columns.entries()) {
      for (const slug of slugs) {
        const family = families.find((one) => one.slug === slug)!;
        const code = family.failureCode(failure);
        assert.equal(code, codes[index], slug);
        assert.equal(family.failures.find((one) => one.code === code)?.refunded, !notRefunded.has(code));
      }
    }
    for (const family of families) assert.ok(family.failureCodes.includes(family.failureCode(failure)), family.slug);
  });
}

const policy = { unknownGraceSeconds: 120, enginesMax: 2, contentPolicyFallback: false };

/** One attempt at `first`, which ended so. */
function ended(what: ErrorClass, changes: Partial<Situation> = {}): Situation {
  return {
    fault: { class: what, message: 'for the operator' },
    billed: false,
    traits: { paid: true },
    engine: 'first',
    attempts: [{ engine: 'first', error_class: what, tries: 1 }],
    others: ['second', 'third'],
    policy,
    timings: usualTimings.engines,
    ...changes,
  };
}

const steps = (changes: Partial<Situation>) =>
  Object.fromEntries(errorClasses.map((what) => [what, whatFollows(ended(what, changes)).step]));

test('after a definite no of a paid engine: the next where that may help, a wait where it may pass, else the end', () => {
  assert.deepEqual(steps({}), {
    content_policy: 'fail',
    declined: 'fail',
    image_inaccessible: 'fail',
    invalid_image: 'fail',
    unsupported: 'next',
    rate_limited: 'again',
    capacity: 'again',
    auth: 'next',
    quota: 'next',
    unavailable: 'again',
    timeout: 'fail',
    internal: 'next',
    unknown_submit: 'fail',
  });
});

test('no second engine is paid for what a first one may want money for', () => {
  for (const billed of [true, null]) {
    for (const what of errorClasses) assert.notEqual(whatFollows(ended(what, { billed })).step, 'next', what);
  }
  for (const what of ['content_policy', 'internal'] as const) {
    const allowed = { billed: null, policy: { ...policy, contentPolicyFallback: true } };
    assert.equal(whatFollows(ended(what, allowed)).step, 'fail');
  }
});

test('a paid engine that may want money for an order gets no second one for the same job, unless the trouble was ours', () => {
  for (const billed of [true, null]) {
    for (const what of errorClasses) {
      assert.equal(whatFollows(ended(what, { billed, others: [] })).step, 'fail', what);
      const ours = { class: what, message: '', whose: 'ours' } as const;
      if (what === 'unavailable') assert.equal(whatFollows(ended(what, { billed, fault: ours })).step, 'again');
    }
  }
});

test('an order that nobody can tell of is never followed by anything, whatever the engine costs', () => {
  for (const paid of [true, false]) {
    for (const billed of [true, false, null]) {
      assert.equal(whatFollows(ended('unknown_submit', { billed, traits: { paid } })).step, 'fail');
    }
  }
});

test('without another engine, what may pass is waited out, longer each time, and as long as the engine asks', () => {
  const others: string[] = [];
  for (const what of ['rate_limited', 'capacity', 'auth', 'quota', 'unavailable'] as const) {
    const attempt = { engine: 'first', error_class: what, tries: 1 };
    const rests = [1, 2, 3, 4, 5, 9].map((times) => {
      const following = whatFollows(ended(what, { others, attempts: Array.from({ length: times }, () => attempt) }));
      assert.equal(following.step, 'again');
      return following.step === 'again' ? following.afterSeconds : 0;
    });
    assert.deepEqual(rests, [5, 10, 20, 40, 60, 60], what);
    const step = whatFollows(ended(what, { others, fault: { class: what, message: '', retryAfterSeconds: 90 } }));
    assert.ok(step.step === 'again' && step.afterSeconds === 90);
  }
  assert.equal(whatFollows(ended('unsupported', { others })).step, 'fail');
});

test('an engine that is full three times, or down twice, is given up for the next', () => {
  const times = (what: ErrorClass, count: number) =>
    whatFollows(ended(what, { attempts: Array.from({ length: count }, () => ended(what).attempts[0]!) })).step;
  assert.deepEqual([times('capacity', 2), times('capacity', 3)], ['again', 'next']);
  assert.deepEqual([times('rate_limited', 2), times('rate_limited', 3)], ['again', 'next']);
  assert.deepEqual([times('unavailable', 1), times('unavailable', 2)], ['again', 'next']);
  // Asked twice with the same token, as a free engine may be.
  const often = {
    attempts: [{ engine: 'first', error_class: 'unavailable' as const, tries: 2 }],
    traits: { paid: false },
  };
  assert.equal(whatFollows(ended('unavailable', often)).step, 'next');
});

test('an engine of our own that breaks down is asked three times, and its work goes to nobody else', () => {
  const traits = { paid: false, embedded: true } as const;
  const broken = { engine: 'first', error_class: 'internal' as const, tries: 1 };
  const after = (times: number) =>
    whatFollows(ended('internal', { traits, attempts: Array.from({ length: times }, () => broken) }));
  assert.deepEqual(after(1), { step: 'again', afterSeconds: 1, trouble: 'internal' });
  assert.deepEqual(after(2), { step: 'again', afterSeconds: 2, trouble: 'internal' });
  assert.deepEqual(after(3), { step: 'fail' });
  for (const what of errorClasses) assert.notEqual(whatFollows(ended(what, { traits })).step, 'next');
});

test('no more engines are tried than the policy allows', () => {
  const attempts = [
    { engine: 'zeroth', error_class: 'auth' as const, tries: 1 },
    { engine: 'first', error_class: 'auth' as const, tries: 1 },
  ];
  assert.equal(whatFollows(ended('auth', { attempts })).step, 'again');
  const following = whatFollows(ended('auth', { attempts, policy: { ...policy, enginesMax: 3 } }));
  assert.deepEqual(following, { step: 'next', engine: 'second' });
});

test('content that one engine refuses goes to the next only where the operator says so', () => {
  const allowed = { policy: { ...policy, contentPolicyFallback: true } };
  assert.equal(whatFollows(ended('content_policy')).step, 'fail');
  assert.equal(whatFollows(ended('content_policy', allowed)).step, 'next');
});
