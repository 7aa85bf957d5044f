/** `PUT /engine/v1/jobs/{id}/output`: the bytes of what a worker made, streamed to disk while they come, then looked at. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errors, type HttpError } from '@afterimage/contract';
import { type AcceptOutputServices, acceptOutput, outputTypes } from '../../pull/accept-output.ts';
import { findHeldJob, type HeldJob, type OutputKind, renewJob } from '../../pull/jobs-store.ts';
import { RequestAborted } from '../body/body-reading.ts';
import { readContentEncoding } from '../body/content-headers.ts';
import { type Exchange, sendJson } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import { refuseUnheld, type WorkerServices } from './worker-request.ts';

export interface OutputServices extends WorkerServices, AcceptOutputServices {
  leaseSeconds: number;
  /** What is larger could not be made ours. */
  outputBytesMax: Readonly<Record<OutputKind, number>>;
  /** The media store is nearly full. */
  nearlyFull(): boolean;
}

interface Upload {
  exchange: Exchange;
  request: IncomingMessage;
  held: HeldJob;
}

export async function answerOutput(services: OutputServices, upload: Upload): Promise<void> {
  const { exchange, held } = upload;
  const job = await findHeldJob(services.db, held);
  if (job === undefined) return refuseUnheld(services, exchange, held);
  const kind = job.output_kind;
  const type = typeOf(exchange);
  const refusal = refusalOf(services, exchange, { kind, type });
  if (refusal !== null) return refuse(exchange, refusal);
  const bytesMax = services.outputBytesMax[kind];
  const file = join(services.stores.scratchFolder(), randomUUID());
  try {
    exchange.inviteBody();
    const received = await receive(services, upload, { file, bytesMax });
    if (received === 'lost') return refuseUnheld(services, exchange, held);
    if (received === 'too large') return refuse(exchange, errors.bodyTooLarge(bytesMax));
    const wrong = digestFault(exchange, received.sha256);
    if (wrong !== null) return refuse(exchange, unfit('Content-Digest', wrong));
    const accepted = await acceptOutput(services, held, { file, type, kind, accountId: job.account_id });
    if (accepted.accepted === 'too late') return refuseUnheld(services, exchange, held);
    if (accepted.accepted === 'busy') return refuse(exchange, errors.busy(accepted.sentence, 2));
    if (accepted.accepted === 'unfit')
      return refuse(exchange, unfit('body', `The output is not usable. ${accepted.sentence}`));
    sendJson(exchange, 200, '{}');
  } finally {
    await rm(file, { force: true });
  }
}

const unfit = (field: string, message: string): HttpError =>
  errors.invalidFields({ faultStatus: 400 }, [{ field, message, type: 'value' }]);

function typeOf({ requestHeaders }: Exchange): string {
  const [type = ''] = (requestHeaders['content-type'] ?? '').toLowerCase().split(';');
  return type.trim() === 'image/jpg' ? 'image/jpeg' : type.trim();
}

function refusalOf(
  { nearlyFull, outputBytesMax }: OutputServices,
  { requestHeaders: headers }: Exchange,
  { kind, type }: { kind: OutputKind; type: string },
): HttpError | null {
  if (nearlyFull()) return errors.busy('The service is short of storage and takes no output at the moment.', 10);
  if (readContentEncoding(headers['content-encoding']) !== 'identity' || !outputTypes[kind].includes(type)) {
    return errors.outputTypeRefused(outputTypes[kind]);
  }
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
  if (length === 0) return unfit('body', 'The body is empty; send the bytes of the output.');
  if (length !== null && length > outputBytesMax[kind]) return errors.bodyTooLarge(outputBytesMax[kind]);
  return null;
}

/** As long as bytes keep coming, they are the worker's sign of life. */
async function receive(
  { db, leaseSeconds }: OutputServices,
  { request, held }: Upload,
  { file, bytesMax }: { file: string; bytesMax: number },
): Promise<{ sha256: Buffer } | 'too large' | 'lost'> {
  const hash = createHash('sha256');
  let bytes = 0;
  let renewedAt = performance.now();
  let stopped: 'too large' | 'lost' | undefined;
  async function* checked(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) stopped = 'too large';
      else if (performance.now() - renewedAt > (leaseSeconds * 1_000) / 3) {
        renewedAt = performance.now();
        if (!(await renewJob(db, held, { progress: null, leaseSeconds }))) stopped = 'lost';
      }
      if (stopped !== undefined) return;
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    // Leaving early must not close the connection: the answer still has to reach the worker.
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    await pipeline(checked(chunks), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (fault) {
    if (request.destroyed && !request.complete) throw new RequestAborted({ cause: fault });
    throw fault;
  }
  if (stopped !== undefined) return stopped;
  if (!request.complete) throw new RequestAborted();
  return { sha256: hash.digest() };
}

/** RFC 9530. A worker that sends one learns of bytes that changed on their way. */
function digestFault({ requestHeaders }: Exchange, sha256: Buffer): string | null {
  const header = requestHeaders['content-digest'];
  if (typeof header !== 'string') return null;
  const [, sent] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(header) ?? [];
  if (sent === undefined) return 'Content-Digest must hold a sha-256, as in sha-256=:BASE64:.';
  if (Buffer.from(sent, 'base64').equals(sha256)) return null;
  return 'The body is not the one that Content-Digest was made from; send it again.';
}
