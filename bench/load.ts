/** The load generator, a process of its own: keep-alive connections over raw sockets, one request under way on each. */
import { connect } from 'node:net';

export interface LoadPlan {
  port: number;
  connections: number;
  /** Whole requests as they go over the wire, sent in turn. */
  requests: string[];
  /** Between an answer and the next request of its connection. */
  pauseMilliseconds: number;
}

/** How long to send, in seconds; `endless`: until told to stop. Connections are kept from one run to the next. */
export type LoadOrder = { run: number | 'endless' } | 'stop';

export interface LoadReport {
  /** From the first request to the moment from which no more were sent, and the answers that came until then. */
  seconds: number;
  answers: number;
  /** Of every answer of the run, in milliseconds, in the order in which they came. */
  times: Float64Array;
}

export type LoadMessage = { event: 'ready' } | { event: 'done'; report: LoadReport } | { event: 'failed'; why: string };

/** Larger than any answer measured here; one read a time is what makes the generator cheap. */
const readBytes = 65_536;
const contentLength = /\r\ncontent-length: (\d+)\r\n/i;

function say(message: LoadMessage, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}

/** An answer that is not 200, or none at all, makes the figure worthless: the run ends there. */
function fail(why: string): void {
  say({ event: 'failed', why }, () => process.exit(1));
}

/** The length of the whole answer, or undefined while its head is still on the way. */
function answerBytes(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd + 2);
  const length = contentLength.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
    throw new Error(`Not a plain 200: ${bytes.toString('latin1', 0, 600)}`);
  }
  return headEnd + 4 + Number(length);
}

/** By the status after `HTTP/1.1 `. */
function isPlain200(bytes: Uint8Array): boolean {
  return bytes[8] === 0x20 && bytes[9] === 0x32 && bytes[10] === 0x30 && bytes[11] === 0x30;
}

interface Client {
  port: number;
  pauseMilliseconds: number;
  /** Null: enough for now. */
  nextRequest(): Buffer | null;
  answered(milliseconds: number): void;
  /** It waits for `resume`. */
  idle(resume: () => void): void;
}

function openConnection({ port, pauseMilliseconds, nextRequest, answered, idle }: Client): void {
  let sentAt = 0;
  let part: Buffer | null = null;
  /** Of the answer before: most are as long, and need not be taken apart. Were one longer, its rest would be no answer. */
  let usualBytes = 0;
  const onread = { buffer: Buffer.alloc(readBytes), callback: take };
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
  socket.once('connect', () => idle(send));
  socket.once('error', (error) => fail(error.message));
  socket.once('close', () => fail('The server closed a connection.'));

  function send(): void {
    const request = nextRequest();
    sentAt = performance.now();
    if (request === null) idle(send);
    else socket.write(request);
  }

  function take(length: number, buffer: Uint8Array): boolean {
    if (part !== null || length !== usualBytes || !isPlain200(buffer)) return takeApart(length, buffer);
    return finish();
  }

  function takeApart(length: number, buffer: Uint8Array): boolean {
    const fresh = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    const bytes: Buffer = part === null ? fresh : Buffer.concat([part, fresh]);
    const whole = bytes.length >= (answerBytes(bytes) ?? Number.POSITIVE_INFINITY);
    part = whole ? null : Buffer.from(bytes);
    if (!whole) return true;
    usualBytes = bytes.length;
    return finish();
  }

  function finish(): boolean {
    answered(performance.now() - sentAt);
    if (pauseMilliseconds === 0) send();
    else setTimeout(send, pauseMilliseconds);
    return true;
  }
}

function openLoad(plan: LoadPlan): void {
  const requests = plan.requests.map((text) => Buffer.from(text));
  let sending = false;
  let sent = 0;
  let times: number[] = [];
  let idle: (() => void)[] = [];
  let startedAt = 0;
  let measured = { seconds: 0, answers: 0 };

  const client: Client = {
    port: plan.port,
    pauseMilliseconds: plan.pauseMilliseconds,
    nextRequest: () => (sending ? requests[sent++ % requests.length]! : null),
    answered: (milliseconds) => void times.push(milliseconds),
    idle(resume) {
      idle.push(resume);
      if (idle.length < plan.connections) return;
      if (startedAt === 0) say({ event: 'ready' });
      else say({ event: 'done', report: { ...measured, times: Float64Array.from(times) } });
    },
  };

  function run(seconds: number | 'endless'): void {
    const waiting = idle;
    idle = [];
    times = [];
    sending = true;
    startedAt = performance.now();
    if (seconds !== 'endless') setTimeout(hold, seconds * 1000);
    for (const resume of waiting) resume();
  }

  /** The last answers are waited for, so that the next run finds the server idle; they do not count. */
  function hold(): void {
    sending = false;
    measured = { seconds: (performance.now() - startedAt) / 1000, answers: times.length };
  }

  process.on('message', (order: LoadOrder) => {
    if (order === 'stop') hold();
    else run(order.run);
  });
  process.once('disconnect', () => process.exit());
  for (let count = 0; count < plan.connections; count += 1) openConnection(client);
}

process.once('uncaughtException', (fault) => fail(fault.message));
process.once('message', (plan) => openLoad(plan as LoadPlan));
