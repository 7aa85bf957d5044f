/** The last hour, day and week as the operator sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { rememberHours } from '../../src/http/api/counted-hours.ts';
import { pointsOf } from '../../src/http/api/operator-series.ts';
import { eventually } from '../support/eventually.ts';
import { signInAsOperator } from '../support/people.ts';
import { startTestService } from '../support/service.ts';
import { addPeak } from './support/add-peak.ts';

type Json = Record<string, unknown>;

const dayMilliseconds = 86_400_000;
const quiet = { submitted: 0, left: 0, begun: 0, ended: 0, completed: 0, failed: 0, unfinished: 0 };

test('what waits and runs is carried on from before the window, a step has the most of it, and no step is missing', () => {
  const points = pointsOf({
    first: 11,
    last: 14,
    stepSeconds: 60,
    work: [
      { ...quiet, bin: 4 * 11 + 1, submitted: 3, left: 3, begun: 2 },
      { ...quiet, bin: 12, submitted: 5, left: 2, begun: 2 },
      { ...quiet, bin: 4 * 11 + 2, submitted: 1, left: 2, begun: 1, ended: 2, completed: 2 },
      { ...quiet, bin: 4 * 13 + 3, ended: 2, completed: 1, failed: 1 },
      { ...quiet, bin: 4 * 14, begun: 1, ended: 2, completed: 1 },
    ],
    deliveries: [
      { minute: 13, delivered: 4, failed: 1, unfinished: 0 },
      { minute: 10, delivered: 9, failed: 9, unfinished: 0 },
      { minute: null, delivered: 0, failed: 0, unfinished: 1 },
    ],
    times: [{ step: 11, queue_seconds_p50: null, finish_seconds_p50: 7 }],
  });
  assert.deepEqual(
    points.map(({ at, waiting, running, completed, failed }) => [
      at.slice(11, 16),
      waiting,
      running,
      completed,
      failed,
    ]),
    [
      ['00:11', 3, 4, 2, 0],
      ['00:12', 2, 3, 0, 0],
      ['00:13', 2, 3, 1, 1],
      ['00:14', 2, 1, 1, 0],
    ],
  );
  assert.deepEqual(
    points.map(({ finish_seconds_p50: seconds, webhooks_delivered: sent }) => [seconds, sent]),
    [
      [7, 0],
      [null, 0],
      [null, 4],
      [null, 0],
    ],
  );
});

test('what began and ended between two looks was running', () => {
  const work = [{ ...quiet, bin: 45, submitted: 1, left: 1, begun: 1, ended: 1, completed: 1 }];
  const points = pointsOf({ first: 11, last: 12, stepSeconds: 60, work, deliveries: [], times: [] });
  assert.deepEqual(
    points.map(({ waiting, running }) => [waiting, running]),
    [
      [0, 1],
      [0, 0],
    ],
  );
});

test('an hour whose work has ended is counted once; one that goes on, and the one that is, every time', async () => {
  const counted: number[] = [];
  const now = new Date(1_000 * 3_600_000 + 1_800_000);
  const hours = rememberHours(
    async (asked) => {
      counted.push(...asked);
      return asked.map((hour) => ({ hour, unfinished: hour === 990 ? 1 : 0 }));
    },
    () => now,
    600_000,
  );
  const { from, rows } = await hours.read({ from: 980, until: 1_000 });
  assert.equal(from, 980);
  assert.equal(rows.length, 21);
  assert.deepEqual(counted.splice(0).toSorted(), rows.map(({ hour }) => hour).toSorted());
  await hours.read({ from: 980, until: 1_000 });
  assert.deepEqual(counted, [1_000, 990]);
});

test('what takes too long is answered in part, newest hours first, and goes on with the next answer', async () => {
  const hours = rememberHours(
    async (asked) => {
      await pause(60);
      return asked.map((hour) => ({ hour, unfinished: 0 }));
    },
    () => new Date(2_000 * 3_600_000),
  );
  const asked = { from: 1_000, until: 1_100 };
  const first = await hours.read(asked);
  assert.ok(first.from > asked.from && first.from <= asked.until, `${first.from}`);
  assert.equal(first.rows.length, asked.until - first.from + 1);
  const second = await hours.read(asked);
  assert.ok(second.from < first.from, `${second.from} is before ${first.from}`);
});

test('the service’s own figures: a failure, one cancelled, one that waits, three windows; a minute’s peak in a week', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const { id, sandbox } = await service.account();
  const failing = await sandbox.submit('/v1/beta/generate', { prompt: 'a fox [[fail TASK_FAILED]]', duration: 10 });
  await service.ended(String(failing.body['generation_id']));
  const cancelled = await sandbox.submit('/v1/beta/generate', { prompt: 'a hare [[queue 600]]', duration: 10 });
  const path = `/v1/beta/generations/${cancelled.body['generation_id']}`;
  assert.equal((await sandbox.ask('DELETE', path)).status, 200);
  await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' });
  await addPeak(service.db, { accountId: id, at: new Date(Date.now() - 3 * dayMilliseconds) });
  for (const [window, count, failed] of [
    ['hour', 60, 1],
    ['day', 48, 1],
    ['week', 56, 6],
  ] as const) {
    const points = await eventually(async () => {
      const { status, body } = await operator.get(`/api/operator/series?window=${window}`);
      assert.equal(status, 200);
      return body['complete'] === true ? (body['points'] as Json[]) : undefined;
    });
    assert.equal(points.length, count, window);
    assert.equal(points.at(-1)!['waiting'], 1, window);
    assert.equal(
      points.reduce((sum, point) => sum + Number(point['failed']), 0),
      failed,
      window,
    );
    assert.ok(points.some(({ queue_seconds_p50: seconds }) => typeof seconds === 'number'));
    assert.equal(
      points.reduce((most, point) => Math.max(most, Number(point['waiting'])), 0),
      window === 'week' ? 5 : 1,
      window,
    );
  }
  assert.equal((await operator.get('/api/operator/series?window=year')).status, 400);
});
