/** Reads request bodies: small ones whole and at once, large ones as a stream whose media go to the spool. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from '../exchange.ts';
import { type BodyReading, type BodyRefusal, type BodyRules, malformed, tooLarge } from './body-reading.ts';
import { LargeBody } from './large-body.ts';
import { ReadBudget } from './read-budget.ts';
import { readSmallBody, receiveSmallBody, smallBytesMax } from './small-body.ts';
import { Spool } from './spool.ts';
import { UploadSlots } from './upload-slots.ts';

export { type BodyReading, type BodyRefusal, type BodyRules, RequestAborted } from './body-reading.ts';

/** As much of an exchange as its body takes. */
export type SentBody = Pick<Exchange, 'body' | 'requestHeaders' | 'inviteBody'>;

export interface BodyReader {
  /**
   * After a refusal the rest of the body may still be unread: see discardRest. Throws RequestAborted when the client
   * goes away; nothing of the body stays behind then.
   */
  read(sent: SentBody, rules: BodyRules): Promise<BodyReading>;
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
  return {
    read(sent, rules) {
      const { body, requestHeaders } = sent;
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
      const { stallSeconds } = options;
      return new LargeBody(body, { rules, spool, slots, budget, stallSeconds }).read(declaredBytes);
    },
    close: () => spool.remove(),
  };
}

const refusedWith = (refusal: BodyRefusal): Promise<BodyReading> => Promise.resolve(refusal);

/** Null when the body comes in chunks of a length not told; a request that tells nothing has no body. */
function readDeclaredBytes(headers: IncomingHttpHeaders): number | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined) return null;
  return length === undefined ? 0 : Number(length);
}
