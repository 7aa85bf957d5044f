/** Puts what an engine delivered into the media store, its poster beside it, for the settlement to keep. */
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineFault, EngineOutput } from '../engines/engine.ts';
import { type KeepServices, keepFile } from '../media/keep.ts';
import { fileNameFor } from '../media/links.ts';
import type { OutputPoster } from '../media/posters-store.ts';
import type { ClaimedGeneration } from './queue-store.ts';

type OutputOf = Pick<ClaimedGeneration, 'id' | 'account_id' | 'family' | 'work'>;

export type Stored = { outcome: 'stored'; outputMediaId: string; poster: OutputPoster | null } | Failed;

type Failed = { outcome: 'failed'; fault: EngineFault };

export async function storeOutput(services: KeepServices, of: OutputOf, output: EngineOutput): Promise<Stored> {
  const [stored, poster] = await Promise.all([
    storeFile(services, of, { ...output, purpose: 'output' }),
    output.poster && storeFile(services, of, { ...output.poster, purpose: 'poster' }),
  ]);
  if ('fault' in stored) return stored;
  if (poster !== undefined && 'fault' in poster) return poster;
  const small = poster && { mediaId: poster.mediaId, thumbhash: output.poster!.thumbhash };
  return { outcome: 'stored', outputMediaId: stored.mediaId, poster: small ?? null };
}

interface Delivered {
  type: string;
  purpose: 'output' | 'poster';
  /** As the engine counted them; absent where it did not. */
  bytes?: number;
  copyTo(file: string): Promise<void>;
}

async function storeFile(
  services: KeepServices,
  of: OutputOf,
  delivered: Delivered,
): Promise<{ mediaId: string } | Failed> {
  const { type, purpose } = delivered;
  const file = join(services.store.scratchFolder(), randomUUID());
  try {
    await delivered.copyTo(file);
    const { size } = await stat(file);
    if (size !== (delivered.bytes ?? size)) return cutOff(size, delivered.bytes!);
    const fileName = fileNameFor({ family: of.family, prompt: of.work.prompt, id: of.id, type });
    return { mediaId: await keepFile(services, file, { accountId: of.account_id, purpose, type, fileName }) };
  } finally {
    await rm(file, { force: true });
  }
}

function cutOff(size: number, bytes: number): Failed {
  const message = `The engine delivered ${size} of ${bytes} bytes.`;
  return { outcome: 'failed', fault: { class: 'internal', message, sentence: message } };
}
