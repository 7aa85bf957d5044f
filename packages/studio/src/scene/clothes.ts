/** What is worn: on a head, before the eyes, about the neck, around the body, on the feet. */
import { vectorForm } from '../drawings/vectors.ts';
import { fromHex } from '../picture/colour.ts';
import { subjectOf } from '../subjects/index.ts';
import { isPlainPerson } from './bodies.ts';
import type { Drawable } from './lexicon.ts';
import type { Mention } from './mention.ts';

const WORN =
  /^(top-hat|crown|womans-hat|straw-hat|party-hat|cowboy-hat|woolly-hat|chef-hat|wizard-hat|santa-hat|viking-helmet|beret|billed-cap|rescue-workers-helmet|military-helmet|graduation-cap|headphone|sunglasses|glasses|goggles|diving-mask|scarf|worn-scarf|necktie|worn-tie|ribbon|necklace|sports-medal)$/;
const GARMENT =
  /^(animal-coat|coat|lab-coat|dress|kimono|sari|t-shirt|running-shirt|womans-clothes|sweater|tutu|cape)$/;
const FOOTWEAR =
  /^(hiking-boot|womans-boot|running-shoe|mans-shoe|high-heeled-shoe|ballet-shoes|flat-shoe|socks|ice-skate|roller-skate)$/;

export function isWorn({ drawable: { vector } }: Mention): boolean {
  return vector !== null && (WORN.test(vector.id) || GARMENT.test(vector.id) || FOOTWEAR.test(vector.id));
}

/** By themselves these are drawn as they lie in a shop. */
const WHEN_WORN: Record<string, string> = { scarf: 'worn-scarf', necktie: 'worn-tie', 'womans-hat': 'straw-hat' };

export function onBody(thing: Mention, wearer: Mention): Drawable {
  const { vector } = thing.drawable;
  // On four legs a coat is over the back, in the colour of the one that was named.
  if (vector !== null && GARMENT.test(vector.id) && isFourLegged(wearer.drawable)) {
    thing.colour ??= fromHex(vector.tone);
    return { ...thing.drawable, vector: vectorForm('animal-coat') };
  }
  const worn = WHEN_WORN[thing.drawable.vector?.id ?? ''];
  return worn === undefined ? thing.drawable : { ...thing.drawable, vector: vectorForm(worn) };
}

/** Drawings of the index. */
const FOUR_LEGGED =
  /^(bear|cow|deer|dog|donkey|elephant|fox|giraffe|horse|lion|moose|tiger|unicorn|wolf|zebra|pig|goat|ewe|ram|llama|camel|two-hump-camel|ox|bison|water-buffalo|leopard|rhinoceros|hippopotamus|mammoth|poodle|service-dog|guide-dog|badger|boar|raccoon|skunk)$/;

function isFourLegged({ own, vector }: Pick<Drawable, 'own' | 'vector'>): boolean {
  return own === null ? FOUR_LEGGED.test(vector!.id) : subjectOf(own).legs === 'four';
}

/** Most of these drawings is a dress: it takes a colour, and the skin stays. */
const IN_A_DRESS = /^(person-with-veil|princess)$/;
/** Of these most is skin, and what they have on stays as it is. */
const IN_OWN_CLOTHES = /^(ballet-dancer|hula-dancer)$/;
/** What these have on takes a colour, and is nothing else than that. */
const IN_ONE_GARMENT: Record<string, RegExp> = {
  'woman-dancing': /dress|gown|skirt/,
  'man-dancing': /suit|jacket|coat|tuxedo|clothes/,
};

/** Whoever is drawn in clothes has them in the colour of those that are named. */
export function dressed(mention: Mention, _: number, all: Mention[]): Mention {
  const clothes = all.find((one) => isGarmentOf(one, mention, all));
  if (clothes === undefined || IN_OWN_CLOTHES.test(mention.drawable.vector?.id ?? '')) return mention;
  return Object.assign(mention, { colour: clothes.colour ?? mention.colour });
}

/** What is asked to be worn by those who keep on what they have. */
export function unseenClothes(mentions: Mention[]): string[] {
  return mentions.flatMap((clothes) => {
    const wearer = mentions.find((one) => isGarmentOf(clothes, one, mentions))?.drawable.vector?.id ?? '';
    const other = IN_ONE_GARMENT[wearer]?.test(clothes.name) === false;
    return IN_OWN_CLOTHES.test(wearer) || other ? [clothes.name] : [];
  });
}

function isDrawnInClothes(wearer: Mention): boolean {
  const id = wearer.drawable.vector?.id ?? '';
  return isPlainPerson(wearer) || IN_A_DRESS.test(id) || IN_OWN_CLOTHES.test(id) || IN_ONE_GARMENT[id] !== undefined;
}

export function isGarmentOf(clothes: Mention, wearer: Mention, all: Mention[]): boolean {
  if (!isDrawnInClothes(wearer) || !GARMENT.test(clothes.drawable.vector?.id ?? '')) return false;
  const worn = wearer.relation?.kind === 'wearing' && all[wearer.relation.to] === clothes;
  return worn || (clothes.relation?.kind === 'worn-by' && all[clothes.relation.to] === wearer);
}
