/** Puts what an engine delivered into the media store, its poster beside it, for the settlement to keep. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineOutput } from '../engines/engine.ts';
import { type KeepServices, keepFile } from '../media/keep.ts';
import { fileNameFor } from '../media/links.ts';
import { notePoster } from '../media/posters-store.ts';
import type { ClaimedGeneration } from './queue-store.ts';

type OutputOf = Pick<ClaimedGeneration, 'id' | 'account_id' | 'family' | 'work'>;

export async function storeOutput(services: KeepServices, of: OutputOf, output: EngineOutput): Promise<string> {
  const mediaId = await storeFile(services, of, { ...output, purpose: 'output' });
  const { poster } = output;
  if (poster !== undefined) {
    const posterId = await storeFile(services, of, { ...poster, purpose: 'poster' });
    await notePoster(services.db, mediaId, { mediaId: posterId, thumbhash: poster.thumbhash });
  }
  return mediaId;
}

async function storeFile(
  services: KeepServices,
  of: OutputOf,
  file: { type: string; purpose: 'output' | 'poster'; copyTo(file: string): Promise<void> },
): Promise<string> {
  const scratch = join(services.store.scratchFolder(), randomUUID());
  try {
    await file.copyTo(scratch);
    return await keepFile(services, scratch, {
      accountId: of.account_id,
      purpose: file.purpose,
      type: file.type,
      fileName: fileNameFor({ family: of.family, prompt: of.work.prompt, id: of.id, type: file.type }),
    });
  } finally {
    await rm(scratch, { force: true });
  }
}
