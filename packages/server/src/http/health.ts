/** `/healthz`: the process lives. `/readyz`: it can take work. `/metrics`: how it is doing. `/openapi.json`: what it speaks. */
import { hash, timingSafeEqual } from 'node:crypto';
import { errors, type HttpError } from '@afterimage/contract';
import type { Metrics } from '../metrics/metrics.ts';
import { cachedFor } from './api/cached.ts';
import { type Exchange, type Phase, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';
import { beforeRefusal } from './slow-refusal.ts';

export interface HealthServices {
  metrics: Metrics;
  phase: Phase;
  /** What stands in the way of taking work, in sentences; empty when ready. */
  obstacles(): string[];
  /** What stands in the way of new media; much is answered without any. */
  mediaObstacles(): string[];
  /** What does not stand in the way, in sentences. */
  warnings(): string[];
  openapiJson(): string;
  /** Null: anybody may read the metrics. */
  metricsToken: string | null;
}

/** However many scrape, the figures are gathered once in so long. */
const metricsFreshSeconds = 1;

export function addHealthRoutes(router: Router, services: HealthServices): void {
  router.add('GET', '/healthz', async (exchange) => sendJson(exchange, 200, '{"status":"alive"}'));
  router.add('GET', '/readyz', async (exchange) => {
    const refusal = excludeRefusal(exchange);
    if (refusal !== null) return refuse(exchange, refusal);
    const { reasons, warnings } = readinessOf(
      services,
      new URLSearchParams(exchange.query).has('exclude') ? 'media' : 'nothing',
    );
    if (reasons.length === 0) {
      return sendJson(exchange, 200, JSON.stringify({ status: 'ready', ...(warnings.length > 0 && { warnings }) }));
    }
    exchange.headers['retry-after'] = '1';
    sendJson(exchange, 503, JSON.stringify({ status: 'not ready', reasons }));
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
  router.add('GET', '/openapi.json', async (exchange) => sendJson(exchange, 200, services.openapiJson()));
}

/**
 * `?exclude=media`, as Kubernetes' own servers take it: for those who spread requests over processes. A store that is down is down
 * for all of them, and polls, lists and submits without uploads need none: nobody would be left to answer these.
 */
function excludeRefusal({ query }: Exchange): HttpError | null {
  const asked = [...new URLSearchParams(query)];
  if (asked.every(([name, value]) => name !== 'exclude' || value === 'media')) return null;
  const fault = { field: 'exclude', message: 'exclude must be media', type: 'value' } as const;
  return errors.invalidFields({ faultStatus: 400 }, [fault], 'query');
}

function readinessOf(
  services: HealthServices,
  exclude: 'media' | 'nothing',
): { reasons: string[]; warnings: string[] } {
  if (services.phase.now === 'stopping') return { reasons: ['The service is stopping.'], warnings: [] };
  const ofMedia = services.mediaObstacles();
  const warnings = services.warnings();
  if (exclude === 'media') return { reasons: services.obstacles(), warnings: [...ofMedia, ...warnings] };
  return { reasons: [...services.obstacles(), ...ofMedia], warnings };
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
