/** Takes a request that reads well and makes it a charged, waiting generation, or says why not. Nothing is charged otherwise. */
import { randomInt } from 'node:crypto';
import {
  type Family,
  type Fault,
  formatPrice,
  type GenerationRequest,
  type MediaFacts,
  type Mode,
} from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { createCharger } from './charge.ts';
import { type IdempotentRequest, submitOnce } from './idempotency.ts';
import { nextId } from './next-id.ts';
import { shortfall } from './shortfall.ts';
import { findGenerations } from './store.ts';
import type { NewGeneration } from './submit-store.ts';
import { type InputServices, type KeptInputs, submitWithInputs } from './take-inputs.ts';
import { viewOfAccepted } from './views.ts';

export interface SubmitServices extends InputServices {
  charge: ReturnType<typeof createCharger>;
  prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  timeLimits: Readonly<Record<string, number>>;
  /** The engine that the generation will wait for, or why none can make it. */
  place(generation: {
    mode: Mode;
    family: Family;
    request: GenerationRequest;
    facts: readonly (MediaFacts | undefined)[];
  }): { outcome: 'placed'; engine: string } | { outcome: 'misfits'; faults: Fault[] };
}

export interface Submission {
  family: Family;
  holder: KeyHolder;
  request: GenerationRequest;
  idempotency: IdempotentRequest | null;
  /** Resolves when the media that was sent lies in its files: not asked for those who cannot pay. */
  mediaOnDisk(): Promise<void>;
}

export type SubmitOutcome =
  | { outcome: 'accepted'; answer: Record<string, unknown> }
  | { outcome: 'faults'; faults: Fault[] }
  | { outcome: 'mismatch' }
  | { outcome: 'in_flight' }
  | { outcome: 'insufficient'; price: number; balance: number; known: 'price' | 'least' }
  | { outcome: 'busy'; sentence: string };

/** Inside every family's range, so that the seed kept is one the caller may send. */
const drawnSeedMax = 1_000_000_000;

export function submitGeneration(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  const { family, idempotency } = submission;
  if (idempotency === null) return takeAndCharge(services, submission);
  return submitOnce<SubmitOutcome>(services.db, idempotency, {
    submit: () => takeAndCharge(services, submission),
    async repeat(generationId) {
      const [row] = await findGenerations(services.db, [generationId]);
      return { outcome: 'accepted', answer: family.accepted(viewOfAccepted(row!)) };
    },
  });
}

export interface Quoted {
  outcome: 'quoted';
  price: number;
}

/** What a submit would cost: by the same checks and the same reckoning, with nothing charged or kept. */
export function quoteGeneration(services: SubmitServices, submission: Submission): Promise<SubmitOutcome | Quoted> {
  return withInputs<SubmitOutcome | Quoted>(services, submission, async ({ facts }) => {
    const offer = offerFor(services, submission, facts);
    return offer.outcome === 'faults' ? offer : { outcome: 'quoted', price: offer.price };
  });
}

function takeAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  return withInputs<SubmitOutcome>(services, submission, (kept) => charge(services, submission, kept));
}

async function withInputs<Outcome extends { outcome: string }>(
  services: SubmitServices,
  submission: Submission,
  go: (kept: KeptInputs) => Promise<Outcome>,
): Promise<Outcome | SubmitOutcome> {
  const { media } = submission.request;
  if (media.length === 0) return go({ inputs: [], facts: [] });
  const short = await shortfall(services, submission);
  if (short !== null) return { outcome: 'insufficient', known: 'least', ...short };
  await submission.mediaOnDisk();
  return submitWithInputs(services, submission, go);
}

/** Who would make it and for how much; or why it is not taken at any price, or not at the caller's highest. */
function offerFor(services: SubmitServices, { family, holder, request }: Submission, facts: KeptInputs['facts']) {
  const placement = services.place({ mode: holder.mode, family, request, facts });
  if (placement.outcome === 'misfits') return { outcome: 'faults' as const, faults: placement.faults };
  const { item, times } = family.priceOf(request, facts);
  const price = services.prices[family.slug]![item]! * times;
  if (request.maxPrice === null || price <= request.maxPrice) return { outcome: 'offer' as const, placement, price };
  const message = `max_price is ${formatPrice(request.maxPrice)} USD and this generation costs ${formatPrice(price)} USD`;
  return { outcome: 'faults' as const, faults: [{ field: 'max_price', message, type: 'too_dear' }] };
}

async function charge(services: SubmitServices, submission: Submission, kept: KeptInputs): Promise<SubmitOutcome> {
  const { family, holder, request, idempotency } = submission;
  const offer = offerFor(services, submission, kept.facts);
  if (offer.outcome === 'faults') return offer;
  const { placement, price } = offer;
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
    inputs: kept.inputs,
    seed: request.seed ?? randomInt(0, drawnSeedMax + 1),
    price,
    callback_url: request.callbackUrl,
    engine: placement.engine,
    priority: request.priority,
    queue_seconds: request.scenario?.queueSeconds ?? 0,
    limit_seconds: services.timeLimits[family.timeLimitOf(request)]!,
    idempotency_path: idempotency?.path ?? null,
    idempotency_key: idempotency?.key ?? null,
  };
  const charged = await services.charge(generation);
  if (charged.outcome === 'key_lost') return { outcome: 'in_flight' };
  if (charged.outcome === 'insufficient') {
    return { outcome: 'insufficient', price, balance: charged.balance, known: 'price' };
  }
  return { outcome: 'accepted', answer: family.accepted(viewOfAccepted(generation)) };
}
