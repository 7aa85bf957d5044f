/** The last hour, day or week of the service in equal steps. */
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import { binSeconds, type UsualTimes, usualTimes, type WorkBin, workOfHours } from '../../generations/series-store.ts';
import { type DeliveryMinute, deliveriesOfHours } from '../../webhooks/series-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { cachedFor } from './cached.ts';
import { rememberHours } from './counted-hours.ts';
import { bind, ok } from './route.ts';

type Series = Of<typeof resources.operatorSeries>;

/** Sixty or so points each: as many as a picture of that width can tell apart. */
const windows = {
  hour: { seconds: 3_600, stepSeconds: 60 },
  day: { seconds: 86_400, stepSeconds: 1_800 },
  week: { seconds: 604_800, stepSeconds: 10_800 },
} as const;

const freshSeconds = 1;
const timesFreshSeconds = 10;
const hourSeconds = 3_600;

export function addOperatorSeriesRoutes(router: Router, services: AccessServices & { reads: Db; now(): Date }): void {
  const { reads, now } = services;
  const work = rememberHours((hours) => workOfHours(reads, hours), now);
  const deliveries = rememberHours((hours) => deliveriesOfHours(reads, hours), now);
  const read = (name: keyof typeof windows) => {
    const { stepSeconds } = windows[name];
    const stepsNow = () => {
      const until = now().getTime() / 1000;
      const first = Math.floor((until - windows[name].seconds) / stepSeconds) + 1;
      return { first, last: Math.floor(until / stepSeconds) };
    };
    const times = cachedFor(timesFreshSeconds, () => usualTimes(reads, { ...stepsNow(), stepSeconds }));
    return cachedFor(freshSeconds, async (): Promise<Series> => {
      const { first, last } = stepsNow();
      const hourOf = (step: number) => Math.floor((step * stepSeconds) / hourSeconds);
      // What was submitted in the hour before may still wait or run.
      const hours = { from: hourOf(first) - 1, until: Math.floor(now().getTime() / 1000 / hourSeconds) };
      const [worked, sent] = [await work.read(hours), await deliveries.read(hours)];
      const reached = Math.max(worked.from, sent.from);
      const from = Math.max(first, Math.ceil(((reached + 1) * hourSeconds) / stepSeconds));
      const given = { first: Math.min(from, last), last, stepSeconds, times: await times() };
      return {
        step_seconds: stepSeconds,
        complete: reached === hours.from,
        points: pointsOf({ ...given, work: worked.rows, deliveries: sent.rows }),
      };
    });
  };
  const series = { hour: read('hour'), day: read('day'), week: read('week') };
  bind(router, apiRoutes.getSeries, services, async ({ query }) => ok(await series[query.window]()));
}

export function pointsOf(given: {
  first: number;
  last: number;
  stepSeconds: number;
  work: readonly Omit<WorkBin, 'hour'>[];
  deliveries: readonly Omit<DeliveryMinute, 'hour'>[];
  times: readonly UsualTimes[];
}): Series['points'] {
  const { first, last, stepSeconds } = given;
  const timesOf = new Map(given.times.map((times) => [times.step, times]));
  const points = Array.from({ length: last - first + 1 }, (_, index) => ({
    at: new Date((first + index) * stepSeconds * 1000).toISOString(),
    waiting: 0,
    running: 0,
    completed: 0,
    failed: 0,
    queue_seconds_p50: timesOf.get(first + index)?.queue_seconds_p50 ?? null,
    finish_seconds_p50: timesOf.get(first + index)?.finish_seconds_p50 ?? null,
    webhooks_delivered: 0,
    webhooks_failed: 0,
  }));
  const pointAt = (seconds: number) => points[Math.floor(seconds / stepSeconds) - first];
  for (const { minute, delivered, failed } of given.deliveries) {
    const point = minute === null ? undefined : pointAt(minute * 60);
    if (point === undefined) continue;
    point.webhooks_delivered += delivered;
    point.webhooks_failed += failed;
  }
  const bins = [...given.work].sort((one, other) => one.bin - other.bin);
  const [firstBin, endBin] = [first, last + 1].map((step) => (step * stepSeconds) / binSeconds) as [number, number];
  let [waiting, running, next] = [0, 0, 0];
  // Every bin, also the quiet ones: what waits goes on waiting. All that was before the window is taken in one.
  for (let bin = firstBin - 1; bin < endBin; bin++) {
    const point = pointAt(bin * binSeconds);
    let ran = running;
    for (let one = bins[next]; one !== undefined && one.bin <= bin; one = bins[++next]) {
      waiting += one.submitted - one.left;
      running += one.begun - one.ended;
      // What begins and ends between two looks is seen by none, and yet it ran.
      if (one.begun > 0) ran = Math.max(ran, 1);
      if (point === undefined) continue;
      point.completed += one.completed;
      point.failed += one.failed;
    }
    if (point === undefined) continue;
    point.waiting = Math.max(point.waiting, waiting);
    point.running = Math.max(point.running, ran, running);
  }
  return points;
}
