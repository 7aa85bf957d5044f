/** Reads a body that fits into one piece of memory: the way of nearly every submit, so every microsecond counts. */
import { hash } from 'node:crypto';
import type { BodyStream } from '../exchange.ts';
import { type BodyReading, type BodyRules, malformed, RequestAborted } from './body-reading.ts';
import { takeInlineMedia } from './inline-media.ts';
import { describeFault } from './kept-text.ts';
import type { Spool } from './spool.ts';
import { BodySpool } from './spool-file.ts';
import { parseStrictJson } from './strict-json.ts';

export const smallBytesMax = 64 * 1024;

const nothing = () => Promise.resolve();

/** Reads it with its last byte, without waiting for the `end` event an iteration of the event loop later. */
export async function receiveSmallBody(
  stream: BodyStream,
  declaredBytes: number,
  options: { rules: BodyRules; spool: Spool },
): Promise<BodyReading> {
  return readSmallBody(await receive(stream, declaredBytes), options);
}

function receive(stream: BodyStream, declaredBytes: number): Promise<Buffer> {
  if (stream.destroyed) return Promise.reject(new RequestAborted());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received === declaredBytes) resolve(chunks.length === 1 ? chunk : Buffer.concat(chunks, received));
    });
    stream.on('close', () => {
      if (received < declaredBytes) reject(new RequestAborted());
    });
  });
}

export async function readSmallBody(
  bytes: Buffer,
  { rules, spool }: { rules: BodyRules; spool: Spool },
): Promise<BodyReading> {
  const reading = parseStrictJson(bytes);
  if (!reading.ok) {
    return malformed(describeFault(reading.fault, { text: reading.text, gaps: [] }), reading.fault.field);
  }
  const digest = rules.digest === 'sha256' ? hash('sha256', bytes, 'buffer') : null;
  const files = new BodySpool(spool, rules.owner, 'on demand');
  const uploads = takeInlineMedia(reading.value, { mediaFields: rules.mediaFields, spool: files });
  const { value } = reading;
  if (uploads.length === 0) return { ok: true, value, uploads, digest, settle: nothing, discard: nothing };
  return { ok: true, value, uploads, digest, settle: () => files.settle(), discard: () => files.discard() };
}
