/** What a trace shows of a generation: its wait in the queue, its run by a worker, and what its engine did in between. */
import { timeOfId } from '../db/id-times.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import type { ClaimedGeneration } from './queue-store.ts';
import type { Run } from './running.ts';

export function traceRun(tracing: Tracing | null, claim: ClaimedGeneration): Span | null {
  if (tracing === null) return null;
  const { id, family, engine, claim_number, traceparent: parent } = claim;
  const attributes = {
    'afterimage.generation.id': id,
    'afterimage.family': family,
    'afterimage.engine': engine,
    'afterimage.attempt': claim_number,
  };
  // Whoever claims it again does so after a worker, and not after its queue.
  if (claim_number === 1)
    tracing.begin('queue', { kind: 'internal', parent, attributes, startedAt: timeOfId(id) }).end();
  return tracing.begin('run', { kind: 'consumer', parent, attributes });
}

/** As a part of the run: asked for something that takes its time. */
export async function traceEngine<Result>(
  { services, engine, hooks }: Run,
  name: 'engine ask' | 'engine wait',
  work: (traceparent: string | null) => Promise<Result>,
): Promise<Result> {
  if (services.tracing === null || hooks.span === null) return work(null);
  const span = services.tracing.begin(name, {
    kind: 'client',
    parent: hooks.span.traceparent,
    attributes: { 'afterimage.engine': engine.name },
  });
  try {
    return await work(span.traceparent);
  } finally {
    span.end();
  }
}
