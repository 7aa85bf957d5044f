/** How the OpenAPI document writes names. */

/** `AlphaO3Video` of `alpha-o3-video`. */
export const pascalOf = (slug: string): string =>
  slug.replace(/(^|-)(\w)/g, (_whole, _dash: string, letter: string) => letter.toUpperCase());

/** `alphaO3Video` */
export const camelOf = (slug: string): string => pascalOf(slug).replace(/^\w/, (letter) => letter.toLowerCase());

/** `List generations` of `listGenerations`. */
export const titleOf = (name: string): string =>
  pascalOf(name).replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
