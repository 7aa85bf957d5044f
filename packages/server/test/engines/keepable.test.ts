/** Whatever an engine elsewhere says, its generation goes on: what comes to our tables is what they can hold. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { EngineFault, Poll } from '../../src/engines/engine.ts';
import { accepted, openVendor } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { testDatabase } from '../support/database.ts';
import { mgeKey, openMge } from './vendors/mge.ts';
import type { Reply, Step } from './vendors/stand-in.ts';

const never = new AbortController().signal;

async function openEngine(t: TestContext, cost = 0.05) {
  return openVendor(t, { kind: 'http', open: () => openMge(() => cost), key: mgeKey });
}

async function lookAt(t: TestContext, step: Step, cost?: number): Promise<Poll> {
  const { engine, standIn } = await openEngine(t, cost);
  standIn.script = [step];
  return engine.poll(await accepted(engine, { task: 't2i' }), { waitSeconds: 0, signal: never });
}

async function refusal(t: TestContext, reply: Reply): Promise<EngineFault> {
  const { engine, standIn } = await openEngine(t);
  standIn.replies.push(reply);
  const start = await engine.start(describeVendorWork({ task: 't2i' }), never);
  assert.ok('fault' in start);
  return start.fault;
}

/** PostgreSQL refuses a NUL, and what is no UTF-8. */
async function isKept(t: TestContext, text: string): Promise<void> {
  const { db } = await testDatabase(t);
  assert.deepEqual(await db.query({ text: 'select $1::text as kept' }, [text]), [{ kept: text }]);
}

test('words with a NUL or half a character', async (t) => {
  const message = 'Bad\0gateway \ud83d';
  const poll = await lookAt(t, { at: 'failed', code: 'content_policy', message });
  assert.deepEqual(poll, {
    state: 'failed',
    fault: { class: 'content_policy', message: 'Badgateway \ufffd' },
    billed: null,
  });
  await isKept(t, 'Badgateway \ufffd');
  const bytes = Buffer.from('Bad\0gateway');
  assert.equal((await refusal(t, { status: 502, bytes })).message, 'HTTP 502: Badgateway');
});

test('words without end', async (t) => {
  const poll = await lookAt(t, { at: 'failed', code: 'internal', message: 'no '.repeat(1_000_000) });
  assert.ok(poll.state === 'failed' && poll.fault.message.length === 2_000);
});

test('a rest that is longer than a day is a day', async (t) => {
  const json = { error: { code: 'capacity', message: 'full' } };
  const rest = async (seconds: string) =>
    (await refusal(t, { status: 429, json, headers: { 'retry-after': seconds } })).retryAfterSeconds;
  assert.deepEqual([await rest('7'), await rest('99999999999999')], [7, 86_400]);
});

test('a cost that cannot be is none, and what was reserved stands', async (t) => {
  const costs: [number, number | null][] = [
    [0, 0],
    [0.125, 0.125],
    [-5, null],
    [1e6, null],
    [1e300, null],
  ];
  for (const [said, kept] of costs) {
    const poll = await lookAt(t, { at: 'succeeded' }, said);
    assert.ok(poll.state === 'succeeded');
    assert.equal(poll.costUsd, kept, `${said}`);
  }
});

test('a place in the queue that is none', async (t) => {
  const places: [number, number | null][] = [
    [2, 2],
    [1.5, null],
    [-1, null],
    [1e12, null],
  ];
  for (const [said, kept] of places) {
    assert.deepEqual(await lookAt(t, { at: 'queued', position: said }), { state: 'queued', position: kept });
  }
});
