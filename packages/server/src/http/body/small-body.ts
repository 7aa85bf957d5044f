/** Reads a body that fits into one piece of memory: the way of nearly every submit, so every microsecond counts. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type BodyReading, type BodyRules, malformed, type ReadBody, RequestAborted } from './body-reading.ts';
import { takeInlineMedia } from './inline-media.ts';
import { describeFault } from './kept-text.ts';
import type { Spool } from './spool.ts';
import { BodySpool } from './spool-file.ts';
import { parseStrictJson } from './strict-json.ts';

export const smallBytesMax = 64 * 1024;

const nothingToDiscard = () => Promise.resolve();

/** Reads it with its last byte, without waiting for the `end` event one turn of the loop later. */
export function receiveSmallBody(
  request: IncomingMessage,
  declaredBytes: number,
  options: { rules: BodyRules; spool: Spool },
): Promise<BodyReading> {
  if (request.destroyed) return Promise.reject(new RequestAborted());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received !== declaredBytes) return;
      try {
        resolve(readSmallBody(chunks.length === 1 ? chunk : Buffer.concat(chunks, received), options));
      } catch (fault) {
        reject(fault);
      }
    });
    request.on('close', () => {
      if (received < declaredBytes) reject(new RequestAborted());
    });
  });
}

export function readSmallBody(
  bytes: Buffer,
  options: { rules: BodyRules; spool: Spool },
): BodyReading | Promise<BodyReading> {
  const { rules, spool } = options;
  const reading = parseStrictJson(bytes);
  if (!reading.ok) {
    return malformed(describeFault(reading.fault, { text: reading.text, gaps: [] }), reading.fault.field);
  }
  const digest = rules.digest === 'sha256' ? hash('sha256', bytes, 'buffer') : null;
  const files = new BodySpool(spool);
  const uploads = takeInlineMedia(reading.value, { mediaFields: rules.mediaFields, spool: files });
  const body: ReadBody = { ok: true, value: reading.value, uploads, digest, discard: nothingToDiscard };
  return uploads.length === 0 ? body : whenOnDisk(body, files);
}

async function whenOnDisk(body: ReadBody, files: BodySpool): Promise<ReadBody> {
  try {
    await files.settle();
  } catch (error) {
    await files.discard();
    throw error;
  }
  return { ...body, discard: () => files.discard() };
}
