/** The HTTP server: takes connections, and ends them decently. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors } from '@afterimage/contract';
import { type AppServices, createDesk, type Desk, findTarget, goneStatus } from './desk.ts';
import type { Phase } from './exchange.ts';
import { NodeExchange } from './node-exchange.ts';
import { Outbox } from './plain/outbox.ts';
import { PlainConnection } from './plain/plain-connection.ts';
import { refuse } from './respond.ts';
import type { Method, Route } from './router.ts';
import { endSilentConnections, type SilencePatience, type SilenceWatch } from './silence.ts';
import { answerUnreadable, noHost } from './unreadable.ts';

/** How long the other side may take. */
export interface Patience extends SilencePatience {
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

export function createApp(services: AppServices, patience: Patience = usualPatience): App {
  const server = createServer({
    headersTimeout: patience.headersMilliseconds,
    requestTimeout: patience.requestMilliseconds,
    connectionsCheckingInterval: patienceCheckMilliseconds,
    // A GET has no body to wait for: without the stream's events a bare one costs a tenth less (measured).
    optimizeEmptyRequests: true,
    // Said by us, with a body.
    requireHostHeader: false,
  });
  const desk = createDesk(services, patience.keepAliveMilliseconds);
  const silence = endSilentConnections(server, patience);
  const take = (request: IncomingMessage, response: ServerResponse) => answer(desk, silence, { request, response });
  server.on('request', take);
  // Without this, Node asks for the body of `Expect: 100-continue` before a key has been looked at.
  server.on('checkContinue', take);
  answerUnreadable(server);
  const plain = takeConnections(server, desk, silence);
  return { server, drain: () => drain(server, plain, services.phase) };
}

/** Every connection begins as a plain one; the answer is the set of those that still are. */
function takeConnections(server: Server, desk: Desk, silence: SilenceWatch): Set<PlainConnection> {
  const plain = new Set<PlainConnection>();
  const [serveByNode] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  const plainServices = {
    desk,
    silence,
    outbox: new Outbox(),
    handOver: (socket: Socket) => serveByNode.call(server, socket),
    left: (connection: PlainConnection) => void plain.delete(connection),
  };
  server.off('connection', serveByNode);
  server.on('connection', (socket) => plain.add(new PlainConnection(socket, plainServices)));
  return plain;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
}

function answer(desk: Desk, silence: SilenceWatch, { request, response }: Asked): void {
  const { target, found } = findTarget(desk.router, request.method ?? '', originForm(request.url ?? '/'));
  const headers = desk.firstHeaders(response.shouldKeepAlive ? 'kept' : 'closed');
  const exchange = new NodeExchange(target, { request, response, requestId: desk.nextRequestId(), headers });
  silence.requestBegins(request.socket);
  response.on('close', () => {
    silence.requestEnds(request.socket);
    desk.note(exchange, response.writableFinished ? response.statusCode : goneStatus);
  });
  if (request.headers.host === undefined && request.httpVersion === '1.1') return refuse(exchange, noHost);
  if (found === undefined) {
    // Until the database is open, only the health routes are there.
    const starting = desk.phase.now === 'starting';
    return refuse(exchange, starting ? errors.busy('The service is starting.', 1) : errors.routeNotFound());
  }
  const route = found.route.methods[request.method === 'HEAD' ? 'GET' : (request.method as Method)];
  if (route === undefined) return refuse(exchange, errors.methodNotAllowed(allowedMethods(found.route)));
  desk.run(route, exchange);
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

async function drain(server: Server, plain: ReadonlySet<PlainConnection>, phase: Phase): Promise<void> {
  phase.now = 'stopping';
  await emptyBacklog(server);
  // http.Server.close() would cut idle connections at once, and with them requests that are already on their way.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, wait(idleGraceMilliseconds)]);
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const connection of plain) if (connection.idle) connection.destroy();
  };
  closeIdle();
  const idle = setInterval(closeIdle, 100);
  await Promise.race([closed, wait(drainMilliseconds)]);
  clearInterval(idle);
  server.closeAllConnections();
  for (const connection of plain) connection.destroy();
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
