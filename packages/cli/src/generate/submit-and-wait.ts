/** One generation from the submit to the saved file. */
import type { FamilySlug, Trouble } from '@afterimage/client';
import type { Family } from '@afterimage/contract';
import { clientOf } from '../calling/user-command.ts';
import { jsonLine, printOutput } from '../output.ts';
import { finished } from './interruptible.ts';
import { followSending } from './unsure-submit.ts';
import { type Waiting, waitAndTell } from './wait-and-tell.ts';

export interface Job extends Omit<Waiting, 'client' | 'family' | 'id'> {
  family: Family;
  body: Readonly<Record<string, unknown>>;
  wait: boolean;
}

export async function submitAndWait(job: Job): Promise<void> {
  const { body, caller, progress, stopping, wait, json } = job;
  const sending = followSending(fetch);
  const onTrouble = (trouble: Trouble) => {
    sending.trouble(trouble);
    progress.trouble(trouble);
  };
  const client = clientOf(caller, { fetch: sending.fetch, onTrouble });
  const family = job.family.slug as FamilySlug;
  progress.show('sending');
  try {
    // The family itself judges the body; its type is known at run time only.
    const submit = () => client.submit(family, body as never, { signal: stopping.signal });
    const accepted = await finished(submit, { caller, stopping, stopped: sending.words, unreached: '' });
    if (wait) return await waitAndTell({ ...job, client, family, id: accepted.id });
    progress.end();
    printOutput({ json: { ...accepted }, text: jsonLine(accepted) }, { json });
  } finally {
    progress.end();
  }
}
