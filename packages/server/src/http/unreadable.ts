/** Answers what Node's parser cannot take as a request, in the form of every other refusal: left to it, there is no body. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors, type HttpError } from '@afterimage/contract';

/** As the parser tells it; `reason` is its own text and repeats nothing of the request. */
interface ParserFault extends NodeJS.ErrnoException {
  reason?: string;
}

export const noHost: HttpError = {
  ...badRequest('The request must have a Host header.'),
  headers: { connection: 'close' },
};

const refusals: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: errors.headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: coded(413, 'BODY_TOO_LARGE', "The extensions of the body's chunks are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: coded(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'),
};

/** @param note writes it down and returns the request's id */
export function answerUnreadable(server: Server, note: (status: number) => string): void {
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>();
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const ofSocket = underWay.get(socket) ?? new Set();
    underWay.set(socket, ofSocket.add(response));
    response.on('close', () => ofSocket.delete(response));
  };
  server.on('request', begin);
  server.on('checkContinue', begin);
  server.on('clientError', (fault: ParserFault, socket) => {
    if (!socket.writable || fault.code === 'ECONNRESET') return socket.destroy();
    const before = [...(underWay.get(socket) ?? [])];
    // What came whole before it is answered first: a submit among them may have been charged.
    const whole = before.filter(({ req }) => req.complete);
    void Promise.all(whole.map(ended)).then(() => {
      // An answer that has begun is not to be broken into.
      const isAnswering = before.some((response) => response.headersSent && !response.writableFinished);
      if (!socket.writable || isAnswering) return socket.destroy();
      const error = refusals[fault.code ?? ''] ?? badRequest(sentenceOf(fault));
      socket.end(textOf(error, note(error.status)), () => socket.destroy());
    });
  });
}

function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}

function sentenceOf({ reason }: ParserFault): string {
  return `The request is not readable as HTTP/1.1${reason === undefined ? '' : ` (${reason})`}.`;
}

function textOf({ status, body }: HttpError, requestId: string): string {
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  return [...head, '', json].join('\r\n');
}

function badRequest(detail: string): HttpError {
  return { status: 400, body: { detail, errors: [{ field: 'request', message: detail }] } };
}

function coded(status: number, code: string, detail: string): HttpError {
  return { status, body: { detail, code } };
}
