/** The HTTP server: finds the route, answers, and writes one wide line a request. The order of checks is the contract's. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors } from '@afterimage/contract';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { createRequestLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { RequestAborted } from './body/body-reading.ts';
import type { Exchange, Phase } from './exchange.ts';
import { refuse } from './respond.ts';
import type { Method, Route, Router } from './router.ts';
import { endSilentConnections, type SilencePatience, type SilenceWatch } from './silence.ts';

export interface AppServices {
  router: Router;
  log: Log;
  metrics: Metrics;
  phase: Phase;
}

/** How long the other side may take. */
export interface Patience extends SilencePatience {
  headersMilliseconds: number;
  requestMilliseconds: number;
}

/** Headers must be there soon; a large upload over a slow line may take its time. No answer takes us as long as the silence. */
const usualPatience: Patience = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 600_000,
  keepAliveMilliseconds: 30_000,
  silenceMilliseconds: 300_000,
};
/** Node's own 30 s make 40 of the 10 for headers: a thousand sockets that never say more would live four times as long. */
const patienceCheckMilliseconds = 1_000;
/** Long enough for a request that was on its way when we began to stop to arrive and be answered. */
const idleGraceMilliseconds = 1_000;
/** Uploads under way when we stop get this long. */
const drainMilliseconds = 10_000;
const shortTurnMilliseconds = 0.2;
/** A flood of connections must not keep us from stopping. */
const backlogTurnsMax = 1_000;

export interface App {
  readonly server: Server;
  /** Stops listening, answers what is under way, closes what is idle. */
  drain(): Promise<void>;
}

/** What answering a request needs beyond what the routes do. */
interface Desk extends AppServices {
  logRequest: ReturnType<typeof createRequestLog>;
  silence: SilenceWatch;
  nextRequestId(): string;
  /** How long an idle connection is kept, as clients are told. */
  keepAlive: string;
}

export function createApp(services: AppServices, patience: Patience = usualPatience): App {
  const server = createServer({
    headersTimeout: patience.headersMilliseconds,
    requestTimeout: patience.requestMilliseconds,
    connectionsCheckingInterval: patienceCheckMilliseconds,
    // A GET has no body to wait for: without the stream's events a bare one costs a tenth less (measured).
    optimizeEmptyRequests: true,
  });
  const desk: Desk = {
    ...services,
    logRequest: createRequestLog(services.log),
    silence: endSilentConnections(server, patience),
    nextRequestId: requestIds(),
    keepAlive: `timeout=${Math.floor(patience.keepAliveMilliseconds / 1000)}`,
  };
  const take = (request: IncomingMessage, response: ServerResponse) => answer(desk, request, response);
  server.on('request', take);
  // Without this, Node asks for the body of `Expect: 100-continue` before a key has been looked at.
  server.on('checkContinue', take);
  return { server, drain: () => drain(server, services.phase) };
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

function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): void {
  const url = originForm(request.url ?? '/');
  const mark = url.indexOf('?');
  const whole = mark === -1 ? url : url.slice(0, mark);
  const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
  const method = request.method === 'HEAD' ? 'GET' : (request.method as Method);
  const found = desk.router.find(path) ?? (method === 'GET' ? desk.router.findPage() : undefined);
  const exchange: Exchange = {
    request,
    response,
    path,
    query: mark === -1 ? '' : url.slice(mark + 1),
    rest: found === undefined ? '' : found.rest,
    requestId: desk.nextRequestId(),
    startedAt: performance.now(),
    route: found === undefined ? 'none' : found.route.pattern,
    holder: null,
    headers: firstHeaders(desk, response),
  };
  desk.silence.requestBegins(request.socket);
  response.on('close', () => note(desk, exchange));
  if (found === undefined) {
    // Until the database is open, only the health routes are there.
    const starting = desk.phase.now === 'starting';
    return refuse(exchange, starting ? errors.busy('The service is starting.', 1) : errors.routeNotFound());
  }
  const route = found.route.methods[method];
  if (route === undefined) return refuse(exchange, errors.methodNotAllowed(allowedMethods(found.route)));
  try {
    const answered = route(exchange);
    if (answered instanceof Promise) answered.catch((fault) => answerFault(desk, exchange, fault));
  } catch (fault) {
    answerFault(desk, exchange, fault);
  }
}

/** `http://host/path?query`, as a proxy is asked and as every server has to understand (RFC 9112, 3.2.2), is that path. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path] = /^https?:\/\/[^/?]+(.*)$/i.exec(target) ?? [];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Whatever answers GET answers HEAD. */
const allowedMethods = ({ methods }: Route): string[] =>
  Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

function firstHeaders({ phase, keepAlive }: Desk, { shouldKeepAlive }: ServerResponse): Exchange['headers'] {
  if (phase.now === 'stopping') return { connection: 'close' };
  return shouldKeepAlive ? { 'keep-alive': keepAlive } : {};
}

function answerFault({ log }: AppServices, exchange: Exchange, fault: unknown): void {
  if (fault instanceof RequestAborted) return;
  const { requestId, route } = exchange;
  if (fault instanceof DatabaseUnavailable) {
    log.warn({ requestId, route, err: fault }, 'the database is out of reach');
    return refuse(exchange, errors.busy('The service cannot reach its database at the moment. Try again soon.', 1));
  }
  log.error({ requestId, route, err: fault }, 'a request ended with a fault');
  refuse(exchange, errors.internal());
}

const probes = new Set(['/healthz', '/readyz', '/metrics']);

function note({ logRequest, metrics, silence }: Desk, exchange: Exchange): void {
  const { request, response, route, requestId, holder, startedAt } = exchange;
  const milliseconds = performance.now() - startedAt;
  // 499: the client went away before the answer was whole.
  const status = response.writableFinished ? response.statusCode : 499;
  silence.requestEnds(request.socket);
  metrics.answered(route, status, milliseconds);
  // Probes ask every few seconds; their lines would bury the others.
  logRequest(probes.has(route) ? 'debug' : 'info', {
    method: request.method ?? '',
    route,
    status,
    milliseconds,
    requestId,
    account: holder?.accountId,
    key: holder?.keyId,
  });
}

async function drain(server: Server, phase: Phase): Promise<void> {
  phase.now = 'stopping';
  await emptyBacklog(server);
  // http.Server.close() would cut idle connections at once, and with them requests that are already on their way.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, wait(idleGraceMilliseconds)]);
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, wait(drainMilliseconds)]);
  clearInterval(idle);
  server.closeAllConnections();
}

/**
 * Closing a listener resets the connections that the kernel has taken and we have not, requests and all. Node takes one
 * a turn, so we close right after a short turn in which none came. Measured over 40 stops with 8 clients that connect
 * anew for each request: 125 were reset without this, 5 with it.
 */
async function emptyBacklog(server: Server): Promise<void> {
  let arrived = false;
  const note = () => {
    arrived = true;
  };
  server.on('connection', note);
  for (let turn = 0; turn < backlogTurnsMax; turn += 1) {
    arrived = false;
    const startedAt = performance.now();
    await nextTurn();
    if (!arrived && performance.now() - startedAt < shortTurnMilliseconds) break;
  }
  server.off('connection', note);
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
