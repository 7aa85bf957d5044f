/** Reads the keys of one node by their table: unknown ones, missing ones and those of another kind are faults. */

import { editsBetween } from '../../config/edits-between.ts';
import type { Kind } from '../kinds.ts';
import type { Key } from './schema.ts';
import type { Value, ValueReading } from './values.ts';
import type { YamlNode } from './yaml-node.ts';

export type Keyed<Table extends Record<string, Key>> = {
  [Name in keyof Table]?: Table[Name]['value'] extends Value<infer Result> ? Result : never;
};

/** Null where the node holds no keys at all. */
export function readKeys<const Table extends Record<string, Key>>(
  node: YamlNode,
  about: { keys: Table; needs?: readonly (keyof Table & string)[]; kind: Kind | null },
  reading: ValueReading,
): Keyed<Table> | null {
  const names = Object.keys(about.keys);
  if (node.keys === null) {
    reading.report(
      node,
      `${node.name} is ${JSON.stringify(node.value)}; it must hold keys such as ${names.slice(0, 3).join(', ')}.`,
    );
    return null;
  }
  const read: Record<string, unknown> = {};
  for (const [name, below] of node.keys) {
    const key = Object.hasOwn(about.keys, name) ? about.keys[name] : undefined;
    if (key === undefined) {
      reading.report(below, `${below.name} is not a key${meant(name, names)}`);
    } else if (key.kinds !== undefined && about.kind !== null && !key.kinds.includes(about.kind)) {
      reading.report(below, `${below.name} is not for kind ${about.kind}; ${name} is for ${key.kinds.join(', ')}.`);
    } else {
      const value = key.value.read(below, reading);
      if (value !== undefined) read[name] = value;
    }
  }
  for (const name of about.needs ?? []) {
    if (!node.keys.has(name)) reading.report(node, `${node.name} needs ${name}.`);
  }
  return read as Keyed<Table>;
}

function meant(name: string, names: readonly string[]): string {
  const [nearest = ''] = names.toSorted((a, b) => editsBetween(name, a) - editsBetween(name, b));
  return editsBetween(name, nearest) <= Math.max(1, name.length / 3)
    ? `; is ${nearest} meant?`
    : `; it must be one of ${names.join(', ')}.`;
}
