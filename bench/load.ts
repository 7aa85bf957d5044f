/** The load generator, a process of its own: keep-alive connections over raw sockets, one request under way on each. */
import { connect } from 'node:net';

export interface LoadPlan {
  port: number;
  connections: number;
  /** Whole requests as they go over the wire, sent in turn. */
  requests: string[];
  warmSeconds: number;
  /** Null: until told to stop. */
  seconds: number | null;
  /** Between an answer and the next request of its connection. */
  pauseMilliseconds: number;
}

export interface LoadReport {
  answers: number;
  seconds: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
}

export type LoadMessage = { event: 'warm' } | { event: 'done'; report: LoadReport } | { event: 'failed'; why: string };

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
  /** Null: enough, the connection may go. */
  nextRequest(): Buffer | null;
  answered(milliseconds: number): void;
  gone(): void;
}

function openConnection({ port, pauseMilliseconds, nextRequest, answered, gone }: Client): void {
  let sentAt = 0;
  let part: Buffer | null = null;
  /** Of the answer before: most are as long, and need not be taken apart. Were one longer, its rest would be no answer. */
  let usualBytes = 0;
  const onread = { buffer: Buffer.alloc(readBytes), callback: take };
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
  socket.once('connect', send);
  socket.once('error', (error) => fail(error.message));
  socket.once('close', gone);

  function send(): void {
    const request = nextRequest();
    sentAt = performance.now();
    if (request === null) socket.destroy();
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

function reportOf(times: number[], seconds: number): LoadReport {
  times.sort((one, other) => one - other);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { answers: times.length, seconds, p50Milliseconds: quantile(0.5), p99Milliseconds: quantile(0.99) };
}

function runLoad(plan: LoadPlan): void {
  const requests = plan.requests.map((text) => Buffer.from(text));
  const times: number[] = [];
  let phase: 'warming' | 'measuring' | 'ending' = 'warming';
  let measuredFrom = 0;
  let sent = 0;
  let open = plan.connections;

  const client: Client = {
    port: plan.port,
    pauseMilliseconds: plan.pauseMilliseconds,
    nextRequest: () => (phase === 'ending' ? null : requests[sent++ % requests.length]!),
    answered(milliseconds) {
      if (phase !== 'warming') times.push(milliseconds);
    },
    gone() {
      if (phase !== 'ending') return fail('The server closed a connection.');
      open -= 1;
      if (open > 0) return;
      const report = reportOf(times, (performance.now() - measuredFrom) / 1000);
      say({ event: 'done', report }, () => process.disconnect?.());
    },
  };

  function measure(): void {
    phase = 'measuring';
    measuredFrom = performance.now();
    say({ event: 'warm' });
    if (plan.seconds !== null) setTimeout(end, plan.seconds * 1000);
  }

  function end(): void {
    phase = 'ending';
  }

  process.on('message', (message) => {
    if (message === 'stop') end();
  });
  for (let count = 0; count < plan.connections; count += 1) openConnection(client);
  setTimeout(measure, plan.warmSeconds * 1000);
}

process.once('uncaughtException', (fault) => fail(fault.message));
process.once('message', (plan) => runLoad(plan as LoadPlan));
