/** Brings a claimed generation's media together: stored uploads as they are, URLs fetched now through the one guarded fetch. */
import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/postgres.ts';
import { EngineError, type EngineMedia } from '../engines/engine.ts';
import { type FetchOrder, fetchMedia } from '../media/fetch-inputs.ts';
import type { Inspector } from '../media/inspect/inspector.ts';
import type { MediaStore } from '../media/media-store.ts';
import { findObject } from '../media/objects-store.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { StoredInput } from './submit-store.ts';

export interface GatherServices {
  db: Db;
  store: MediaStore;
  safeFetch: SafeFetch;
  inspector: Inspector;
  mediaDays: number;
}

export interface GatherHooks {
  signal: AbortSignal;
  /** An address that accepts and never answers must not hold an engine's slot for the 30 s that it is given. */
  park<Result>(work: Promise<Result>): Promise<Result>;
}

type Download = Required<Pick<FetchOrder, 'file' | 'owner' | 'signal'>>;

export type Gathered =
  /** `release` removes what was fetched; the engine has its own copy by then. */
  { outcome: 'gathered'; media: EngineMedia[]; release(): Promise<void> } | { outcome: 'failed'; error: EngineError };

export async function gatherInputs(
  services: GatherServices,
  inputs: readonly StoredInput[],
  { signal, park, owner }: GatherHooks & { owner: string },
): Promise<Gathered> {
  const files: string[] = [];
  /** Aborted by the first medium that cannot be had: those beside it end because of it. */
  const givenUp = new AbortController();
  const gathering = inputs.map(async (input) => {
    const medium = input.url === null ? await stored(services, input) : await fetched(services, input, download());
    if (medium instanceof EngineError) givenUp.abort(medium);
    return medium;
  });

  function download(): Download {
    const file = join(services.store.scratchFolder(), randomUUID());
    files.push(file);
    return { file, owner, signal: AbortSignal.any([signal, givenUp.signal]) };
  }

  /** A download that went on would leave its file behind. */
  async function release(): Promise<void> {
    givenUp.abort();
    await Promise.allSettled(gathering);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  try {
    const media = await park(Promise.all(gathering));
    const { aborted, reason } = givenUp.signal;
    if (!aborted) return { outcome: 'gathered', media: media as EngineMedia[], release };
    await release();
    return { outcome: 'failed', error: reason as EngineError };
  } catch (fault) {
    await release();
    throw fault;
  }
}

async function stored({ db, store }: GatherServices, input: StoredInput): Promise<EngineMedia | EngineError> {
  const object = await findObject(db, input.mediaId!);
  if (object === undefined || object.removed_at !== null) {
    const message = `${input.field} is no longer in the media store.`;
    return new EngineError(message, { failure: 'internal', verdict: 'final' });
  }
  return {
    role: input.role,
    kind: input.kind,
    type: input.type!,
    bytes: input.bytes!,
    width: input.width!,
    height: input.height!,
    ...(input.milliseconds === null ? {} : { milliseconds: input.milliseconds }),
    async copyTo(file) {
      const copied = await store.copyToFile(object.store_key, file);
      if (copied === 'missing') throw new Error(`The media store has lost ${object.id}, which is ${input.field}.`);
    },
  };
}

async function fetched(
  services: GatherServices,
  input: StoredInput,
  download: Download,
): Promise<EngineMedia | EngineError> {
  const { url, kind, bytesMax } = input;
  const outcome = await fetchMedia(services, { url: url!, kind, bytesMax, ...download });
  if (!outcome.ok) {
    const { failure, sentence } = outcome;
    if (failure === 'busy') return new EngineError(sentence, { failure: 'unavailable', verdict: 'passing' });
    return new EngineError(`${input.field}: ${sentence}`, { failure, verdict: 'final' });
  }
  const { type, bytes, width, height, milliseconds } = outcome.facts;
  return {
    role: input.role,
    kind,
    type,
    bytes,
    width,
    height,
    ...(milliseconds === undefined ? {} : { milliseconds }),
    copyTo: (target) => copyFile(download.file, target),
  };
}
