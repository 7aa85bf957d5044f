/** How messages write lists and counts. */

/** `"5", "10" or "15"` */
export function either(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `images_url and images_base64` */
export function all(words: readonly string[]): string {
  return joined(words, 'and');
}

/** `2,731`, in the same way on every machine: `toLocaleString` would follow the host's locale data. */
export function counted(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `seven`, as sentences write a small count; a larger one in digits. */
export const inWords = (count: number): string => small[count] ?? counted(count);

function joined(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
