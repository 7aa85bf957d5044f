/** Looks at the media of a request before anything is charged, and keeps what the job will need. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Family,
  type Fault,
  type GenerationRequest,
  imagePixelsMax,
  type MediaFacts,
  type MediaInput,
  requestPixelsMax,
} from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { fetchMedia } from '../media/fetch-inputs.ts';
import type { FetchSlots } from '../media/fetch-slots.ts';
import { claimedPixels } from '../media/inspect/claimed-pixels.ts';
import type { Inspector } from '../media/inspect/inspector.ts';
import { discardObjects, type KeepServices, keepFile } from '../media/keep-files.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { OfferServices } from './offer.ts';
import { isLookedAtNow, type Shortfall, shortfall } from './shortfall.ts';
import type { StoredInput } from './submit-store.ts';

export interface InputServices extends KeepServices {
  safeFetch: SafeFetch;
  inspector: Inspector;
  fetchSlots: FetchSlots;
}

/** A medium that has been looked at; `file` holds its bytes, null while it is still only a URL. */
interface Taken {
  input: MediaInput;
  file: string | null;
  type: string | null;
  bytes: number | null;
  facts: MediaFacts | undefined;
  /** Where what was fetched for it lies; to be called when the submit has ended. */
  drop?(): Promise<void>;
}

/** What a submit goes on with: what the job will find, and what the price may depend on. */
export interface KeptInputs {
  inputs: StoredInput[];
  facts: (MediaFacts | undefined)[];
}

type Refused = { outcome: 'faults'; faults: Fault[] } | { outcome: 'busy'; sentence: string };
type TakenInputs =
  | {
      outcome: 'taken';
      facts: (MediaFacts | undefined)[];
      keep(accountId: string): Promise<StoredInput[]>;
      drop(): Promise<void>;
    }
  | Refused;

type Look = Taken | { fault: Fault } | { busy: string };

export const noMedia: KeptInputs = { inputs: [], facts: [] };

interface MediaOfSubmit {
  family: Family;
  request: GenerationRequest;
  holder: KeyHolder;
  mediaOnDisk(): Promise<void>;
}

/** Looks at the media of those who can pay for the least of it, and goes on with it. Of a submit that is not accepted nothing is kept. */
export async function withMedia<Outcome extends { outcome: string }>(
  services: InputServices & Pick<OfferServices, 'prices'> & { db: Db },
  submission: MediaOfSubmit,
  go: (kept: KeptInputs) => Promise<Outcome>,
): Promise<Outcome | Refused | Shortfall> {
  const short = await shortfall(services, submission);
  if (short !== null) return short;
  await submission.mediaOnDisk();
  const { family, request, holder } = submission;
  const taken = await takeInputs(services, { family, request, owner: holder.liveId });
  if (taken.outcome !== 'taken') return taken;
  try {
    const inputs = await taken.keep(holder.accountId);
    const outcome = await go({ inputs, facts: taken.facts });
    const unused = outcome.outcome === 'accepted' ? [] : inputs.flatMap((input) => input.mediaId ?? []);
    if (unused.length > 0) await discardObjects(services, unused);
    return outcome;
  } finally {
    await taken.drop();
  }
}

/** @param order what is to be taken, and who waits for it, by the live account */
async function takeInputs(
  services: InputServices,
  order: { family: Family; request: GenerationRequest; owner: string },
): Promise<TakenInputs> {
  const { family, request, owner } = order;
  const tooMany = await pixelFault(request.media);
  if (tooMany !== null) return { outcome: 'faults', faults: [tooMany] };
  // All of them, also beside one that throws: what the others have taken must be given back.
  const settled = await Promise.allSettled(request.media.map((input) => look(services, input, owner)));
  const looks = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const taken = looks.filter((one): one is Taken => 'input' in one);
  const drop = async () => {
    await Promise.all(taken.map((one) => one.drop?.()));
  };
  const refuse = async (refusal: Refused) => {
    await drop();
    return refusal;
  };

  const thrown = settled.find((one) => one.status === 'rejected');
  if (thrown !== undefined) {
    await drop();
    throw thrown.reason;
  }
  const busy = looks.find((one): one is { busy: string } => 'busy' in one);
  const faults = looks.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0) return refuse({ outcome: 'faults', faults });
  if (busy !== undefined) return refuse({ outcome: 'busy', sentence: busy.busy });
  const facts = taken.map((one) => one.facts);
  const unfit = family.checkMedia(request, facts);
  if (unfit.length > 0) return refuse({ outcome: 'faults', faults: unfit });
  return {
    outcome: 'taken',
    facts,
    drop,
    keep: (accountId) => Promise.all(taken.map((one) => keepInput(services, accountId, one))),
  };
}

/** By what the images say of themselves: ten of the largest in a few hundred bytes must not reach a decoder. */
async function pixelFault(media: readonly MediaInput[]): Promise<Fault | null> {
  const uploads = media.flatMap(({ field, kind, source }) =>
    kind === 'image' && 'upload' in source ? [{ field, file: source.upload.file }] : [],
  );
  let pixels = 0;
  for (const { field, file } of uploads) {
    pixels += Math.min(await claimedPixels(file), imagePixelsMax);
    if (pixels <= requestPixelsMax) continue;
    const megapixels = requestPixelsMax / 1_000_000;
    const message = `${field}: The images of a request may have ${megapixels} megapixels together; with this one they have more.`;
    return { field, message, type: 'media' };
  }
  return null;
}

async function look(services: InputServices, input: MediaInput, owner: string): Promise<Look> {
  const { inspector } = services;
  if ('upload' in input.source) {
    const { file, sniffedType, bytes } = input.source.upload;
    const seen = await inspector[input.kind](file, owner);
    if (!seen.ok) return misfit(input, seen);
    return { input, file, type: sniffedType, bytes, facts: seen.facts };
  }
  if (!isLookedAtNow(input)) return { input, file: null, type: null, bytes: null, facts: undefined };
  return lookAtFetched(services, input, owner);
}

async function lookAtFetched(services: InputServices, input: MediaInput, owner: string): Promise<Look> {
  const slot = await services.fetchSlots.enter(owner);
  if (slot === 'busy') return { busy: 'Too many videos are being fetched for this account; try again shortly.' };
  const file = join(services.stores.scratchFolder(), randomUUID());
  const drop = async () => {
    await rm(file, { force: true }).finally(slot.leave);
  };
  const { field, bytesMax } = input;
  const url = 'url' in input.source ? input.source.url : '';
  const { mayHold } = slot;
  try {
    const fetched = await fetchMedia(services, { url, kind: 'video', bytesMax, file, owner, mayHold });
    if (fetched.ok) {
      const { facts } = fetched;
      return { input, file, type: facts.type, bytes: facts.bytes, facts, drop };
    }
    await drop();
    if (fetched.failure === 'busy') return { busy: fetched.sentence };
    return { fault: { field, message: `${field}: ${fetched.sentence}`, type: 'media' } };
  } catch (fault) {
    await drop();
    throw fault;
  }
}

function misfit(input: MediaInput, seen: { fault: 'invalid' | 'too_many_pixels' | 'busy'; sentence: string }): Look {
  if (seen.fault === 'busy') return { busy: seen.sentence };
  return { fault: { field: input.field, message: `${input.field}: ${seen.sentence}`, type: 'media' } };
}

async function keepInput(services: InputServices, accountId: string, taken: Taken): Promise<StoredInput> {
  const { input, file, type, bytes, facts } = taken;
  const stored = {
    role: input.role,
    kind: input.kind,
    field: input.field,
    bytesMax: input.bytesMax,
    type,
    bytes,
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    milliseconds: facts?.milliseconds ?? null,
  };
  if (file === null) {
    return { ...stored, url: 'url' in input.source ? input.source.url : null, mediaId: null };
  }
  const mediaId = await keepFile(services, file, {
    accountId,
    purpose: 'input',
    type: type!,
    fileName: `${input.field.replace(/\W+/g, '-')}`,
  });
  return { ...stored, url: null, mediaId };
}
