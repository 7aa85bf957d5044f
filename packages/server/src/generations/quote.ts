/** What a submit would cost: by the same checks and the same reckoning, with nothing charged or kept. */
import { offerFor } from './offer.ts';
import { type Submission, type SubmitOutcome, type SubmitServices, withInputs } from './submit.ts';

export interface Quoted {
  outcome: 'quoted';
  price: number;
}

export function quoteGeneration(services: SubmitServices, submission: Submission): Promise<SubmitOutcome | Quoted> {
  return withInputs<SubmitOutcome | Quoted>(services, submission, async ({ facts }) => {
    const offer = offerFor(services, submission, facts);
    return offer.outcome === 'faults' ? offer : { outcome: 'quoted', price: offer.price };
  });
}
