/** A page of ours, or a file of one, and how it is sent. */
import { hash } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** Nothing inline, nothing from elsewhere. One page of ours frames another: the API reference. Media are this service's own. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export interface PageFile {
  bytes: Buffer;
  etag: string;
  contentType: string;
  /** The same in fewer bytes. */
  packed: { encoding: 'br' | 'gzip'; bytes: Buffer }[];
  cacheControl: string;
}

/** It must be asked for again each time, unless something else is said. */
export function pageFile(bytes: Buffer, contentType: string, more: Partial<PageFile> = {}): PageFile {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { bytes, etag, contentType, packed: [], cacheControl: 'no-cache', ...more };
}

export function sendPageFile(exchange: Exchange, file: PageFile): void {
  const { requestHeaders, headers } = exchange;
  Object.assign(headers, pageHeaders, { etag: file.etag, 'cache-control': file.cacheControl, vary: 'Accept-Encoding' });
  if (requestHeaders['if-none-match']?.includes(file.etag)) {
    headers['content-type'] = file.contentType;
    return exchange.sendEmpty(304);
  }
  const taken = String(requestHeaders['accept-encoding'] ?? '');
  const packed = file.packed.find(({ encoding }) => takes(taken, encoding));
  if (packed !== undefined) headers['content-encoding'] = packed.encoding;
  exchange.send(200, packed?.bytes ?? file.bytes, file.contentType);
}

/** Named, and not with the weight of nothing, by which a proxy says what it cannot unpack. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** One that was made for this request alone. */
export function sendPage(exchange: Exchange, status: number, html: string): void {
  Object.assign(exchange.headers, pageHeaders, { 'cache-control': 'no-store' });
  exchange.send(status, html, 'text/html; charset=utf-8');
}
