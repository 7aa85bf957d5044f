/** The words for rules that tie fields together; `rule` is for what only one family says. */
import type { Fault } from './fields.ts';
import { all, either } from './words.ts';

/**
 * A rule over several fields. It runs when the fields it `needs` parsed, whatever else is wrong, so that a caller hears
 * of everything at once. Naming a field the family does not have is a compile error.
 */
export interface Rule<Name extends string, Request> {
  /** The fields whose values `check` reads. */
  readonly needs: readonly Name[];
  /** For the documentation: the rule as a sentence. */
  readonly note: string;
  readonly check: (request: Request, sent: Sent) => Fault[];
}

/** Which fields the body holds: neither null nor an empty list. Known even of fields that did not parse. */
export type Sent = (name: string) => boolean;

/** At most one of these fields. */
export function notTogether<const Name extends string>(...names: Name[]): Rule<Name, unknown> {
  return oneModeOnly(...names.map((name) => [name]));
}

/** Fields of at most one of these groups. */
export function oneModeOnly<const Name extends string>(...groups: Name[][]): Rule<Name, unknown> {
  return {
    needs: [],
    note: `At most one of ${either(groups.map(all))}.`,
    check(_request, sent) {
      const [first, ...others] = groups.map((names) => names.filter(sent)).filter((names) => names.length > 0);
      return others.flat().map((field) => ({
        field,
        message: `${field} cannot be sent together with ${first?.[0]}`,
        type: 'not_together',
      }));
    },
  };
}

/** All of these fields, or none. */
export function together<const Name extends string>(...names: Name[]): Rule<Name, unknown> {
  return {
    needs: [],
    note: `${all(names)} are sent together.`,
    check(_request, sent) {
      const there = names.find(sent);
      if (there === undefined) return [];
      return names
        .filter((name) => !sent(name))
        .map((field) => ({ field, message: `${field} is required when ${there} is sent`, type: 'missing' }));
    },
  };
}

/** `field` must be sent unless one of the others is. */
export function requiredUnless<const Key extends string, const Name extends string>(
  { field, message }: { field: Key; message: string },
  ...others: Name[]
): Rule<Key | Name, unknown> {
  return {
    needs: [],
    note: `${message}.`,
    check: (_request, sent) => (sent(field) || others.some(sent) ? [] : [{ field, message, type: 'missing' }]),
  };
}

/** No more than `max` items over all these lists. */
export function atMost<const Name extends string>(
  max: number,
  ...names: Name[]
): Rule<Name, Readonly<Record<Name, readonly unknown[]>>> {
  const lists = all(names);
  return {
    needs: names,
    note: `At most ${max} images over ${lists}.`,
    check(request, sent) {
      const count = names.reduce((sum, name) => sum + request[name].length, 0);
      if (count <= max) return [];
      const field = names.findLast(sent) ?? names[0] ?? '';
      return [{ field, message: `at most ${max} images in total over ${lists} (${count} sent)`, type: 'too_long' }];
    },
  };
}

/** These fields only when `field` has this value. */
export function onlyFor<const Key extends string, const Name extends string>(
  { field, value }: { field: Key; value: string },
  ...names: Name[]
): Rule<Key | Name, Readonly<Record<Key, string>>> {
  return {
    needs: [field],
    note: `${all(names)}: only with ${field} ${value}.`,
    check: (request, sent) =>
      request[field] === value
        ? []
        : names.filter(sent).map((name) => ({
            field: name,
            message: `${name} works only with ${field} ${value}, not with ${request[field]}`,
            type: 'not_for_model',
          })),
  };
}

/** A rule in the family's own words. */
export function rule<const Name extends string, Request>(parts: Rule<Name, Request>): Rule<Name, Request> {
  return parts;
}
