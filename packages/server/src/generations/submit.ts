/** Takes a request that reads well and makes it a charged, waiting generation, or says why not. Nothing is charged otherwise. */
import { randomInt } from 'node:crypto';
import type { Family, Fault, GenerationRequest, MediaFacts, Mode } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { createCharger } from './charge.ts';
import { type IdempotentRequest, submitOnce } from './idempotency.ts';
import { nextId } from './next-id.ts';
import { findGenerations } from './store.ts';
import type { NewGeneration } from './submit-store.ts';
import { type InputServices, isLookedAtNow, type KeptInputs, submitWithInputs } from './take-inputs.ts';
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

function takeAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  return submission.request.media.length === 0
    ? charge(services, submission, { inputs: [], facts: [] })
    : takeMediaAndCharge(services, submission);
}

async function takeMediaAndCharge(services: SubmitServices, submission: Submission): Promise<SubmitOutcome> {
  const unpaid = submission.request.media.some(isLookedAtNow) ? await shortfall(services, submission) : null;
  return unpaid ?? submitWithInputs(services, submission, (kept) => charge(services, submission, kept));
}

/** Fetching and decoding cost more than any other part of a submit: not for those who could not pay for it anyway. */
async function shortfall(
  { db, prices }: SubmitServices,
  { family, holder, request }: Submission,
): Promise<SubmitOutcome | null> {
  const { item, times } = family.leastPriceOf(request);
  const price = prices[family.slug]![item]! * times;
  const balance = await balanceOf(db, holder.accountId);
  return balance < price ? { outcome: 'insufficient', price, balance, known: 'least' } : null;
}

function charge(
  services: SubmitServices,
  submission: Submission,
  { inputs, facts }: KeptInputs,
): Promise<SubmitOutcome> {
  const { family, holder, request, idempotency } = submission;
  const placement = services.place({ mode: holder.mode, family, request, facts });
  if (placement.outcome === 'misfits') return Promise.resolve({ outcome: 'faults', faults: placement.faults });
  const { item, times } = family.priceOf(request, facts);
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
    inputs,
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
  return services.charge(generation).then((charged): SubmitOutcome => {
    if (charged.outcome === 'key_lost') return { outcome: 'in_flight' };
    if (charged.outcome === 'insufficient') {
      return { outcome: 'insufficient', price, balance: charged.balance, known: 'price' };
    }
    return { outcome: 'accepted', answer: family.accepted(viewOfAccepted(generation)) };
  });
}
