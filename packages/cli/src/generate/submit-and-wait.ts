/** One generation from the submit to the saved file, and what is said when it goes otherwise. */
import { Afterimage, type AnyRecord, type FamilySlug, type Trouble } from '@afterimage/client';
import { callingOf, type Family } from '@afterimage/contract';
import { printOutput } from '../output.ts';
import type { Caller } from './caller.ts';
import { failureOf } from './failure.ts';
import { finished } from './finished.ts';
import type { Progress } from './progress.ts';
import { save } from './save.ts';
import { followSending } from './sending.ts';
import type { Stopping } from './stopping.ts';

export interface Job {
  family: Family;
  caller: Caller;
  body: Readonly<Record<string, unknown>>;
  wait: boolean;
  json: boolean;
  /** The file to save the media in; `-` is standard output. */
  output: string | undefined;
  progress: Progress;
  stopping: Stopping;
}

export async function submitAndWait(job: Job): Promise<void> {
  const { caller, body, progress, stopping } = job;
  const { signal } = stopping;
  const sending = followSending(fetch);
  const onTrouble = (trouble: Trouble) => {
    sending.trouble(trouble);
    progress.trouble(trouble);
  };
  // The contract may know families that the client's own table does not yet.
  const families = { [job.family.slug]: callingOf(job.family) };
  const family = job.family.slug as FamilySlug;
  const client = new Afterimage({ ...caller, families, fetch: sending.fetch, onTrouble });
  progress.show('sending');
  const submit = () => client.submit(family, body as never, { signal });
  const accepted = await finished(submit, { job, stopped: sending.words, unreached: '' });
  if (!job.wait) {
    progress.end();
    return printOutput({ json: { ...accepted }, text: JSON.stringify(accepted) }, job);
  }
  const look = `To look at it:\n  afterimage status ${family} ${accepted.id}`;
  const wait = () => client.wait(family, accepted.id, { signal, onProgress: (seen) => progress.step(seen) });
  const record = await finished<AnyRecord>(wait, {
    job,
    stopped: () => `; the generation goes on. ${look}`,
    unreached: ` ${look}`,
  });
  progress.end();
  const { media_url: link } = record;
  const isPiped = job.output === '-' && link !== null;
  if (!isPiped && (link !== null || job.json)) printOutput({ json: { ...record }, text: link ?? '' }, job);
  if (record.status === 'failed') throw await failureOf(record, caller);
  if (job.output !== undefined && link !== null) await save({ client, record, output: job.output, progress, stopping });
}
