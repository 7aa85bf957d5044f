/** The last hour, day or week of the service in equal steps. */
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import { type WorkStep, workSteps } from '../../generations/series-store.ts';
import { type DeliveryStep, deliverySteps } from '../../webhooks/series-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { cachedFor } from './cached.ts';
import { bind, ok } from './route.ts';

type Series = Of<typeof resources.operatorSeries>;

/** Sixty or so points each: as many as a picture of that width can tell apart. */
const windows = {
  hour: { seconds: 3_600, stepSeconds: 60 },
  day: { seconds: 86_400, stepSeconds: 1_800 },
  week: { seconds: 604_800, stepSeconds: 10_800 },
} as const;

/** Of a window's generations: enough for any shape to be true, few enough to count while others work. */
const countedMax = 200_000;
const freshSeconds = 10;

export function addOperatorSeriesRoutes(router: Router, services: AccessServices & { reads: Db; now(): Date }): void {
  const { reads, now } = services;
  const read = (name: keyof typeof windows) =>
    cachedFor(freshSeconds, async (): Promise<Series> => {
      const { seconds, stepSeconds } = windows[name];
      const until = now();
      const span = { since: new Date(until.getTime() - seconds * 1000), stepSeconds, newest: countedMax };
      const [work, deliveries] = [await workSteps(reads, span), await deliverySteps(reads, span)];
      return { step_seconds: stepSeconds, points: pointsOf({ ...span, until, work, deliveries }) };
    });
  const series = { hour: read('hour'), day: read('day'), week: read('week') };
  bind(router, apiRoutes.getSeries, services, async ({ query }) => ok(await series[query.window]()));
}

export function pointsOf(given: {
  since: Date;
  until: Date;
  stepSeconds: number;
  work: readonly WorkStep[];
  deliveries: readonly DeliveryStep[];
}): Series['points'] {
  const { stepSeconds, work, deliveries } = given;
  const stepAt = (moment: Date) => Math.floor(moment.getTime() / 1000 / stepSeconds);
  const [first, last] = [stepAt(given.since) + 1, stepAt(given.until)];
  const workOf = new Map(work.map((step) => [step.step, step]));
  const deliveriesOf = new Map(deliveries.map((step) => [step.step, step]));
  // What came before the window and has not left is there at its beginning.
  const before = work.filter(({ step }) => step < first);
  const sum = (pick: (step: WorkStep) => number) => before.reduce((whole, step) => whole + pick(step), 0);
  let waiting = sum((step) => step.submitted - step.left);
  let running = sum((step) => step.begun - step.ended);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const step = workOf.get(first + index);
    const sent = deliveriesOf.get(first + index);
    waiting += (step?.submitted ?? 0) - (step?.left ?? 0);
    running += (step?.begun ?? 0) - (step?.ended ?? 0);
    return {
      at: new Date((first + index) * stepSeconds * 1000).toISOString(),
      waiting: Math.max(0, waiting),
      running: Math.max(0, running),
      completed: step?.completed ?? 0,
      failed: step?.failed ?? 0,
      queue_seconds_p50: step?.queue_seconds_p50 ?? null,
      finish_seconds_p50: step?.finish_seconds_p50 ?? null,
      webhooks_delivered: sent?.delivered ?? 0,
      webhooks_failed: sent?.failed ?? 0,
    };
  });
}
