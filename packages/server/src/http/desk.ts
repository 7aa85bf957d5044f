/** What answering a request takes, however it came in: its route, its faults, its line in the log. */
import type { OutgoingHttpHeaders } from 'node:http';
import { errors } from '@afterimage/contract';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { createRequestLog, type Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { RequestAborted } from './body/body-reading.ts';
import type { Phase, PlainExchange, Target } from './exchange.ts';
import { refuse } from './respond.ts';
import type { Found, Router } from './router.ts';

export interface AppServices {
  router: Router;
  log: Log;
  metrics: Metrics;
  phase: Phase;
}

export interface Desk extends AppServices {
  /** Of an answer, before its route adds to them. */
  firstHeaders(connection: 'kept' | 'closed'): OutgoingHttpHeaders;
  nextRequestId(): string;
  /** Answers with a fault what the route does not answer itself. */
  run<Asked extends PlainExchange>(answer: (exchange: Asked) => void | Promise<void>, exchange: Asked): void;
  note(exchange: PlainExchange, status: number): void;
}

/** For the log and the metrics: the client went away before its answer was whole. */
export const goneStatus = 499;

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** @param keepAliveMilliseconds how long an idle connection is kept, as clients are told */
export function createDesk(services: AppServices, keepAliveMilliseconds: number): Desk {
  const { log, metrics, phase } = services;
  const logRequest = createRequestLog(log);
  const keepAlive = `timeout=${Math.floor(keepAliveMilliseconds / 1000)}`;

  function answerFault(exchange: PlainExchange, fault: unknown): void {
    if (fault instanceof RequestAborted) return;
    const { requestId, route } = exchange;
    if (fault instanceof DatabaseUnavailable) {
      log.warn({ requestId, route, err: fault }, 'the database is out of reach');
      return refuse(exchange, errors.busy('The service cannot reach its database at the moment. Try again soon.', 1));
    }
    log.error({ requestId, route, err: fault }, 'a request ended with a fault');
    // One that the route has added may be what is wrong.
    exchange.headers = {};
    refuse(exchange, errors.internal());
  }

  return {
    ...services,
    nextRequestId: requestIds(),
    firstHeaders(connection) {
      if (phase.now === 'stopping') return { connection: 'close' };
      return connection === 'kept' ? { 'keep-alive': keepAlive } : {};
    },
    run(answer, exchange) {
      try {
        const answered = answer(exchange);
        if (answered instanceof Promise) answered.catch((fault) => answerFault(exchange, fault));
      } catch (fault) {
        answerFault(exchange, fault);
      }
    },
    note({ method, route, requestId, holder, startedAt }, status) {
      const milliseconds = performance.now() - startedAt;
      metrics.answered(route, status, milliseconds);
      // Probes ask every few seconds; their lines would bury the others.
      logRequest(probes.has(route) ? 'debug' : 'info', {
        method,
        route,
        status,
        milliseconds,
        requestId,
        account: holder?.accountId,
        key: holder?.keyId,
      });
    },
  };
}

/** Unique in this process and told apart from other processes' by its start; cheaper than a UUID a request. */
function requestIds(): () => string {
  const prefix = `${process.pid.toString(36)}${Date.now().toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** @param url a path, perhaps with a query, in the form that requests have it */
export function findTarget(router: Router, method: string, url: string): { target: Target; found: Found | undefined } {
  const mark = url.indexOf('?');
  const whole = mark === -1 ? url : url.slice(0, mark);
  const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
  const isRead = method === 'GET' || method === 'HEAD';
  const found = router.find(path) ?? (isRead ? router.findPage() : undefined);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const rest = found === undefined ? '' : found.rest;
  const route = found === undefined ? 'none' : found.route.pattern;
  return { target: { method, path, query, rest, route }, found };
}
