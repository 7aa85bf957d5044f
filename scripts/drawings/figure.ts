/** One body, dressed: how people are drawn who are known by their clothes. */

export interface Dress {
  coat: string;
  /** Falls to the ankles, or ends at the hips. */
  length?: 'gown';
  trousers: string;
  shoes: string;
  belt?: string;
  apron?: string;
  hair?: string;
  beard?: string;
  hat: string;
  prop?: string;
  back?: string;
  skin?: string;
}

export const SKIN = '#e3ac82';

/** On a field of 128 by 128, looking at us, feet on the lower edge. */
export function figure({
  coat,
  length,
  trousers,
  shoes,
  belt,
  apron,
  hair,
  beard,
  hat,
  prop,
  back,
  skin = SKIN,
}: Dress): string {
  const legs =
    length === 'gown'
      ? ''
      : `<path fill="${trousers}" d="M49 76h14l-2 42H46zM65 76h14l3 42H67z"/><path fill="${shoes}" d="M44 112h18v12H39l-1-4 6-3zM66 112h18v5l6 3-1 4H66z"/>`;
  const hem = length === 'gown' ? 'M45 42h38l14 80c-20 4-46 4-66 0z' : 'M44 42h40l5 40H39z';
  const cut = (path: string | undefined, drawn: string) =>
    path === undefined ? '' : `<path fill="${path}" d="${drawn}"/>`;
  return [
    back ?? '',
    legs,
    `<path fill="${coat}" d="${hem}"/>`,
    cut(apron, length === 'gown' ? 'M52 60h24l8 60H44z' : 'M50 52h28l4 38H46z'),
    `<path fill="${coat}" d="M43 44c-9 6-13 16-14 28l9 2c2-8 4-14 8-18zM85 44c9 6 13 16 14 28l-9 2c-2-8-4-14-8-18z"/>`,
    `<path fill="#000" opacity=".12" d="M85 44c9 6 13 16 14 28l-9 2c-2-8-4-14-8-18zM72 42h12l5 40H76z"/>`,
    `<circle cx="33" cy="76" r="5.500" fill="${skin}"/><circle cx="95" cy="76" r="5.500" fill="${skin}"/>`,
    cut(belt, 'M39.500 73h49l.7 6H38.700z'),
    prop ?? '',
    cut(hair, 'M48 28c0-14 8-18 16-18s16 4 16 18v14H48z'),
    `<circle cx="64" cy="30" r="14" fill="${skin}"/>`,
    cut(beard, 'M51 32c1 16 6 24 13 24s12-8 13-24c-3 5-8 6-13 6s-10-1-13-6z'),
    '<path fill="#20160f" d="M57 28h3.500v4.500H57zM67.500 28H71v4.500h-3.500z"/>',
    beard === undefined
      ? '<path fill="none" stroke="#9a4f42" stroke-width="2" stroke-linecap="round" d="M59 38c3 2.500 7 2.500 10 0"/>'
      : '',
    hat,
  ].join('');
}

/** A child: a larger head on shorter legs. */
export function child({ shirt, below, hair }: { shirt: string; below: string; hair: string }): string {
  return [
    below,
    `<path fill="${shirt}" d="M46 62h36l4 34H42z"/><path fill="${shirt}" d="M46 62c-8 4-13 12-15 22l9 3c2-6 5-11 9-14zM82 62c8 4 13 12 15 22l-9 3c-2-6-5-11-9-14z"/>`,
    `<path fill="#000" opacity=".1" d="M72 62h10l4 34H74z"/>`,
    `<circle cx="35" cy="88" r="5" fill="${SKIN}"/><circle cx="93" cy="88" r="5" fill="${SKIN}"/>`,
    hair,
    `<circle cx="64" cy="38" r="23" fill="#edbd96"/><path fill="#20160f" d="M53 35h5v7h-5zM70 35h5v7h-5z"/>`,
    `<circle cx="49" cy="46" r="4" fill="#e89a84"/><circle cx="79" cy="46" r="4" fill="#e89a84"/>`,
    '<path fill="none" stroke="#9a4f42" stroke-width="2.500" stroke-linecap="round" d="M57 49c4 4 10 4 14 0"/>',
  ].join('');
}

/** Two side by side, close enough to hold hands. */
export function couple(one: string, other: string): string {
  return `<g transform="translate(-26 0)">${one}</g><g transform="translate(26 0)">${other}</g>`;
}
