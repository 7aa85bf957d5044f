/** What is worn: on a head, before the eyes, about the neck, around the body, on the feet. */
import { vectorForm } from '../drawings/vectors.ts';
import { isPlainPerson } from './bodies.ts';
import type { Drawable } from './lexicon.ts';
import type { Mention } from './mention.ts';

const WORN =
  /^(top-hat|crown|womans-hat|straw-hat|party-hat|cowboy-hat|woolly-hat|chef-hat|wizard-hat|santa-hat|viking-helmet|beret|billed-cap|rescue-workers-helmet|military-helmet|graduation-cap|headphone|sunglasses|glasses|goggles|diving-mask|scarf|worn-scarf|necktie|worn-tie|ribbon|necklace|sports-medal)$/;
const GARMENT = /^(coat|lab-coat|dress|kimono|sari|t-shirt|running-shirt|womans-clothes|sweater|tutu|cape)$/;
const FOOTWEAR =
  /^(hiking-boot|womans-boot|running-shoe|mans-shoe|high-heeled-shoe|ballet-shoes|flat-shoe|socks|ice-skate|roller-skate)$/;

export function isWorn({ drawable: { vector } }: Mention): boolean {
  return vector !== null && (WORN.test(vector.id) || GARMENT.test(vector.id) || FOOTWEAR.test(vector.id));
}

/** By themselves these are drawn as they lie in a shop. */
const WHEN_WORN: Record<string, string> = { scarf: 'worn-scarf', necktie: 'worn-tie', 'womans-hat': 'straw-hat' };

export function onBody(thing: Mention): Drawable {
  const worn = WHEN_WORN[thing.drawable.vector?.id ?? ''];
  return worn === undefined ? thing.drawable : { ...thing.drawable, vector: vectorForm(worn) };
}

/** Whoever is drawn in clothes has them in the colour of those that are named. */
export function dressed(mention: Mention, _: number, all: Mention[]): Mention {
  const clothes = all.find((one) => isGarmentOf(one, mention, all));
  return clothes === undefined ? mention : Object.assign(mention, { colour: clothes.colour ?? mention.colour });
}

export function isGarmentOf(clothes: Mention, wearer: Mention, all: Mention[]): boolean {
  if (!isPlainPerson(wearer) || !GARMENT.test(clothes.drawable.vector?.id ?? '')) return false;
  const worn = wearer.relation?.kind === 'wearing' && all[wearer.relation.to] === clothes;
  return worn || (clothes.relation?.kind === 'worn-by' && all[clothes.relation.to] === wearer);
}
