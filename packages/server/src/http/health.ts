/** `/healthz`: the process lives. `/readyz`: it can take work. `/metrics`: how it is doing. `/openapi.json`: what it speaks. */
import { hash, timingSafeEqual } from 'node:crypto';
import { errors } from '@afterimage/contract';
import type { Metrics } from '../metrics/metrics.ts';
import { cachedFor } from './api/cached.ts';
import { type Phase, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';
import { beforeRefusal } from './slow-refusal.ts';

export interface HealthServices {
  metrics: Metrics;
  phase: Phase;
  /** What stands in the way of taking work, in sentences; empty when ready. */
  obstacles(): string[];
  /** What does not stand in the way, in sentences. */
  warnings(): string[];
  openapiJson: string;
  /** Null: anybody may read the metrics. */
  metricsToken: string | null;
}

/** However many scrape, the figures are gathered once in so long. */
const metricsFreshSeconds = 1;

export function addHealthRoutes(router: Router, services: HealthServices): void {
  router.add('GET', '/healthz', async (exchange) => sendJson(exchange, 200, '{"status":"alive"}'));
  router.add('GET', '/readyz', async (exchange) => {
    const obstacles = services.phase.now === 'stopping' ? ['The service is stopping.'] : services.obstacles();
    const warnings = services.warnings();
    if (obstacles.length === 0) {
      return sendJson(exchange, 200, JSON.stringify({ status: 'ready', ...(warnings.length > 0 && { warnings }) }));
    }
    exchange.headers['retry-after'] = '1';
    sendJson(exchange, 503, JSON.stringify({ status: 'not ready', reasons: obstacles }));
  });
  const text = cachedFor(metricsFreshSeconds, services.metrics.text);
  const hurried = createHurry();
  router.add('GET', '/metrics', async (exchange) => {
    const { authorization } = exchange.requestHeaders;
    if (!mayRead(services.metricsToken, authorization)) {
      return refuse(
        exchange,
        authorization === undefined ? errors.authorizationMissing() : errors.invalidMetricsToken(),
      );
    }
    if (!hurried.may()) await beforeRefusal();
    exchange.send(200, await text(), services.metrics.contentType);
  });
  router.add('GET', '/openapi.json', async (exchange) => sendJson(exchange, 200, services.openapiJson));
}

/** So many scrapes a second are answered at once; more see nothing new, and a loop of them would cost everybody a processor. */
const scrapesASecond = 10;

function createHurry(): { may(): boolean } {
  let second = 0;
  let answered = 0;
  return {
    may() {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) answered = 0;
      second = now;
      answered += 1;
      return answered <= scrapesASecond;
    },
  };
}

/** Hashes are compared, so that neither the time it takes nor a length tells anything of the token. */
function mayRead(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const hashed = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashed(`Bearer ${token}`), hashed((authorization ?? '').replace(/^bearer +/i, 'Bearer ')));
}
