/** Waits for a generation, tells its link or its record, and saves its media where that was asked for. */
import type { Afterimage, AnyRecord, FamilySlug } from '@afterimage/client';
import { Option } from 'commander';
import type { Caller } from '../calling/caller.ts';
import { printOutput } from '../output.ts';
import { failureOf } from './failure.ts';
import { finished } from './interruptible.ts';
import { previewOf } from './preview.ts';
import type { Progress } from './progress.ts';
import { save } from './save.ts';
import type { Stopping } from './stop-waiting.ts';

export interface Waiting {
  client: Afterimage;
  caller: Caller;
  family: FamilySlug;
  id: string;
  json: boolean;
  /** The file to save the media in; `-` is standard output. */
  output: string | undefined;
  preview: boolean;
  progress: Progress;
  stopping: Stopping;
}

export const previewOption = (): Option =>
  new Option(
    '--preview',
    'show the picture in the terminal, where that can draw some (iTerm2, kitty, WezTerm, foot, VS Code …)',
  );

export async function waitAndTell(waiting: Waiting): Promise<void> {
  const { client, caller, family, id, json, output, preview, progress, stopping } = waiting;
  const { signal } = stopping;
  const look = `To look at it:\n  afterimage status ${family} ${id}`;
  const wait = () => client.wait(family, id, { signal, onProgress: (seen) => progress.step(seen) });
  try {
    const record = await finished<AnyRecord>(wait, {
      caller,
      stopping,
      stopped: () => `; the generation goes on. ${look}`,
      unreached: ` ${look}`,
    });
    progress.end();
    const { media_url: link } = record;
    const isPiped = output === '-' && link !== null;
    if (!isPiped && (link !== null || json)) printOutput({ json: { ...record }, text: link ?? '' }, { json });
    if (record.status === 'failed') throw await failureOf(record, caller);
    if (preview) await previewOf(record, { client, caller });
    if (output !== undefined && link !== null) await save({ client, record, output, progress, stopping });
  } finally {
    progress.end();
  }
}
