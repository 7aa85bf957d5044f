/** What answering a request takes, however it came in: its first headers, its faults, its line in the log. */
import type { OutgoingHttpHeaders } from 'node:http';
import { errors } from '@afterimage/contract';
import type { RequestNotes } from '../accounts/request-notes.ts';
import { CommitUnknown, DatabaseUnavailable } from '../db/postgres.ts';
import { createRequestLog, type Log } from '../log/log.ts';
import { StoreUnavailable } from '../media/media-store.ts';
import { DamagedObject } from '../media/read-object.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import { RequestAborted } from './body/body-reading.ts';
import type { Arrival, Exchange, Phase, Target } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { Handler, Router } from './router.ts';

export interface AppServices {
  router: Router;
  log: Log;
  metrics: Metrics;
  phase: Phase;
  /** Null: nobody traces. */
  tracing: Tracing | null;
  /** Left out where no key is ever asked for. */
  requests?: Pick<RequestNotes, 'note'>;
}

export interface Dispatcher extends AppServices {
  /** @param connection what becomes of it after the answer, if nothing else comes in between */
  begin(target: Target, connection: 'kept' | 'closed'): Arrival;
  /** Answers with a fault what the handler does not answer itself. */
  run(handle: Handler, exchange: Exchange): void;
  /** To be called once, when the answer has left or its client has. */
  note(exchange: Exchange, status: number): void;
  /** Of what could not be read as a request and was answered all the same. Its id. */
  noteUnreadable(status: number): string;
}

/** For the log and the metrics: the client went away before its answer was whole. */
export const goneStatus = 499;

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** @param keepAliveMilliseconds how long an idle connection is kept, as clients are told */
export function createDispatcher(services: AppServices, keepAliveMilliseconds: number): Dispatcher {
  const { log, metrics, phase, tracing, requests } = services;
  const logRequest = createRequestLog(log);
  const nextRequestId = requestIds();
  const keepAlive = `timeout=${Math.floor(keepAliveMilliseconds / 1000)}`;

  function firstHeaders(connection: 'kept' | 'closed'): OutgoingHttpHeaders {
    if (phase.now === 'stopping') return { connection: 'close' };
    return connection === 'kept' ? { 'keep-alive': keepAlive } : {};
  }

  function answerFault(exchange: Exchange, fault: unknown): void {
    if (fault instanceof RequestAborted) return;
    const { requestId, route } = exchange;
    if (fault instanceof CommitUnknown && exchange.method !== 'GET') {
      log.warn({ requestId, route, err: fault }, 'the database did not say whether it committed');
      return refuse(exchange, errors.unknownEnd());
    }
    if (fault instanceof DatabaseUnavailable) {
      log.warn({ requestId, route, err: fault }, 'the database is out of reach');
      return refuse(exchange, errors.busy('The service cannot reach its database at the moment. Try again soon.', 1));
    }
    if (fault instanceof StoreUnavailable) {
      log.warn({ requestId, route, err: fault }, 'the media store cannot be used');
      return refuse(exchange, errors.busy('The service cannot reach its media store at the moment. Try again soon.'));
    }
    if (fault instanceof DamagedObject) {
      log.error({ requestId, route, err: fault }, 'a media file is damaged');
      return refuse(exchange, errors.linkExpired());
    }
    if ((fault as NodeJS.ErrnoException).code === 'ENOSPC') {
      log.warn({ requestId, route, err: fault }, 'the disk is full');
      return refuse(exchange, errors.busy('The service is short of storage at the moment. Try again later.', 60));
    }
    log.error({ requestId, route, err: fault }, 'a request ended with a fault');
    // One that the route has added may be what is wrong.
    exchange.headers = {};
    refuse(exchange, errors.internal());
  }

  return {
    ...services,
    begin: (target, connection) => ({ target, requestId: nextRequestId(), headers: firstHeaders(connection) }),
    run(handle, exchange) {
      if (tracing !== null && !probes.has(exchange.route)) exchange.span = beginRequest(tracing, exchange);
      handle(exchange).catch((fault) => answerFault(exchange, fault));
    },
    note({ method, route, path, requestId, holder, generationId, startedAt, span }, status) {
      const milliseconds = performance.now() - startedAt;
      metrics.answered(route, status, milliseconds);
      span?.end({ 'http.response.status_code': status }, status >= 500 ? `The answer was ${status}.` : null);
      if (holder !== null) {
        requests?.note(holder.keyId, { startedAt, milliseconds, method, path, status, requestId, generationId });
      }
      // Probes ask every few seconds; their lines would bury the others.
      logRequest(probes.has(route) ? 'debug' : 'info', {
        method,
        route,
        status,
        milliseconds,
        requestId,
        account: holder?.accountId,
        key: holder?.keyId,
        generation: generationId,
        trace: span?.traceId,
      });
    },
    noteUnreadable(status) {
      const requestId = nextRequestId();
      metrics.answered(unreadable.route, status, 0);
      const nobody = { account: undefined, key: undefined, generation: null, trace: undefined };
      logRequest('info', { ...unreadable, ...nobody, status, milliseconds: 0, requestId });
      return requestId;
    },
  };
}

/** It goes on with the trace that its caller names, or begins one. */
function beginRequest(tracing: Tracing, { method, route, requestId, requestHeaders }: Exchange): Span {
  return tracing.begin(`${method} ${route}`, {
    kind: 'server',
    parent: (requestHeaders['traceparent'] as string | undefined) ?? null,
    attributes: { 'http.request.method': method, 'http.route': route, 'afterimage.request.id': requestId },
  });
}

/** Neither is known of it. */
const unreadable = { method: '-', route: '(unreadable)' };

/** Unique in this process and told apart from other processes' by its start; cheaper than a UUID a request. */
function requestIds(): () => string {
  const prefix = `${process.pid.toString(36)}${Date.now().toString(36)}`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
