/** What the draft will cost, by the function that charges and the prices set here; before media are known, from and to. */
import {
  type Family,
  type GenerationRequest,
  type MediaFacts,
  referenceVideoMillisecondsMax,
  referenceVideoMillisecondsMin,
} from '@afterimage/contract';
import { bodyOf, type Draft, factsOf, uploadOf } from './draft.ts';
import { exampleOf, type FamilyForm } from './form-model.ts';
import { sampleMedia, type Values, type Variant } from './form-variants.ts';
import { atLeast } from './media.ts';

/** Ten-thousandths of a dollar; both the same once nothing is left open. */
export interface Quote {
  least: number;
  most: number;
}

export type Prices = Readonly<Record<string, number>>;

export function quoteOf(
  { form, variant, values, media }: { form: FamilyForm; variant: Variant; values: Values; media: Draft['media'] },
  prices: Prices,
): Quote | null {
  const { family } = form;
  const empty = variant.mediaControls.filter(({ name }) => (media[name] ?? []).length === 0);
  const body = { ...sampleMedia(empty), ...bodyOf({ variant, values, media }, uploadOf), ...promptOf(form) };
  const first = family.read(body, 'live');
  // A price while typing: what is not right yet decides nothing.
  const wrong = new Set(first.ok ? [] : first.faults.map(({ field }) => field));
  const reading = first.ok
    ? first
    : family.read(Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name))), 'live');
  return reading.ok ? priceWithin(family, { request: reading.request, facts: factsOf(reading, media), prices }) : null;
}

const promptOf = (form: FamilyForm) => ({ prompt: exampleOf(form)['prompt'] });

function priceWithin(
  family: Family,
  given: { request: GenerationRequest; facts: readonly (MediaFacts | undefined)[]; prices: Prices },
): Quote | null {
  const priceFor = (facts: readonly MediaFacts[]) => {
    const { item, times } = family.priceOf(given.request, facts);
    const price = given.prices[item];
    return price === undefined ? null : price * times;
  };
  const unknown = { width: 1, height: 1 };
  const least = priceFor(
    given.facts.map((known) => (known ? atLeast(known) : { ...unknown, milliseconds: referenceVideoMillisecondsMin })),
  );
  const most = priceFor(
    given.facts.map((known) => known ?? { ...unknown, milliseconds: referenceVideoMillisecondsMax }),
  );
  return least === null || most === null ? null : { least, most };
}
