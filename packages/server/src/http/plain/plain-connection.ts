/**
 * A connection that begins with plain requests: each is read and answered here, for half of what node:http takes. The
 * first that is anything else goes to node:http with the connection, which stays there.
 */
import type { Socket } from 'node:net';
import { type Desk, findTarget, goneStatus } from '../desk.ts';
import type { PlainAnswer } from '../router.ts';
import type { SilenceWatch } from '../silence.ts';
import type { Outbox } from './outbox.ts';
import { type KnownHead, noHead, type PlainRequest, readPlainRequest } from './read-plain-request.ts';
import { WholeExchange } from './whole-exchange.ts';

export interface PlainServices {
  desk: Desk;
  silence: SilenceWatch;
  outbox: Outbox;
  /** Gives the connection to node:http, which reads on from where it is. */
  handOver(socket: Socket): void;
  /** It is no longer here: handed over or closed. */
  left(connection: PlainConnection): void;
}

type Place = { url: string } & ReturnType<typeof findTarget>;

/** Of answers that the client has not read. With more than that, no further request is read. */
const unreadBytesMax = 64 * 1024;

export class PlainConnection {
  readonly #socket: Socket;
  readonly #services: PlainServices;
  readonly #known: KnownHead = noHead();
  /** Where the request before went: many connections ask for the same again. */
  #place: Place | null = null;
  #underWay: WholeExchange | null = null;
  /** What came while a request was under way. */
  #early: Buffer | null = null;

  constructor(socket: Socket, services: PlainServices) {
    this.#socket = socket;
    this.#services = services;
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
    const request = readPlainRequest(bytes, this.#known);
    if (request === null || !this.#begin(request)) this.#giveAway(bytes);
  };

  #keep(bytes: Buffer): void {
    this.#early = this.#early === null ? bytes : Buffer.concat([this.#early, bytes]);
    this.#socket.pause();
  }

  /** False when its route needs more than a plain exchange, or there is none. */
  #begin({ method, target: url, headers: requestHeaders, body }: PlainRequest): boolean {
    const { desk, silence, outbox } = this.#services;
    const { target, found } = this.#placeOf(method, url);
    const answer: PlainAnswer | undefined = found?.route.plain[method];
    if (answer === undefined) return false;
    const socket = this.#socket;
    const headers = desk.firstHeaders('kept');
    const exchange = new WholeExchange(target, {
      socket,
      outbox,
      requestHeaders,
      body,
      requestId: desk.nextRequestId(),
      headers,
      ended: this.#answered,
    });
    this.#underWay = exchange;
    silence.requestBegins(socket);
    desk.run(answer, exchange);
    return true;
  }

  #placeOf(method: string, url: string): Place {
    if (this.#place === null || this.#place.url !== url || this.#place.target.method !== method) {
      this.#place = { url, ...findTarget(this.#services.desk.router, method, url) };
    }
    return this.#place;
  }

  readonly #answered = (exchange: WholeExchange, status: number): void => {
    // The client went away meanwhile, which has been noted.
    if (this.#underWay !== exchange) return;
    this.#leaveExchange(status);
    const socket = this.#socket;
    if (exchange.headers.connection === 'close') socket.end();
    else if (socket.writableLength > unreadBytesMax) socket.pause().once('drain', this.#takeEarly);
    else if (this.#early !== null) process.nextTick(this.#takeEarly);
  };

  #leaveExchange(status: number): void {
    const { desk, silence } = this.#services;
    silence.requestEnds(this.#socket);
    desk.note(this.#underWay!, status);
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
