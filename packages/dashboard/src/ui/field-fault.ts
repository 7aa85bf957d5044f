/** What the service said about one field of a form, to be shown beside it. */
import { Refusal } from '@afterimage/client';
import { withDollars } from './money-text.ts';
import { besideField } from './plain-words.ts';

export function fieldFault(fault: unknown, field: string): string | undefined {
  const found = fault instanceof Refusal ? fault.fields.find((each) => each.field === field) : undefined;
  return found && besideField(found);
}

/** What it said that belongs to none of these fields. */
export function otherFault(fault: unknown, fields: readonly string[]): string | undefined {
  if (!(fault instanceof Refusal)) return undefined;
  return fault.fields.some(({ field }) => fields.includes(field)) ? undefined : withDollars(fault.message);
}
