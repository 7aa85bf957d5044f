/** What would be made of a request: by which engine, and for how much; or why not. */
import {
  type Family,
  type Fault,
  formatPrice,
  type GenerationRequest,
  type MediaFacts,
  type Mode,
} from '@afterimage/contract';

type Facts = readonly (MediaFacts | undefined)[];

export interface OfferServices {
  prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The engine that the generation will wait for, or why none can make it. */
  chooseEngine(generation: {
    mode: Mode;
    family: Family;
    request: GenerationRequest;
    facts: Facts;
  }): { outcome: 'chosen'; engine: string } | { outcome: 'misfits'; faults: Fault[] };
}

interface OfferQuestion {
  family: Family;
  holder: { mode: Mode };
  request: GenerationRequest;
}

export type Offer = { outcome: 'offer'; engine: string; price: number } | { outcome: 'faults'; faults: Fault[] };

/** Faults, too, where it costs more than the caller's highest. */
export function offerFor(services: OfferServices, { family, holder, request }: OfferQuestion, facts: Facts): Offer {
  const choice = services.chooseEngine({ mode: holder.mode, family, request, facts });
  if (choice.outcome === 'misfits') return { outcome: 'faults', faults: choice.faults };
  const { item, times } = family.priceOf(request, facts);
  const price = services.prices[family.slug]![item]! * times;
  const { maxPrice } = request;
  if (maxPrice === null || price <= maxPrice) return { outcome: 'offer', engine: choice.engine, price };
  const message = `max_price is ${formatPrice(maxPrice)} USD and this generation costs ${formatPrice(price)} USD`;
  return { outcome: 'faults', faults: [{ field: 'max_price', message, type: 'too_dear' }] };
}
