/** Finds in a family's record what every family tells in a place of its own: the link, the failure, how far it is. */

import type { GenerationRecord } from '@afterimage/client';
import { answers, type Family } from '@afterimage/contract';

type Word = (typeof answers)['mediaUrl'];

export const mediaUrlIn = (family: Family, record: GenerationRecord): string | null =>
  textOf(memberOf(family, record, answers.mediaUrl));

export function failureCodeIn(family: Family, record: GenerationRecord): string | null {
  const object = memberOf(family, record, answers.failureObject) as { message?: unknown } | null | undefined;
  return textOf(object?.message) ?? textOf(memberOf(family, record, answers.failureCode));
}

/** `pending, position 3 in the queue` is more than most families tell; the status alone is what all do. */
export function stageOf(family: Family, record: GenerationRecord): string {
  const percent = memberOf(family, record, answers.progressPercent);
  const position = memberOf(family, record, answers.queuePosition);
  if (typeof percent === 'number') return `${record.status} ${percent} %`;
  return typeof position === 'number' ? `${record.status}, position ${position} in the queue` : record.status;
}

/** A member is known by its word of the contract, not by its name, which differs from family to family. */
function memberOf(family: Family, record: GenerationRecord, word: Word): unknown {
  const { properties } = family.schemas.record as { properties: Readonly<Record<string, unknown>> };
  const name = Object.keys(properties).find((each) => properties[each] === word.schema);
  return name === undefined ? undefined : record[name];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
