/** Turns a claimed generation into what an engine is told: its media gathered and checked, its size decided. */
import { drawsNothing, type Family, frameSize, type GenerationRequest } from '@afterimage/contract';
import type { EngineFault, EngineWork } from '../engines/engine.ts';
import type { TooManyParked } from '../queue/parked-jobs.ts';
import { type Gathered, type GatherHooks, type GatherServices, gatherInputs } from './gather-inputs.ts';
import type { ClaimedGeneration } from './queue-store.ts';

export interface PrepareServices extends GatherServices {
  families: ReadonlyMap<string, Family>;
}

export type Prepared =
  | { outcome: 'prepared'; work: Omit<EngineWork, 'token' | 'use' | 'hook'>; release(): Promise<void> }
  | { outcome: 'failed'; fault: EngineFault }
  | TooManyParked;

/** For a scenario that draws nothing: a bad address must not end it before its own code does. */
const nothing: Gathered = { outcome: 'gathered', media: [], release: async () => {} };
const noFrame = { width: 0, height: 0 };

export async function prepareWork(
  services: PrepareServices,
  claim: ClaimedGeneration,
  hooks: GatherHooks,
): Promise<Prepared> {
  const drawn = !drawsNothing(claim.scenario);
  const gathered = drawn ? await gatherInputs(services, claim.inputs, { ...hooks, owner: claim.live_id }) : nothing;
  if (gathered.outcome !== 'gathered') return gathered;
  const { media, release } = gathered;
  const unfit = services.families.get(claim.family)!.checkMedia(requestOf(claim), media);
  if (unfit.length > 0) {
    await release();
    const message = unfit.map((fault) => fault.message).join(' ');
    return { outcome: 'failed', fault: { class: 'invalid_image', message, sentence: message } };
  }
  const work = {
    accountId: claim.account_id,
    family: claim.family,
    model: claim.model,
    work: claim.work,
    ...(drawn ? frameSize(claim.work.shape, media) : noFrame),
    seed: claim.seed,
    scenario: claim.scenario,
    media,
    deadline: claim.deadline.date(),
  };
  return { outcome: 'prepared', work, release };
}

/** Media by URL is first seen here, so what its content must satisfy is checked here once more. */
function requestOf(claim: ClaimedGeneration): GenerationRequest {
  const { prompt, model, fields, work, scenario, seed } = claim;
  const media = claim.inputs.map(({ role, kind, field, bytesMax, url }) => ({
    role,
    kind,
    field,
    bytesMax,
    source: { url: url ?? '' },
  }));
  return { prompt, model, fields, work, scenario, seed, media, callbackUrl: null, maxPrice: null, priority: 0 };
}
