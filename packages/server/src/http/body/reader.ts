/** Reads request bodies: small ones whole and at once, large ones as a stream whose media go to the spool. */
import type { IncomingMessage } from 'node:http';
import type { Body } from '../exchange.ts';
import { type BodyReading, type BodyRules, malformed, tooLarge } from './body-reading.ts';
import { LargeBody } from './large-body.ts';
import { Pace } from './pace.ts';
import { Places } from './places.ts';
import { readSmallBody, receiveSmallBody, smallBytesMax } from './small-body.ts';
import { Spool } from './spool.ts';

export { type BodyReading, type BodyRefusal, type BodyRules, RequestAborted } from './body-reading.ts';

export interface BodyReader {
  /**
   * After a refusal the rest of the body may still be unread: see discardRest. Throws RequestAborted when the client
   * goes away; nothing of the body stays behind then.
   */
  read(body: Body, rules: BodyRules): BodyReading | Promise<BodyReading>;
  close(): Promise<void>;
}

export function createBodyReader(options: {
  spoolFolder: string;
  largeBodiesMax: number;
  waitSeconds: number;
  /** How often it is looked at whether a large body keeps coming; one that stalls is given up. */
  paceSeconds: number;
}): BodyReader {
  const spool = new Spool(options.spoolFolder);
  const places = new Places({ max: options.largeBodiesMax, waitSeconds: options.waitSeconds });
  const pace = new Pace();
  return {
    read(body, rules) {
      const isWhole = Buffer.isBuffer(body);
      const declaredBytes = isWhole ? body.length : readDeclaredBytes(body);
      if (declaredBytes === 0) return malformed('The body is empty; send a JSON object.');
      if (declaredBytes !== null && declaredBytes > rules.bytesMax) return tooLarge(rules);
      if (isWhole) return readSmallBody(body, { rules, spool });
      if (declaredBytes !== null && declaredBytes < smallBytesMax) {
        return receiveSmallBody(body, declaredBytes, { rules, spool });
      }
      return new LargeBody(body, { rules, spool, places, pace, paceSeconds: options.paceSeconds }).read(declaredBytes);
    },
    close: () => spool.remove(),
  };
}

/** Null when the body comes in chunks of a length not told; a request that tells nothing has no body. */
function readDeclaredBytes(request: IncomingMessage): number | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined) return null;
  return length === undefined ? 0 : Number(length);
}
