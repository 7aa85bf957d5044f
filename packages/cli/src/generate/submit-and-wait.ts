/** One generation from the submit to the saved file, and what is said when it goes otherwise. */
import { writeFile } from 'node:fs/promises';
import {
  createAccountApi,
  createGenerations,
  download,
  type GenerationRecord,
  Refusal as ServiceRefusal,
  type Trouble,
} from '@afterimage/client';
import { type Family, failureMeanings } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { exitCodes, Refusal } from '../endings.ts';
import { printOutput } from '../output.ts';
import type { Caller } from './caller.ts';
import type { Progress } from './progress.ts';
import { failureCodeIn, mediaUrlIn, stageOf } from './record.ts';
import { followSending } from './sending.ts';
import type { Stopping } from './stopping.ts';

export interface Job {
  family: Family;
  caller: Caller;
  body: Readonly<Record<string, unknown>>;
  wait: boolean;
  json: boolean;
  /** The file to save the media in. */
  output: string | undefined;
  progress: Progress;
  stopping: Stopping;
}

export async function submitAndWait(job: Job): Promise<void> {
  const { family, caller, body, progress, stopping } = job;
  const { signal } = stopping;
  const sending = followSending(fetch);
  const onTrouble = (trouble: Trouble) => {
    sending.trouble(trouble);
    progress.trouble(trouble);
  };
  const generations = createGenerations({ ...caller, fetch: sending.fetch, onTrouble });
  progress.show('sending');
  const submit = () => generations.submit(family, body, { signal });
  const { id, answer } = await finished(submit, { job, stopped: sending.words, unreached: '' });
  if (!job.wait) {
    progress.end();
    return printOutput({ json: answer, text: JSON.stringify(answer) }, job);
  }
  const look = howToLook(job, id);
  const onRecord = (seen: GenerationRecord) => progress.show(`${id}  ${stageOf(family, seen)}`);
  const wait = () => generations.wait(family, id, { signal, onRecord });
  const record = await finished(wait, {
    job,
    stopped: () => `; the generation goes on. ${look}`,
    unreached: ` ${look}`,
  });
  progress.end();
  const mediaUrl = mediaUrlIn(family, record);
  if (mediaUrl !== null || job.json) printOutput({ json: record, text: mediaUrl ?? '' }, job);
  if (record.status === 'failed') throw await failureOf(job, id, record);
  if (job.output !== undefined && mediaUrl !== null) await save(job, mediaUrl, job.output);
}

/** After the link is printed: whoever could not save the file here may still fetch it. */
async function save({ progress, stopping }: Job, mediaUrl: string, output: string): Promise<void> {
  progress.show(`saving ${output}`);
  try {
    const media = await download(mediaUrl, { fetch, signal: stopping.signal });
    await writeFile(output, media.stream());
  } catch (fault) {
    const stop = stopping.stoppedBy();
    const why = stop?.words ?? (fault as Error).message;
    throw new Refusal(`The generation is complete, but not saved: ${why}`, stop?.exitCode);
  }
}

/** @param said how the sentence goes on that begins "Interrupted" or "The time is up", and what follows "cannot be reached" */
async function finished<Result>(
  work: () => Promise<Result>,
  said: { job: Job; stopped(): string; unreached: string },
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

const howToLook = ({ family: { path }, caller: { baseUrl } }: Job, id: string): string =>
  `To look at it:\n  curl -H "Authorization: Bearer $AFTERIMAGE_API_KEY" ${baseUrl}${path}/generations/${id}`;

async function failureOf({ family, caller }: Job, id: string, record: GenerationRecord): Promise<Refusal> {
  const code = failureCodeIn(family, record) ?? 'no code';
  const sentences = [`The generation failed with ${code}.`, failureMeanings[code], await refundSentence(id, caller)];
  const said = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return new Refusal(said, exitCodes.generationFailed);
}

/** The operator decides what is given back, so the account is asked. Undefined when it does not answer. */
async function refundSentence(id: string, caller: Caller): Promise<string | undefined> {
  const { getGeneration } = createAccountApi({ getGeneration: apiRoutes.getGeneration }, { ...caller, fetch });
  try {
    const { price, refund } = await getGeneration({ id });
    return refund === null ? `The price, ${price} USD, is not given back.` : `${refund} USD were given back.`;
  } catch (fault) {
    if (fault instanceof ServiceRefusal) return undefined;
    throw fault;
  }
}
