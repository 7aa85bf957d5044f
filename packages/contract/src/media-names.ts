/**
 * Which names carry media in any family: a caller who sends `image_url` where `images_url` is meant must hear of it,
 * or would pay for a job without their picture.
 */
import type { Family } from './family.ts';
import type { Fault } from './fields.ts';
import type { MediaFieldRule } from './media-rule.ts';
import { either } from './words.ts';

/**
 * Filled while families are defined and only read afterwards. A table written by hand would be forgotten by the tenth
 * family, and the list of families cannot be imported here: it is made of what this file helps to define.
 */
const kindsByName = new Map<string, MediaFieldRule['kind']>();

export function knowMediaFields(mediaFields: ReadonlyMap<string, MediaFieldRule>): void {
  for (const [name, { kind }] of mediaFields) kindsByName.set(name, kind);
}

/** Null when the name means media in no family. */
export function foreignMediaFault(name: string, here: Pick<Family, 'title' | 'mediaFields'>): Fault | null {
  const kind = kindsByName.get(name);
  if (kind === undefined) return null;
  const meant = [...here.mediaFields].filter(([, rule]) => rule.kind === kind).map(([own]) => own);
  const advice = meant.length > 0 ? `send ${either(meant)}` : `it takes no ${kind}`;
  return { field: name, message: `${name} is not a field of ${here.title}: ${advice}`, type: 'foreign_field' };
}
