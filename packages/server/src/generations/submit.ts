/** Takes a request that reads well and makes it a charged, waiting generation, or says why not. Nothing is charged otherwise. */
import { randomInt } from 'node:crypto';
import type { Family, Fault, GenerationRequest } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { createCharger } from './charge.ts';
import { type IdempotentRequest, type InFlight, type KeyServices, submitOnce } from './idempotency.ts';
import { nextId } from './next-id.ts';
import { type OfferServices, offerFor } from './offer.ts';
import type { Shortfall } from './shortfall.ts';
import { findGenerations } from './store.ts';
import { type InputServices, type KeptInputs, noMedia, withMedia } from './take-inputs.ts';
import { viewOfAccepted } from './views.ts';

export interface SubmitServices extends InputServices, OfferServices, KeyServices {
  charge: ReturnType<typeof createCharger>;
  timeLimits: Readonly<Record<string, number>>;
}

export interface Submission {
  family: Family;
  holder: KeyHolder;
  request: GenerationRequest;
  idempotency: IdempotentRequest | null;
  traceparent: string | null;
  /** Resolves when the media that was sent lies in its files: not asked for those who cannot pay. */
  mediaOnDisk(): Promise<void>;
}

export type SubmitOutcome =
  /** `price`: known without another look at the database, which may be gone by now. */
  | { outcome: 'accepted'; answer: Record<string, unknown>; price: number }
  | { outcome: 'faults'; faults: Fault[] }
  | { outcome: 'mismatch' }
  | InFlight
  | Shortfall
  | { outcome: 'busy'; sentence: string };

/** One generation a submit, and one for all submits with the same Idempotency-Key. */
export function submitGeneration(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  const { family, idempotency } = submission;
  if (idempotency === null) return lookAndCharge(services, submission);
  return submitOnce<SubmitOutcome>(services, idempotency, {
    submit: () => lookAndCharge(services, submission),
    async repeat(generationId) {
      const [row] = await findGenerations(services.db, [generationId]);
      return { outcome: 'accepted', answer: family.accepted(viewOfAccepted(row!)), price: row!.price };
    },
  });
}

function lookAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  if (submission.request.media.length === 0) return chargeAndCreate(services, submission, noMedia);
  return withMedia<SubmitOutcome>(services, submission, (kept) => chargeAndCreate(services, submission, kept));
}

async function chargeAndCreate(
  services: SubmitServices,
  submission: Submission,
  kept: KeptInputs,
): Promise<SubmitOutcome> {
  const { family, holder, request, idempotency, traceparent } = submission;
  const offer = offerFor(services, submission, kept.facts);
  if (offer.outcome === 'faults') return offer;
  const { engine, price } = offer;
  const id = nextId();
  const seed = request.seed ?? randomInt(family.seeds.min, family.seeds.max + 1);
  const charged = await services.charge({
    id,
    holder,
    family,
    request,
    inputs: kept.inputs,
    seed,
    price,
    engine,
    limitSeconds: services.timeLimits[family.timeLimitOf(request)]!,
    idempotency,
    traceparent,
  });
  // A repeat holds the key now: its answer is the one to ask for.
  if (charged.outcome === 'key_lost') return { outcome: 'in_flight', retrySeconds: 1 };
  if (charged.outcome !== 'accepted') return charged;
  const { prompt, model } = request;
  return { outcome: 'accepted', answer: family.accepted(viewOfAccepted({ id, prompt, model, price, seed })), price };
}
