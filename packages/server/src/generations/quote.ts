/** What a submit would cost: by the same checks and the same reckoning, with nothing charged or kept. */
import { offerFor } from './offer.ts';
import type { Submission, SubmitOutcome, SubmitServices } from './submit.ts';
import { type KeptInputs, noMedia, withMedia } from './take-inputs.ts';

export interface Quoted {
  outcome: 'quoted';
  price: number;
}

export async function quoteGeneration(
  services: SubmitServices,
  submission: Submission,
): Promise<SubmitOutcome | Quoted> {
  const quote = async ({ facts }: KeptInputs): Promise<SubmitOutcome | Quoted> => {
    const offer = offerFor(services, submission, facts);
    return offer.outcome === 'faults' ? offer : { outcome: 'quoted', price: offer.price };
  };
  return submission.request.media.length === 0 ? quote(noMedia) : withMedia(services, submission, quote);
}
