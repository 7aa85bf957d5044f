/** Work that Ctrl-C, the time allowed or a service that is gone may end, with the sentence that each ends it with. */
import { Refusal as ServiceRefusal } from '@afterimage/client';
import type { Caller } from '../calling/caller.ts';
import { Refusal } from '../exit-codes.ts';
import type { Stopping } from './stop-waiting.ts';

export interface Endings {
  caller: Caller;
  stopping: Stopping;
  /** How the sentence goes on that begins "Interrupted" or "The time is up". */
  stopped(): string;
  /** What follows "cannot be reached". */
  unreached: string;
}

export async function finished<Result>(work: () => Promise<Result>, endings: Endings): Promise<Result> {
  const { caller, stopping, stopped, unreached } = endings;
  try {
    return await work();
  } catch (fault) {
    const stop = stopping.stoppedBy();
    if (stop !== undefined) throw new Refusal(`${stop.words}${stopped()}`, stop.exitCode);
    if (!(fault instanceof ServiceRefusal) || fault.status !== 0) throw fault;
    throw new Refusal(`The service at ${caller.baseUrl} cannot be reached; --url names another.${unreached}`);
  }
}
