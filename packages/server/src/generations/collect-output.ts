/** Collects what an engine made: ours as it is, a vendor's once it has become what was asked for. */
import { isOurs, type Succeeded, type VendorOutput } from '../engines/engine.ts';
import type { MadeOurs } from '../engines/media/make-ours.ts';
import { sourceOf } from '../engines/media/source-of.ts';
import type { Run } from './running.ts';
import type { Started } from './start-attempt.ts';

/** What is there at the time limit is used: so long it may take to make it ours. Others end it by force five seconds later. */
const collectMilliseconds = 25_000;

export async function collectOutput(
  { services, claim, engine, use, hooks }: Run,
  started: Extract<Started, { outcome: 'accepted' | 'finished' }>,
  end: Succeeded,
): Promise<MadeOurs> {
  const [output] = end.outputs;
  if (output === undefined) {
    return { outcome: 'failed', fault: { class: 'internal', message: 'The engine delivered nothing.' } };
  }
  if (isOurs(output)) return { outcome: 'ours', output, release: async () => {} };

  /** What came with the reply is all there is; what has a handle can be looked at again. */
  async function again(signal: AbortSignal): Promise<VendorOutput | null> {
    if (started.outcome === 'finished') return output as VendorOutput;
    const poll = await engine.poll(started.handle, { waitSeconds: 0, signal });
    const [fresh] = poll.state === 'succeeded' ? poll.outputs : [];
    return fresh === undefined || isOurs(fresh) ? null : fresh;
  }

  return services.workshop.makeOurs(
    { output, again },
    {
      owner: claim.live_id,
      work: claim.work,
      facts: claim.inputs.map(({ width, height, milliseconds }) =>
        width === null || height === null
          ? undefined
          : { width, height, ...(milliseconds !== null && { milliseconds }) },
      ),
      source: sourceOf(engine.kind, use),
      deadline: new Date(Date.now() + Math.max(claim.deadline.leftMilliseconds(), collectMilliseconds)),
    },
    hooks.signal,
  );
}
