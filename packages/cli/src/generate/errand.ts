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
import { printAnswer } from '../answer.ts';
import { exitCodes, Refusal } from '../endings.ts';
import type { Caller } from './caller.ts';
import type { Progress } from './progress.ts';
import { failureCodeIn, mediaUrlIn, stageOf } from './record.ts';
import { followSending } from './sending.ts';
import type { Stopping } from './stopping.ts';

export interface Errand {
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

export async function runErrand(errand: Errand): Promise<void> {
  const { family, caller, body, progress, stopping } = errand;
  const { signal } = stopping;
  const sending = followSending(fetch);
  const onTrouble = (trouble: Trouble) => {
    sending.trouble(trouble);
    progress.trouble(trouble);
  };
  const generations = createGenerations({ ...caller, fetch: sending.fetch, onTrouble });
  progress.show('sending');
  const submit = () => generations.submit(family, body, { signal });
  const { id, answer } = await finished(submit, { errand, stopped: sending.words, unreached: '' });
  if (!errand.wait) {
    progress.end();
    return printAnswer({ json: answer, text: JSON.stringify(answer) }, errand);
  }
  const look = howToLook(errand, id);
  const onRecord = (seen: GenerationRecord) => progress.show(`${id}  ${stageOf(family, seen)}`);
  const wait = () => generations.wait(family, id, { signal, onRecord });
  const record = await finished(wait, {
    errand,
    stopped: () => `; the generation goes on. ${look}`,
    unreached: ` ${look}`,
  });
  progress.end();
  const mediaUrl = mediaUrlIn(family, record);
  if (mediaUrl !== null || errand.json) printAnswer({ json: record, text: mediaUrl ?? '' }, errand);
  if (record.status === 'failed') throw await failureOf(errand, id, record);
  if (errand.output !== undefined && mediaUrl !== null) await save(errand, mediaUrl, errand.output);
}

/** After the link is printed: whoever could not save the file here may still fetch it. */
async function save({ progress, stopping }: Errand, mediaUrl: string, output: string): Promise<void> {
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
  said: { errand: Errand; stopped(): string; unreached: string },
): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    const { caller, stopping } = said.errand;
    const stop = stopping.stoppedBy();
    if (stop !== undefined) throw new Refusal(`${stop.words}${said.stopped()}`, stop.exitCode);
    if (!(fault instanceof ServiceRefusal) || fault.status !== 0) throw fault;
    throw new Refusal(`The service at ${caller.baseUrl} cannot be reached; --url names another.${said.unreached}`);
  }
}

const howToLook = ({ family: { path }, caller: { baseUrl } }: Errand, id: string): string =>
  `To look at it:\n  curl -H "Authorization: Bearer $AFTERIMAGE_API_KEY" ${baseUrl}${path}/generations/${id}`;

async function failureOf({ family, caller }: Errand, id: string, record: GenerationRecord): Promise<Refusal> {
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
