/** Reads request bodies: small ones whole and at once, large ones as a stream whose media go to the spool. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { BodyStream, Exchange } from '../exchange.ts';
import { type BodyReading, type BodyRefusal, type BodyRules, malformed, tooLarge } from './body-reading.ts';
import type { FormRules } from './form-intake.ts';
import { JsonIntake } from './json-intake.ts';
import { LargeBody } from './large-body.ts';
import { ReadBudget } from './read-budget.ts';
import { readSmallBody, receiveSmallBody, smallBytesMax } from './small-body.ts';
import { Spool } from './spool.ts';
import type { BodySpool } from './spool-file.ts';
import { UploadSlots } from './upload-slots.ts';

export { type BodyReading, type BodyRefusal, type BodyRules, RequestAborted } from './body-reading.ts';

/** As much of an exchange as its body takes. */
export type SentBody = Pick<Exchange, 'body' | 'wasRead' | 'requestHeaders' | 'inviteBody'>;

export interface BodyReader {
  /**
   * After a refusal the rest of the body may still be unread: see discardRest. Throws RequestAborted when the client
   * goes away; nothing of the body stays behind then.
   */
  read(sent: SentBody, rules: BodyRules): Promise<BodyReading>;
  /** The same for `multipart/form-data`: its value is a FormValue. */
  readForm(sent: SentBody, rules: FormRules & { contentType: string }): Promise<BodyReading>;
  close(): Promise<void>;
}

export function createBodyReader(options: {
  spoolFolder: string;
  largeBodiesMax: number;
  waitSeconds: number;
  /** How often it is looked at whether a large body keeps coming; one that stalls is given up. */
  stallSeconds: number;
}): BodyReader {
  const spool = new Spool(options.spoolFolder);
  const slots = new UploadSlots({ max: options.largeBodiesMax, waitSeconds: options.waitSeconds });
  const budget = new ReadBudget();
  const receiving = { spool, slots, budget, stallSeconds: options.stallSeconds };
  return {
    read(sent, rules) {
      const { body, requestHeaders, wasRead } = sent;
      if (wasRead !== undefined) return Promise.resolve(wasRead);
      const isWhole = Buffer.isBuffer(body);
      const declaredBytes = isWhole ? body.length : readDeclaredBytes(requestHeaders);
      if (declaredBytes === 0) return refusedWith(malformed('The body is empty; send a JSON object.'));
      if (declaredBytes !== null && declaredBytes > rules.bytesMax) return refusedWith(tooLarge(rules));
      if (isWhole) return readSmallBody(body, { rules, spool });
      // Not before it is clear that it may come: one declared too large is refused without being sent.
      sent.inviteBody();
      if (declaredBytes !== null && declaredBytes < smallBytesMax) {
        return receiveSmallBody(body, declaredBytes, { rules, spool });
      }
      const intake = (files: BodySpool) => new JsonIntake(files, { rules, spool });
      return new LargeBody(body, { ...receiving, rules, intake }).read(declaredBytes);
    },
    async readForm(sent, rules) {
      const { body, requestHeaders } = sent;
      const declaredBytes = Buffer.isBuffer(body) ? body.length : readDeclaredBytes(requestHeaders);
      if (declaredBytes !== null && declaredBytes > rules.bytesMax) return tooLarge(rules);
      const boundary = boundaryOf(rules.contentType);
      if (boundary === null) return malformed('The form names no boundary of 1 to 70 characters.');
      // Not with the service: few send forms, and the parser takes as long to load as a small room.
      const { FormIntake } = await import('./form-intake.ts');
      sent.inviteBody();
      const intake = (files: BodySpool) => new FormIntake(files, { rules, boundary });
      return new LargeBody(streamOf(body), { ...receiving, rules, intake }).read(declaredBytes);
    },
    close: () => spool.remove(),
  };
}

const streamOf = (body: Buffer | BodyStream): BodyStream =>
  Buffer.isBuffer(body) ? Object.assign(Readable.from([body]), { complete: true }) : body;

/** Null without one that RFC 2046 allows: the parser throws at a longer one. */
function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? [];
  return quoted ?? bare ?? null;
}

const refusedWith = (refusal: BodyRefusal): Promise<BodyReading> => Promise.resolve(refusal);

/** Null when the body comes in chunks of a length not told; a request that tells nothing has no body. */
function readDeclaredBytes(headers: IncomingHttpHeaders): number | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined) return null;
  return length === undefined ? 0 : Number(length);
}
