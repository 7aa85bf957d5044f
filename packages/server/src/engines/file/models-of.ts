/** Every name that a family's models go by: in requests, in records, and as its generations are filed. */
import type { Family } from '@afterimage/contract';

interface Property {
  enum?: unknown[];
  const?: unknown;
}

const valuesOf = (schema: Record<string, unknown>, field: string): unknown[] => {
  const property = (schema['properties'] as Record<string, Property> | undefined)?.[field];
  return property?.enum ?? (property?.const === undefined ? [] : [property.const]);
};

export function modelsOf(family: Family): readonly string[] {
  const { request, record } = family.schemas;
  const example = { prompt: 'a prompt that is long enough' };
  // A model may be named after what else was asked (`alpha-o3-video-10s-pro`): the family itself says how.
  const orNothing = (values: unknown[]) => (values.length > 0 ? values : [undefined]);
  const filed = orNothing(valuesOf(request, 'model')).flatMap((model) =>
    orNothing(valuesOf(request, 'duration')).flatMap((duration) => {
      const body = { ...example, ...(model !== undefined && { model }), ...(duration !== undefined && { duration }) };
      const reading = family.read(body, 'live');
      return reading.ok ? [reading.request.model] : [];
    }),
  );
  return [...new Set([...valuesOf(record, 'model'), ...valuesOf(request, 'model'), ...filed].map(String))];
}
