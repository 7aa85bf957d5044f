/** The HTTP server: takes connections, and ends them decently. */
import { createServer, type Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { errors } from '@afterimage/contract';
import { type AppServices, createDispatcher, type Dispatcher, goneStatus } from './dispatcher.ts';
import type { NodeStreams, Phase } from './exchange.ts';
import { type FastPath, openFastPath } from './fast-path/fast-path.ts';
import { endIdleConnections, type IdleLimits, type IdleTimeouts } from './idle-timeouts.ts';
import { type AskInside, createAskInside } from './inner-exchange.ts';
import { NodeExchange } from './node-exchange.ts';
import { refuse } from './refuse.ts';
import type { Method, Route } from './router.ts';
import { answerUnreadable, noHost } from './unreadable.ts';

/** How long the other side may take. */
export interface Timeouts extends IdleLimits {
  requestMilliseconds: number;
}

/** Headers must be there soon; a large upload over a slow line may take its time. No answer takes us as long as idle. */
const defaultTimeouts: Timeouts = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 600_000,
  keepAliveMilliseconds: 30_000,
  idleMilliseconds: 300_000,
};
/** Node's own 30 s make 40 of the 10 for headers: a thousand sockets that never say more would live four times as long. */
const timeoutCheckMilliseconds = 1_000;
/** Long enough for a request that was on its way when we began to stop to arrive and be answered. */
const idleGraceMilliseconds = 1_000;
const shortIterationMilliseconds = 0.2;
/** A flood of connections must not keep us from stopping. */
const backlogIterationsMax = 1_000;

export interface App {
  readonly server: Server;
  readonly askInside: AskInside;
  /** Stops listening, answers what is under way within so many seconds, closes what is idle. */
  drain(seconds: number): Promise<void>;
}

export function createApp(services: AppServices, timeouts: Timeouts = defaultTimeouts): App {
  const server = createServer({
    headersTimeout: timeouts.headersMilliseconds,
    requestTimeout: timeouts.requestMilliseconds,
    connectionsCheckingInterval: timeoutCheckMilliseconds,
    // A GET has no body to wait for, so it needs none of a stream's events.
    optimizeEmptyRequests: true,
    // Said by us, with a body.
    requireHostHeader: false,
  });
  const dispatcher = createDispatcher(services, timeouts.keepAliveMilliseconds);
  const idleTimeouts = endIdleConnections(server, timeouts);
  const take = (request: NodeStreams['request'], response: NodeStreams['response']) =>
    takeRequest({ dispatcher, idleTimeouts }, { request, response });
  server.on('request', take);
  // Without this, Node asks for the body of `Expect: 100-continue` before a key has been looked at.
  server.on('checkContinue', take);
  // An expectation that nobody knows may be ignored; Node's own answer to it says nothing.
  server.on('checkExpectation', take);
  answerUnreadable(server, (status) => dispatcher.noteUnreadable(status));
  const fastPath = openFastPath(server, { dispatcher, idleTimeouts });
  const stop = { server, fastPath, phase: services.phase };
  return { server, askInside: createAskInside(dispatcher), drain: (seconds) => drain(stop, seconds) };
}

function takeRequest(
  { dispatcher, idleTimeouts }: { dispatcher: Dispatcher; idleTimeouts: IdleTimeouts },
  streams: NodeStreams,
): void {
  const { request, response } = streams;
  const { target, route } = dispatcher.router.find(request.method ?? '', originForm(request.url ?? '/'));
  const arrival = dispatcher.begin(target, response.shouldKeepAlive ? 'kept' : 'closed');
  const exchange = new NodeExchange(arrival, streams);
  const activity = idleTimeouts.of(request.socket);
  activity.requestsUnderWay += 1;
  response.on('close', () => {
    activity.requestsUnderWay -= 1;
    dispatcher.note(exchange, response.writableFinished ? response.statusCode : goneStatus);
  });
  if (request.headers.host === undefined && request.httpVersion === '1.1') return refuse(exchange, noHost);
  if (route === undefined) {
    // Until the database is open, only the health routes are there.
    const starting = dispatcher.phase.now === 'starting';
    return refuse(exchange, starting ? errors.busy('The service is starting.', 1) : errors.routeNotFound());
  }
  const handler = route.methods[request.method === 'HEAD' ? 'GET' : (request.method as Method)];
  if (handler === undefined) return refuse(exchange, errors.methodNotAllowed(allowedMethods(route)));
  dispatcher.run((one) => handler.handle(one, streams), exchange);
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

async function drain(
  { server, fastPath, phase }: { server: Server; fastPath: FastPath; phase: Phase },
  seconds: number,
): Promise<void> {
  phase.now = 'stopping';
  await emptyBacklog(server);
  // http.Server.close() would cut idle connections at once, and with them requests that are already on their way.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, wait(idleGraceMilliseconds)]);
  const closeIdle = () => {
    server.closeIdleConnections();
    fastPath.closeIdle();
  };
  closeIdle();
  const idle = setInterval(closeIdle, 100);
  await Promise.race([closed, wait(seconds * 1000)]);
  clearInterval(idle);
  server.closeAllConnections();
  fastPath.closeAll();
}

/**
 * Closing a listener resets the connections that the kernel has taken and we have not, requests and all. Node takes one
 * an iteration of its event loop, so we close right after a short one in which none came.
 */
async function emptyBacklog(server: Server): Promise<void> {
  let arrived = false;
  const note = () => {
    arrived = true;
  };
  server.on('connection', note);
  for (let iteration = 0; iteration < backlogIterationsMax; iteration += 1) {
    arrived = false;
    const startedAt = performance.now();
    await nextIteration();
    if (!arrived && performance.now() - startedAt < shortIterationMilliseconds) break;
  }
  server.off('connection', note);
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
