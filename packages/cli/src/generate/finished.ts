/** Work that Ctrl-C, the time allowed or a service that is gone may end, with the sentence that each ends it with. */
import { Refusal as ServiceRefusal } from '@afterimage/client';
import { Refusal } from '../endings.ts';
import type { Caller } from './caller.ts';
import type { Stopping } from './stopping.ts';

/** @param said how the sentence goes on that begins "Interrupted" or "The time is up", and what follows "cannot be reached" */
export async function finished<Result>(
  work: () => Promise<Result>,
  said: { job: { caller: Caller; stopping: Stopping }; stopped(): string; unreached: string },
): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    const { caller, stopping } = said.job;
    const stop = stopping.stoppedBy();
    if (stop !== undefined) throw new Refusal(`${stop.words}${said.stopped()}`, stop.exitCode);
    if (!(fault instanceof ServiceRefusal) || fault.status !== 0) throw fault;
    throw new Refusal(`The service at ${caller.baseUrl} cannot be reached; --url names another.${said.unreached}`);
  }
}
