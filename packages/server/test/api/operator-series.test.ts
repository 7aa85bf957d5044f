/** The last hour, day and week as the operator sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsOf } from '../../src/http/api/operator-series.ts';
import { signInAsOperator } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

const quiet = {
  left: 0,
  begun: 0,
  ended: 0,
  completed: 0,
  failed: 0,
  queue_seconds_p50: null,
  finish_seconds_p50: null,
};

test('what waits and runs is carried from step to step, from before the window on, and no step is missing', () => {
  const minute = 60_000;
  const points = pointsOf({
    since: new Date(10 * minute + 1),
    until: new Date(14 * minute + 1),
    stepSeconds: 60,
    work: [
      { ...quiet, step: 3, submitted: 5, left: 2, begun: 2 },
      { ...quiet, step: 11, submitted: 1, left: 3, begun: 2, ended: 1, completed: 1, finish_seconds_p50: 7 },
      { ...quiet, step: 14, submitted: 0, ended: 2, completed: 1, failed: 1 },
    ],
    deliveries: [{ step: 13, delivered: 4, failed: 1 }],
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
      ['00:11', 1, 3, 1, 0],
      ['00:12', 1, 3, 0, 0],
      ['00:13', 1, 3, 0, 0],
      ['00:14', 1, 1, 1, 1],
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

test('the service’s own figures: a failure, a generation that waits, three windows', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const { sandbox } = await service.account();
  const failing = await sandbox.submit('/v1/beta/generate', { prompt: 'a fox [[fail TASK_FAILED]]', duration: 10 });
  await service.ended(String(failing.body['generation_id']));
  await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' });
  for (const [window, count] of [
    ['hour', 60],
    ['day', 48],
    ['week', 56],
  ] as const) {
    const { status, body } = await operator.get(`/api/operator/series?window=${window}`);
    assert.equal(status, 200);
    const points = body['points'] as Json[];
    assert.equal(points.length, count, window);
    assert.equal(points.at(-1)!['waiting'], 1, window);
    assert.equal(
      points.reduce((sum, point) => sum + Number(point['failed']), 0),
      1,
      window,
    );
    assert.ok(points.some(({ queue_seconds_p50: seconds }) => typeof seconds === 'number'));
  }
  assert.equal((await operator.get('/api/operator/series?window=year')).status, 400);
});
