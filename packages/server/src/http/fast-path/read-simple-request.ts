/** Reads a simple request: one that is there whole, in one piece, and says nothing that could be understood in two ways. */
import type { IncomingHttpHeaders } from 'node:http';

export interface SimpleRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The head of the request before, on the same connection: a client sends nearly the same one each time. */
export interface KnownHead {
  /** All of it. */
  text: string;
  method: 'GET' | 'POST';
  url: string;
  /** What follows the first line. */
  lines: string;
  headers: IncomingHttpHeaders;
}

export const noHead = (): KnownHead => ({ text: '', method: 'GET', url: '', lines: '', headers: {} });

/** Longer heads are rare, and the limit on them is Node's to keep. */
const headBytesMax = 4096;
const bodyBytesMax = 64 * 1024;
const headEnd = Buffer.from('\r\n\r\n');
const versionPart = ' HTTP/1.1';
const noBody = Buffer.alloc(0);
/** What needs no second thought in a path and a query. */
const simpleUrl = /^\/[\w\-.~/?=&%+,:@!*;]*$/;
const headerLine = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*([!-~](?:[ -~]*[!-~])?)[ \t]*$/;
const simpleLength = /^(?:0|[1-9]\d{0,4})$/;
/** They change how a message is framed or what becomes of its connection. */
const unusual = new Set(['transfer-encoding', 'expect', 'upgrade', 'te', 'trailer', 'http2-settings', 'keep-alive']);

/** Null: not simple, whatever it is; node:http knows. */
export function readSimpleRequest(bytes: Buffer, known: KnownHead): SimpleRequest | null {
  const headBytes = bytes.indexOf(headEnd);
  if (headBytes === -1 || headBytes > headBytesMax) return null;
  const head = bytes.toString('latin1', 0, headBytes);
  if (head !== known.text && !readHead(head, known)) return null;
  const { method, url, headers } = known;
  const body = wholeBody(bytes, headBytes + headEnd.length, { method, length: headers['content-length'] });
  return body && { method, url, headers, body };
}

/** False when it is not simple; then nothing is known of it. */
function readHead(head: string, known: KnownHead): boolean {
  const lineEnd = head.indexOf('\r\n');
  if (lineEnd === -1 || !head.startsWith(versionPart, lineEnd - versionPart.length)) return false;
  const method = head.startsWith('GET ') ? 'GET' : head.startsWith('POST ') ? 'POST' : null;
  if (method === null) return false;
  const url = head.slice(method.length + 1, lineEnd - versionPart.length);
  if (!simpleUrl.test(url)) return false;
  const lines = head.slice(lineEnd + 2);
  if (lines !== known.lines) {
    const headers = readHeaders(lines);
    if (headers === null) return false;
    known.lines = lines;
    known.headers = headers;
  }
  known.text = head;
  known.method = method;
  known.url = url;
  return true;
}

/** Null when it is not all there, or more than that is. */
function wholeBody(
  bytes: Buffer,
  start: number,
  { method, length }: { method: 'GET' | 'POST'; length: string | undefined },
): Buffer | null {
  if (length === undefined) return method === 'GET' && bytes.length === start ? noBody : null;
  if (method === 'GET' || !simpleLength.test(length) || Number(length) > bodyBytesMax) return null;
  return bytes.length === start + Number(length) ? bytes.subarray(start) : null;
}

function readHeaders(lines: string): IncomingHttpHeaders | null {
  // No prototype: a header may be named like one of its members.
  const headers = { __proto__: null } as unknown as IncomingHttpHeaders;
  for (const line of lines.split('\r\n')) {
    const [, written, value] = headerLine.exec(line) ?? [];
    if (written === undefined) return null;
    const name = written.toLowerCase();
    if (name in headers || unusual.has(name)) return null;
    if (name === 'connection' && value!.toLowerCase() !== 'keep-alive') return null;
    headers[name] = value;
  }
  return headers.host === undefined ? null : headers;
}
