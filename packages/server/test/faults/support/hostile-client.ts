/** Sends one hostile request over a connection of its own, and judges what came back. */
import { connect } from 'node:net';
import type { HostileRequest } from './hostile.ts';

/** For a request whose head is in order. */
const patienceMilliseconds = 60_000;
/** For one whose head is not: the service may wait for what never comes, and for longer than we do. */
const briefMilliseconds = 250;

/** What the model context protocol calls a 500; its library says the same of parameters that it cannot read, and then lists them. */
const internalError = /"code":-32603,"message":"(?!\[)/;

export type Answer = { status: number; head: string; body: string } | 'ended' | 'silent';

/** `fault`: a 5xx that is no sentence of ours. `unclear`: a refusal that does not say why. */
export function breachOf(
  { method, framing }: HostileRequest,
  answer: Answer,
): 'fault' | 'unclear' | 'unanswered' | null {
  if (typeof answer === 'string') return framing === 'sound' ? 'unanswered' : null;
  if (answer.status >= 500) return isOurBusy(answer) ? null : 'fault';
  if (internalError.test(answer.body)) return 'fault';
  return answer.status >= 400 && method !== 'HEAD' && !isSentence(answer.body) ? 'unclear' : null;
}

function isOurBusy({ status, head, body }: Exclude<Answer, string>): boolean {
  return status === 503 && /\r\nretry-after: \d+/i.test(head) && /"code":"(BUSY|MAINTENANCE)"/.test(body);
}

function isSentence(body: string): boolean {
  try {
    const said = JSON.parse(body) as { detail?: unknown; message?: unknown; error?: { message?: unknown } };
    // The third is the shape of OpenAI and of the model context protocol.
    return said.detail !== undefined || typeof said.message === 'string' || typeof said.error?.message === 'string';
  } catch {
    return false;
  }
}

/** A connection each: what one request breaks must not be blamed on the next. */
export function answerTo(port: number, { bytes, method, framing }: HostileRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    let read = '';
    const end = (answer: Answer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, framing === 'sound' ? patienceMilliseconds : briefMilliseconds, 'silent');
    socket.on('data', (text) => {
      read += text;
      const answer = wholeAnswer(read, method);
      if (answer !== undefined) end(answer);
    });
    socket.on('error', () => end('ended'));
    socket.on('close', () => end('ended'));
  });
}

function wholeAnswer(read: string, method: string): Answer | undefined {
  const headEnd = read.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = read.slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  if (status === 100) return wholeAnswer(read.slice(headEnd + 4), method);
  const body = read.slice(headEnd + 4);
  // A stream is answered by its head: it does not end, and nobody would be left to judge.
  if (/\r\ncontent-type: text\/event-stream/i.test(head)) return { status, head, body };
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    method === 'HEAD' ||
    status === 204 ||
    status === 304 ||
    (length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length));
  // Behind it may be the answer to what the service took for a second request.
  return isWhole
    ? { status, head, body: length === undefined ? joined(body) : body.slice(0, Number(length)) }
    : undefined;
}

/** The pieces of a body that came without a length, without what stood between them. */
function joined(chunked: string): string {
  let whole = '';
  for (let at = 0; at < chunked.length; ) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = Number.parseInt(chunked.slice(at, lineEnd), 16);
    if (!(size > 0)) break;
    whole += chunked.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
  return whole;
}
