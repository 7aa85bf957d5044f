/** Waiting for work that is with an engine goes by spans: a wall clock that is set neither stretches nor shortens it. */
import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import type { Engine, Poll } from '../../src/engines/engine.ts';
import type { EngineRoster } from '../../src/engines/engine-roster.ts';
import { createAttemptNews } from '../../src/generations/attempt-news.ts';
import { deadlineIn } from '../../src/generations/deadline.ts';
import { waitForEnd } from '../../src/generations/wait-for-end.ts';

const hour = 3_600_000;
const running: Poll = { state: 'running', progress: null };
const made: Poll = { state: 'succeeded', outputs: [], costUsd: null, seed: null };
const lost: Poll = { state: 'lost' };

/** Each look is answered by the next of these; before an answer comes, the clock is set by so much. */
function waitThrough(t: TestContext, looks: readonly { poll: Poll; clockStep?: number }[], lostSeconds = 60) {
  const trueNow = Date.now;
  let off = 0;
  mock.method(Date, 'now', () => trueNow() + off);
  t.after(() => mock.restoreAll());
  let looked = 0;
  const engine = { name: 'box', traits: { embedded: undefined } } as unknown as Engine;
  const roster = {
    cadenceOf: () => ({ firstSeconds: 0, everySeconds: 0.02, maxSeconds: 0.02 }),
    async look() {
      const { poll, clockStep = 0 } = looks[Math.min(looked, looks.length - 1)]!;
      looked += 1;
      off += clockStep;
      return poll;
    },
  } as unknown as EngineRoster;
  const waited = waitForEnd({
    roster,
    engine,
    handle: { id: 'a' },
    deadline: deadlineIn(24 * hour),
    timings: { lostSeconds, begunSeconds: 60, lastLookSeconds: 60 },
    ear: createAttemptNews().open('a'),
    signal: t.signal,
    begin: 'now',
    on: { working() {}, progress() {}, queued() {} },
  });
  return { waited, looks: () => looked };
}

test('a clock that is set back during a look does not put off the next', { timeout: 30_000 }, async (t) => {
  const { waited } = waitThrough(t, [{ poll: running, clockStep: -hour }, { poll: made }]);
  assert.equal((await waited).outcome, 'made');
});

test('a clock that is set forward does not make work lost that an engine does not know yet', {
  timeout: 30_000,
}, async (t) => {
  const unknown = [{ poll: lost }, { poll: lost, clockStep: hour }, { poll: lost }, { poll: lost }, { poll: lost }];
  const { waited, looks } = waitThrough(t, [...unknown, { poll: made }]);
  assert.equal((await waited).outcome, 'made');
  assert.equal(looks(), unknown.length + 1);
});

test('a clock that is set forward past the time limit does not end the work', { timeout: 30_000 }, async (t) => {
  const { waited, looks } = waitThrough(t, [
    { poll: running, clockStep: 25 * hour },
    { poll: running },
    { poll: made },
  ]);
  assert.equal((await waited).outcome, 'made');
  assert.equal(looks(), 3);
});

test('work that an engine says long enough it does not know is lost', { timeout: 30_000 }, async (t) => {
  const { waited } = waitThrough(t, [{ poll: lost }], 0.05);
  const end = await waited;
  assert.equal(end.outcome === 'failed' && end.ends, 'failed');
});

test('a look that gets no reply does not outlast the time limit by much', { timeout: 30_000 }, async (t) => {
  const roster = {
    cadenceOf: () => ({ firstSeconds: 0, everySeconds: 0.02, maxSeconds: 0.02 }),
    look: (_engine: Engine, _handle: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        else signal.addEventListener('abort', () => reject(signal.reason));
      }),
  } as unknown as EngineRoster;
  const waited = await waitForEnd({
    roster,
    engine: { name: 'box', traits: {} } as unknown as Engine,
    handle: { id: 'a' },
    deadline: deadlineIn(50),
    timings: { lostSeconds: 60, begunSeconds: 60, lastLookSeconds: 0.1 },
    ear: createAttemptNews().open('a'),
    signal: t.signal,
    begin: 'now',
    on: { working() {}, progress() {}, queued() {} },
  });
  assert.equal(waited.outcome, 'overdue');
});

test('a last look that a stop breaks off ends nothing', { timeout: 30_000 }, async () => {
  const stopping = new AbortController();
  const roster = {
    cadenceOf: () => ({ firstSeconds: 0, everySeconds: 0.02, maxSeconds: 0.02 }),
    async look(): Promise<Poll> {
      stopping.abort(new Error('the worker stops'));
      return { state: 'silent', fault: { class: 'unavailable', message: 'broken off' } };
    },
  } as unknown as EngineRoster;
  const waited = waitForEnd({
    roster,
    engine: { name: 'box', traits: {} } as unknown as Engine,
    handle: { id: 'a' },
    deadline: deadlineIn(-hour),
    timings: { lostSeconds: 60, begunSeconds: 60, lastLookSeconds: 1 },
    ear: createAttemptNews().open('a'),
    signal: stopping.signal,
    begin: 'now',
    on: { working() {}, progress() {}, queued() {} },
  });
  await assert.rejects(waited, /the worker stops/);
});
