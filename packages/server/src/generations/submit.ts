/** Takes a request that reads well and makes it a charged, waiting generation, or says why not. Nothing is charged otherwise. */
import { randomInt } from 'node:crypto';
import type { Family, Fault, GenerationRequest, Mode } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { CommitUnknown } from '../db/postgres.ts';
import { dropObjects } from '../media/objects-store.ts';
import type { createCharger } from './charge.ts';
import { type IdempotencyScope, releaseIdempotencyKey, reserveIdempotencyKey } from './idempotency.ts';
import { nextId } from './next-id.ts';
import { findGenerations } from './store.ts';
import type { NewGeneration, StoredInput } from './submit-store.ts';
import { type InputServices, takeInputs } from './take-inputs.ts';
import type { Views } from './views.ts';

export interface SubmitServices extends InputServices {
  charge: ReturnType<typeof createCharger>;
  views: Views;
  prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  timeLimits: Readonly<Record<string, number>>;
  /** The name of the engine that the generation will wait for. */
  engineFor(generation: { mode: Mode; family: string; request: GenerationRequest }): string;
}

export interface Submission {
  family: Family;
  holder: KeyHolder;
  request: GenerationRequest;
  idempotency: (IdempotencyScope & { bodySha256: Buffer }) | null;
}

export type SubmitOutcome =
  | { outcome: 'accepted'; answer: Record<string, unknown> }
  | { outcome: 'faults'; faults: Fault[] }
  | { outcome: 'mismatch' }
  | { outcome: 'in_flight' }
  | { outcome: 'insufficient'; price: number; balance: number }
  | { outcome: 'busy'; sentence: string };

/** Inside every family's range, so that the seed kept is one the caller may send. */
const drawnSeedMax = 1_000_000_000;

export function submitGeneration(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  const { idempotency } = submission;
  return idempotency === null
    ? takeAndCharge(services, submission)
    : takeAndChargeOnce(services, submission, idempotency);
}

async function takeAndChargeOnce(
  services: SubmitServices,
  submission: Submission,
  idempotency: NonNullable<Submission['idempotency']>,
): Promise<SubmitOutcome> {
  const reservation = await reserveIdempotencyKey(services.db, idempotency, idempotency.bodySha256);
  if (reservation.state === 'mismatch' || reservation.state === 'in_flight') return { outcome: reservation.state };
  if (reservation.state === 'repeat') return repeatAnswer(services, submission.family, reservation.generationId);
  try {
    const outcome = await takeAndCharge(services, submission);
    // In flight: the key ran out meanwhile and is a repeat's now, so it is not ours to free.
    const keeps = outcome.outcome === 'accepted' || outcome.outcome === 'in_flight';
    if (!keeps) await releaseIdempotencyKey(services.db, idempotency);
    return outcome;
  } catch (fault) {
    // When the commit's end is unknown the reservation stays: it must not be free. Else nothing came of the request,
    // and whoever repeats it should not find its key taken.
    if (!(fault instanceof CommitUnknown)) await releaseIdempotencyKey(services.db, idempotency).catch(() => {});
    throw fault;
  }
}

function takeAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  return submission.request.media.length === 0
    ? charge(services, submission, { inputs: [], facts: [] })
    : takeMediaAndCharge(services, submission);
}

async function takeMediaAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  const { family, holder, request } = submission;
  const taken = await takeInputs(services, family, request);
  if (!taken.ok) {
    return 'busy' in taken ? { outcome: 'busy', sentence: taken.busy } : { outcome: 'faults', faults: taken.faults };
  }
  try {
    const inputs = await taken.keep(holder.accountId);
    const outcome = await charge(services, submission, { inputs, facts: taken.facts });
    if (outcome.outcome !== 'accepted') {
      await dropObjects(
        services.db,
        inputs.flatMap((input) => input.mediaId ?? []),
      );
    }
    return outcome;
  } finally {
    await taken.drop();
  }
}

function charge(
  services: SubmitServices,
  submission: Submission,
  media: { inputs: StoredInput[]; facts: Parameters<Family['priceOf']>[1] },
): Promise<SubmitOutcome> {
  const { family, holder, request, idempotency } = submission;
  const { item, times } = family.priceOf(request, media.facts);
  const price = services.prices[family.slug]![item]! * times;
  const generation: NewGeneration = {
    id: nextId(),
    account_id: holder.accountId,
    api_key_id: holder.keyId,
    family: family.slug,
    model: request.model,
    prompt: request.prompt,
    fields: request.fields,
    work: request.work,
    scenario: request.scenario,
    inputs: media.inputs,
    seed: request.seed ?? randomInt(0, drawnSeedMax + 1),
    price,
    callback_url: request.callbackUrl,
    engine: services.engineFor({ mode: holder.mode, family: family.slug, request }),
    priority: request.priority,
    queue_seconds: request.scenario?.queueSeconds ?? 0,
    limit_seconds: services.timeLimits[family.timeLimitOf(request)]!,
    idempotency_path: idempotency?.path ?? null,
    idempotency_key: idempotency?.key ?? null,
  };
  return services.charge(generation).then((charged): SubmitOutcome => {
    if (charged.outcome === 'key_lost') return { outcome: 'in_flight' };
    if (charged.outcome === 'insufficient') return { outcome: 'insufficient', price, balance: charged.balance };
    return { outcome: 'accepted', answer: acceptedAnswer(family, generation) };
  });
}

function acceptedAnswer(
  family: Family,
  generation: { id: string; prompt: string; model: string; price: number; seed: number },
): Record<string, unknown> {
  return family.accepted({
    id: generation.id,
    prompt: generation.prompt,
    model: generation.model,
    price: generation.price,
    seed: generation.seed,
    // The answer to a submit, and to its repeats, is that of the moment it was accepted.
    status: 'pending',
    mediaUrl: null,
    failureCode: null,
    failureReason: null,
    progress: null,
    queuePosition: null,
    createdAt: new Date(0),
    finishedAt: null,
  });
}

async function repeatAnswer(services: SubmitServices, family: Family, id: string): Promise<SubmitOutcome> {
  const [row] = await findGenerations(services.db, [id]);
  return { outcome: 'accepted', answer: acceptedAnswer(family, row!) };
}
