/** Every name that a family's models go by: in requests, in records, and as its generations are filed. */
import { type Family, fieldWithoutIndex, type MediaFieldRule, mediaTypes, Upload } from '@afterimage/contract';

type Body = Readonly<Record<string, unknown>>;

interface Property {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}

/** Integers of more values than this, such as seeds, name no model. */
const integersMax = 100;

const known = new WeakMap<Family, readonly string[]>();

export function modelsOf(family: Family): readonly string[] {
  const found = known.get(family);
  if (found !== undefined) return found;
  const named = [family.schemas.record, family.schemas.request].flatMap((schema) => namesIn(propertiesOf(schema)));
  const models = [...new Set([...named.map(String), ...filedModels(family)])];
  known.set(family, models);
  return models;
}

const propertiesOf = (schema: Body) => (schema['properties'] ?? {}) as Record<string, Property>;

const namesIn = ({ model }: Record<string, Property>): unknown[] =>
  model?.enum ?? (model?.const === undefined ? [] : [model.const]);

/**
 * A model may be named after what else was asked (`alpha-o3-video-10s-pro`), and the family itself says how: of its example,
 * and of the request that led to each further model, every field is changed to every value.
 */
function filedModels(family: Family): Iterable<string> {
  const [example = {}] = family.schemas.request['examples'] as Body[];
  const changes = changesOf(family);
  const bodies = new Map<string, Body>();
  const look = (body: Body): void => {
    const taken = takenOf(family, body);
    if (taken !== null && !bodies.has(taken.model)) bodies.set(taken.model, taken.body);
  };
  look(example);
  // What is added to a map while it is walked through is reached, too.
  for (const body of bodies.values()) for (const change of changes) look({ ...body, ...change });
  return bodies.keys();
}

/** As it is, or without what does not go with the rest: another model may not take this duration. */
function takenOf({ read }: Family, body: Body): { model: string; body: Body } | null {
  const reading = read(body, 'live');
  if (reading.ok) return { model: reading.request.model, body };
  const without = Object.fromEntries(reading.faults.map(({ field }) => [fieldWithoutIndex(field), null]));
  const again = read({ ...body, ...without }, 'live');
  return again.ok ? { model: again.request.model, body: { ...body, ...without } } : null;
}

/** Each field with each of its values, and left out. */
function changesOf({ schemas, mediaFields }: Family): Body[] {
  return Object.entries(propertiesOf(schemas.request)).flatMap(([field, property]) => {
    const rule = mediaFields.get(field);
    const values = rule === undefined ? valuesOf(property) : [mediumFor(rule)];
    return values.length === 0 ? [] : [...values, null].map((value) => ({ [field]: value }));
  });
}

function valuesOf({ type, enum: listed, minimum = 0, maximum = Infinity }: Property): unknown[] {
  if (listed !== undefined) return listed;
  if (type === 'boolean') return [true, false];
  const count = maximum - minimum + 1;
  return type === 'integer' && count <= integersMax ? Array.from({ length: count }, (_, index) => minimum + index) : [];
}

/** It is only read, and never looked for. */
function mediumFor({ kind, list, takes }: MediaFieldRule): unknown {
  const type = mediaTypes[kind].types[0];
  const file = new Upload({ declaredType: type, sniffedType: type, bytes: 1, file: '' });
  const medium = takes === 'data-uri' ? file : 'https://example.com/medium';
  return list ? [medium] : medium;
}
