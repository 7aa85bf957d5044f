/** The response header `Afterimage-Ignored`: what the request held and the service did not use. */

export const ignoredHeaderName = 'Afterimage-Ignored';

const namesMax = 20;
const nameCharactersMax = 64;

/**
 * Field names with commas between. A caller may name a field anything, a line break included, which no header may hold:
 * all but the plain characters are percent-encoded, and of a thousand fields the first twenty are named.
 */
export function ignoredHeader(names: readonly string[]): string {
  const shown = names.slice(0, namesMax).map((name) => plainly(name.slice(0, nameCharactersMax)));
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

const plainly = (name: string): string =>
  name.toWellFormed().replace(/[^\w.[\]-]+/g, (characters) => encodeURIComponent(characters));
