/**
 * A connection on the fast path: each simple request is read and answered here. The first that is anything else goes to
 * node:http with the connection, which stays there.
 */
import type { Socket } from 'node:net';
import { type Dispatcher, goneStatus } from '../dispatcher.ts';
import type { Activity, IdleTimeouts } from '../idle-timeouts.ts';
import type { Match } from '../router.ts';
import { BufferedExchange } from './buffered-exchange.ts';
import { type KnownHead, noHead, readSimpleRequest, type SimpleRequest } from './read-simple-request.ts';

export interface FastPathServices {
  dispatcher: Dispatcher;
  idleTimeouts: IdleTimeouts;
  /** Gives the connection to node:http, which reads on from where it is. */
  handOver(socket: Socket): void;
  /** It is no longer here: handed over or closed. */
  left(connection: FastPathConnection): void;
}

/** Of answers that the client has not read. With more than that, no further request is read. */
const unreadBytesMax = 64 * 1024;

export class FastPathConnection {
  readonly #socket: Socket;
  readonly #services: FastPathServices;
  readonly #activity: Activity;
  readonly #known: KnownHead = noHead();
  /** Where the request before went: many connections ask for the same again. */
  #match: { url: string; match: Match } | null = null;
  #underWay: BufferedExchange | null = null;
  /** What came while a request was under way. */
  #early: Buffer | null = null;

  constructor(socket: Socket, services: FastPathServices) {
    this.#socket = socket;
    this.#services = services;
    this.#activity = services.idleTimeouts.of(socket);
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('error', this.#ignore);
    socket.on('close', this.#close);
  }

  get idle(): boolean {
    return this.#underWay === null;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #take = (bytes: Buffer): void => {
    if (this.#underWay !== null) return this.#keep(bytes);
    const request = readSimpleRequest(bytes, this.#known);
    if (request === null || !this.#begin(request)) this.#giveAway(bytes);
  };

  #keep(bytes: Buffer): void {
    this.#early = this.#early === null ? bytes : Buffer.concat([this.#early, bytes]);
    this.#socket.pause();
  }

  /** False when its route streams its answer, or there is none. */
  #begin({ method, url, headers, body }: SimpleRequest): boolean {
    const { dispatcher } = this.#services;
    const { target, route } = this.#matchOf(method, url);
    const handler = route?.methods[method];
    if (handler?.answer !== 'buffered') return false;
    const socket = this.#socket;
    const request = { socket, headers, body };
    const exchange = new BufferedExchange(dispatcher.begin(target, 'kept'), request, this.#answered);
    this.#underWay = exchange;
    this.#activity.requestsUnderWay += 1;
    dispatcher.run(handler.handle, exchange);
    return true;
  }

  #matchOf(method: string, url: string): Match {
    if (this.#match === null || this.#match.url !== url || this.#match.match.target.method !== method) {
      this.#match = { url, match: this.#services.dispatcher.router.find(method, url) };
    }
    return this.#match.match;
  }

  readonly #answered = (exchange: BufferedExchange, status: number): void => {
    // The client went away meanwhile, which has been noted.
    if (this.#underWay !== exchange) return;
    this.#leaveExchange(status);
    const socket = this.#socket;
    if (exchange.headers.connection === 'close') socket.end();
    else if (socket.writableLength > unreadBytesMax) socket.pause().once('drain', this.#takeEarly);
    else if (this.#early !== null) process.nextTick(this.#takeEarly);
  };

  #leaveExchange(status: number): void {
    this.#activity.requestsUnderWay -= 1;
    this.#services.dispatcher.note(this.#underWay!, status);
    this.#underWay = null;
  }

  readonly #takeEarly = (): void => {
    const early = this.#early;
    this.#early = null;
    this.#socket.resume();
    if (early !== null) this.#take(early);
  };

  #giveAway(bytes: Buffer): void {
    const { handOver, left } = this.#services;
    const socket = this.#socket;
    socket.off('data', this.#take).off('end', this.#end).off('error', this.#ignore).off('close', this.#close);
    left(this);
    socket.pause();
    socket.unshift(bytes);
    handOver(socket);
    socket.resume();
  }

  /** As node:http does: whoever has stopped sending is not answered any more. */
  readonly #end = (): void => {
    this.#socket.end();
  };

  readonly #ignore = (): void => {
    // `close` follows.
  };

  readonly #close = (): void => {
    if (this.#underWay !== null) this.#leaveExchange(goneStatus);
    this.#services.left(this);
  };
}
