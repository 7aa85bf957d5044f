/** `/healthz`: the process lives. `/readyz`: it can take work. `/metrics`: how it is doing. `/openapi.json`: what it speaks. */
import type { Metrics } from '../metrics/metrics.ts';
import { type Phase, sendJson } from './exchange.ts';
import type { Router } from './router.ts';

export interface HealthServices {
  metrics: Metrics;
  phase: Phase;
  /** What stands in the way of taking work, in sentences; empty when ready. */
  obstacles(): string[];
  openapiJson: string;
}

export function addHealthRoutes(router: Router, services: HealthServices): void {
  router.add('GET', '/healthz', async (exchange) => sendJson(exchange, 200, '{"status":"alive"}'));
  router.add('GET', '/readyz', async (exchange) => {
    const obstacles = services.phase.now === 'stopping' ? ['The service is stopping.'] : services.obstacles();
    if (obstacles.length === 0) return sendJson(exchange, 200, '{"status":"ready"}');
    exchange.headers['retry-after'] = '1';
    sendJson(exchange, 503, JSON.stringify({ status: 'not ready', reasons: obstacles }));
  });
  router.add('GET', '/metrics', async (exchange) =>
    exchange.send(200, await services.metrics.text(), services.metrics.contentType),
  );
  router.add('GET', '/openapi.json', async (exchange) => sendJson(exchange, 200, services.openapiJson));
}
