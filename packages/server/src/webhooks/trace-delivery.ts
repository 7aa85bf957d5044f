/** An attempt to deliver, as a part of the trace of the generation that it tells of. */
import type { Db } from '../db/postgres.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import { type ClaimedDelivery, findTraceparent } from './store.ts';

export async function traceDelivery(tracing: Tracing, db: Db, { id, host, number }: ClaimedDelivery): Promise<Span> {
  // A delivery must not fail because its trace is not known.
  const parent = await findTraceparent(db, id).catch(() => null);
  const attributes = { 'afterimage.delivery.id': id, 'server.address': host, 'afterimage.attempt': number };
  return tracing.begin('webhook', { kind: 'client', parent, attributes });
}
