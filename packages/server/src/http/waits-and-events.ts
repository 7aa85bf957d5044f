/** What becomes of generations without polling: status checks that wait, and the stream of events, from the one reader of the log. */
import { processStreamsMax, processWaitsMax, streamsMax, waitsMax } from '@afterimage/contract';
import type { Metrics } from '../metrics/metrics.ts';
import { addEventsRoute, type EventRouteServices } from './events/route.ts';
import type { Router } from './router.ts';
import { createWaits, type Waits } from './waits.ts';

export interface WaitsAndEvents {
  waits: Waits;
  /** Answers who waits and ends all streams: they would keep the service from stopping. */
  stop(): void;
}

export function addWaitsAndEvents(
  router: Router,
  services: Omit<EventRouteServices, 'openLimits'> & { metrics: Metrics },
): WaitsAndEvents {
  const { feed, metrics } = services;
  const waits = createWaits(feed, { ownerMax: waitsMax, processMax: processWaitsMax });
  const openLimits = { ownerMax: streamsMax, processMax: processStreamsMax };
  const streams = addEventsRoute(router, { ...services, openLimits });
  metrics.gauge('afterimage_open_connections', 'Callers that wait for something to happen.', async () => ({
    waits: waits.open(),
    streams: streams.open(),
  }));
  return {
    waits,
    stop() {
      waits.stop();
      streams.stop();
      feed.stop();
    },
  };
}
