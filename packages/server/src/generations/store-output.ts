/** Puts what an engine delivered into the media store, its poster beside it, for the settlement to keep. */
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineFault, EngineOutput } from '../engines/engine.ts';
import { type FileToKeep, type KeepServices, storeFiles } from '../media/keep-files.ts';
import { fileNameFor } from '../media/links.ts';
import type { StoredOutput } from '../media/posters-store.ts';
import type { ClaimedGeneration } from './queue-store.ts';

type OutputOf = Pick<ClaimedGeneration, 'id' | 'account_id' | 'family' | 'work'>;

export type Stored = { outcome: 'stored'; stored: StoredOutput } | Failed;

type Failed = { outcome: 'failed'; fault: EngineFault };

export async function storeOutput(services: KeepServices, of: OutputOf, made: EngineOutput): Promise<Stored> {
  const folder = services.stores.scratchFolder();
  const delivered: Delivered[] = [
    { ...made, purpose: 'output', file: join(folder, randomUUID()) },
    ...(made.poster ? [{ ...made.poster, purpose: 'poster' as const, file: join(folder, randomUUID()) }] : []),
  ];
  try {
    const failures = await Promise.all(delivered.map(copy));
    const failed = failures.find((failure) => failure !== null);
    if (failed) return failed;
    const toKeep = delivered.map((one) => fileToKeep(of, one));
    const [output, object] = await storeFiles(services, toKeep);
    const poster = object === undefined ? null : { object, thumbhash: made.poster!.thumbhash };
    return { outcome: 'stored', stored: { output: output!, poster } };
  } finally {
    await Promise.all(delivered.map(({ file }) => rm(file, { force: true })));
  }
}

interface Delivered {
  file: string;
  type: string;
  purpose: 'output' | 'poster';
  /** As the engine counted them; absent where it did not. */
  bytes?: number;
  copyTo(file: string): Promise<void>;
}

async function copy({ file, bytes, copyTo }: Delivered): Promise<Failed | null> {
  await copyTo(file);
  const { size } = await stat(file);
  return size === (bytes ?? size) ? null : cutOff(size, bytes!);
}

function fileToKeep(of: OutputOf, { file, type, purpose }: Delivered): FileToKeep {
  const fileName = fileNameFor({ family: of.family, prompt: of.work.prompt, id: of.id, type });
  return { file, accountId: of.account_id, purpose, type, fileName };
}

function cutOff(size: number, bytes: number): Failed {
  const message = `The engine delivered ${size} of ${bytes} bytes.`;
  return { outcome: 'failed', fault: { class: 'internal', message, sentence: message } };
}
