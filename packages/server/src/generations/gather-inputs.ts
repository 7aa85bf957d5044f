/** Brings a claimed generation's media together: stored uploads as they are, URLs fetched now through the one guarded fetch. */
import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Family } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { EngineError, type EngineMedia } from '../engines/engine.ts';
import { fetchMedia } from '../media/fetch-inputs.ts';
import type { Inspector } from '../media/inspect/inspector.ts';
import type { MediaStore } from '../media/media-store.ts';
import { findObject } from '../media/objects-store.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { ClaimedGeneration } from './queue-store.ts';
import type { StoredInput } from './submit-store.ts';

export interface GatherServices {
  db: Db;
  store: MediaStore;
  safeFetch: SafeFetch;
  inspector: Inspector;
  families: ReadonlyMap<string, Family>;
  mediaDays: number;
}

export interface GatheredInputs {
  media: EngineMedia[];
  /** Removes what was fetched; the engine has its own copy by then. */
  release(): Promise<void>;
}

export async function gatherInputs(
  services: GatherServices,
  claim: ClaimedGeneration,
  signal: AbortSignal,
): Promise<GatheredInputs> {
  const fetched: string[] = [];
  const release = async () => {
    await Promise.all(fetched.map((file) => rm(file, { force: true })));
  };
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const gathering = claim.inputs.map((input) =>
    input.url === null ? storedMedium(services, input) : fetchedMedium(services, input, { fetched, signal: either }),
  );
  try {
    return { media: await Promise.all(gathering), release };
  } catch (fault) {
    // The others are ended and waited for: a download that went on would leave its file behind.
    failed.abort(fault);
    await Promise.allSettled(gathering);
    await release();
    throw fault;
  }
}

async function storedMedium(services: GatherServices, input: StoredInput): Promise<EngineMedia> {
  const object = await findObject(services.db, input.mediaId!);
  return {
    role: input.role,
    kind: input.kind,
    type: input.type!,
    bytes: input.bytes!,
    width: input.width!,
    height: input.height!,
    ...(input.milliseconds === null ? {} : { milliseconds: input.milliseconds }),
    async copyTo(file) {
      const copied = object === undefined ? 'missing' : await services.store.copyToFile(object.store_key, file);
      if (copied === 'missing') {
        throw new EngineError(`${input.field} is no longer in the media store.`, {
          failure: 'internal',
          verdict: 'final',
        });
      }
    },
  };
}

async function fetchedMedium(
  services: GatherServices,
  input: StoredInput,
  { fetched, signal }: { fetched: string[]; signal: AbortSignal },
): Promise<EngineMedia> {
  const file = join(services.store.scratchFolder(), randomUUID());
  fetched.push(file);
  const outcome = await fetchMedia(services, {
    url: input.url!,
    kind: input.kind,
    bytesMax: input.bytesMax,
    file,
    signal,
  });
  if (!outcome.ok) {
    if (outcome.failure === 'busy') {
      throw new EngineError(outcome.sentence, { failure: 'unavailable', verdict: 'passing' });
    }
    throw new EngineError(`${input.field}: ${outcome.sentence}`, { failure: outcome.failure, verdict: 'final' });
  }
  const { type, bytes, width, height, milliseconds } = outcome.facts;
  return {
    role: input.role,
    kind: input.kind,
    type,
    bytes,
    width,
    height,
    ...(milliseconds === undefined ? {} : { milliseconds }),
    copyTo: (target) => copyFile(file, target),
  };
}
