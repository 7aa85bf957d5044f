/** Brings a claimed generation's media together: stored uploads as they are, URLs fetched now through the one guarded fetch. */
import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/postgres.ts';
import type { EngineFault, EngineMedia } from '../engines/engine.ts';
import { type FetchOrder, fetchMedia } from '../media/fetch-inputs.ts';
import type { Inspector } from '../media/inspect/inspector.ts';
import type { MediaStores } from '../media/media-store.ts';
import { findObject } from '../media/objects-store.ts';
import { copyObject } from '../media/read-object.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { Parked, TooManyParked } from '../queue/parked-jobs.ts';
import type { StoredInput } from './submit-store.ts';

export interface GatherServices {
  db: Db;
  stores: MediaStores;
  safeFetch: SafeFetch;
  inspector: Inspector;
  mediaDays: number;
  /** A signed link to an object; null where the world cannot reach the service. */
  linkTo(object: { id: string; fileName: string }, seconds: number): string | null;
}

export interface GatherHooks {
  signal: AbortSignal;
  /** An address that accepts and never answers must not hold an engine's slot for the 30 s that it is given. */
  park<Result>(work: Promise<Result>): Promise<Parked<Result>>;
}

type Download = Required<Pick<FetchOrder, 'file' | 'owner' | 'signal'>>;

export type Gathered =
  /** `release` removes what was fetched; the engine has its own copy by then. */
  | { outcome: 'gathered'; media: EngineMedia[]; release(): Promise<void> }
  | { outcome: 'failed'; fault: EngineFault }
  | TooManyParked;

export async function gatherInputs(
  services: GatherServices,
  inputs: readonly StoredInput[],
  { signal, park, owner }: GatherHooks & { owner: string },
): Promise<Gathered> {
  const files: string[] = [];
  /** Of the first medium that cannot be had: those beside it end because of it. */
  let failure: EngineFault | undefined;
  const givenUp = new AbortController();
  const gathering = inputs.map(async (input) => {
    const medium =
      input.url === null ? await stored(services, input, newFile) : await fetched(services, input, download());
    if ('class' in medium) {
      failure ??= medium;
      givenUp.abort();
    }
    return medium;
  });

  function newFile(): string {
    const file = join(services.stores.scratchFolder(), randomUUID());
    files.push(file);
    return file;
  }

  function download(): Download {
    const file = newFile();
    return { file, owner, signal: AbortSignal.any([signal, givenUp.signal]) };
  }

  /** A download that went on would leave its file behind. */
  async function release(): Promise<void> {
    givenUp.abort();
    await Promise.allSettled(gathering);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  try {
    const parked = await park(Promise.all(gathering));
    if (parked.outcome === 'done' && failure === undefined) {
      return { outcome: 'gathered', media: parked.result as EngineMedia[], release };
    }
    await release();
    return parked.outcome === 'done' ? { outcome: 'failed', fault: failure! } : parked;
  } catch (fault) {
    await release();
    throw fault;
  }
}

async function stored(
  services: GatherServices,
  input: StoredInput,
  newFile: () => string,
): Promise<EngineMedia | EngineFault> {
  const object = await findObject(services.db, input.mediaId!);
  if (object === undefined || object.removed_at !== null) {
    const message = `${input.field} is no longer in the media store.`;
    return { class: 'internal', message, sentence: message };
  }
  async function copyTo(file: string): Promise<void> {
    const copied = await copyObject(services, object!, file);
    if (copied === 'missing') throw new Error(`The media store has lost ${object!.id}, which is ${input.field}.`);
  }
  let copy: Promise<string> | null = null;
  const copied = () => {
    const file = newFile();
    copy ??= copyTo(file).then(() => file);
    return copy;
  };
  return {
    role: input.role,
    kind: input.kind,
    type: input.type!,
    bytes: input.bytes!,
    width: input.width!,
    height: input.height!,
    ...(input.milliseconds === null ? {} : { milliseconds: input.milliseconds }),
    copyTo,
    ...readable(copied),
    link: (seconds) => services.linkTo({ id: object.id, fileName: object.file_name }, seconds),
  };
}

async function fetched(
  services: GatherServices,
  input: StoredInput,
  download: Download,
): Promise<EngineMedia | EngineFault> {
  const { url, kind, bytesMax } = input;
  const outcome = await fetchMedia(services, { url: url!, kind, bytesMax, ...download });
  if (!outcome.ok) {
    const { failure, sentence } = outcome;
    if (failure === 'busy') return { class: 'unavailable', message: sentence, sentence, whose: 'ours' };
    const reason = `${input.field}: ${sentence}`;
    return { class: failure, message: reason, sentence: reason };
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
    ...readable(async () => download.file),
    link: () => null,
  };
}

/** Engines elsewhere want bytes; our own take the file. Nothing is read before somebody asks. */
function readable(file: () => Promise<string>): Pick<EngineMedia, 'sha256' | 'open'> {
  const open = async () => openAsBlob(await file());
  return {
    open,
    async sha256() {
      const hash = createHash('sha256');
      for await (const chunk of (await open()).stream()) hash.update(chunk);
      return hash.digest('hex');
    },
  };
}
