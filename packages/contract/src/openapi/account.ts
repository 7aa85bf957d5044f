/** The account interface in the OpenAPI document: every path, schema and refusal follows from its table of routes. */
import * as resources from '../api/resources.ts';
import type { ApiRoute } from '../api/routes/index.ts';
import { apiTopics } from '../api/routes/index.ts';
import type { Family } from '../family.ts';
import type { Field, JsonSchema } from '../fields.ts';
import { type ProblemName, problems } from './errors.ts';
import { exampleOf } from './examples.ts';
import { sampleOf } from './samples.ts';
import { pascalOf, reference, titleOf } from './words.ts';

type Json = Record<string, unknown>;

/** Named after their exports; functions that make shapes are none. */
const named = new Map<JsonSchema, string>(
  Object.entries(resources).flatMap(([name, shape]) =>
    typeof shape === 'function' ? [] : [[shape.schema, pascalOf(name)] as const],
  ),
);

export const accountSchemas: Json = Object.fromEntries(
  [...named].map(([schema, name]) => [name, withReferences(schema, schema)]),
);

export const accountTags = Object.entries(apiTopics).map(([name, { about }]) => ({
  name: tagOf(name),
  description: `${about} For the dashboard, and for scripts.`,
}));

export const sessionScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-afterimage',
  description: 'The cookie of a signed-in person; `afterimage` where the service is not reached over HTTPS.',
};

export function accountPaths(families: readonly Family[]): Json {
  const paths: Record<string, Json> = {};
  for (const [topic, { routes }] of Object.entries(apiTopics)) {
    for (const [name, route] of Object.entries<ApiRoute>(routes)) {
      paths[route.path] ??= {};
      paths[route.path]![route.method.toLowerCase()] = operation({ topic, name, route, families });
    }
  }
  return paths;
}

function operation(of: { topic: string; name: string; route: ApiRoute; families: readonly Family[] }): Json {
  const { route } = of;
  const body = bodyOf(route, of.families);
  return {
    operationId: `api${pascalOf(of.name)}`,
    tags: [tagOf(of.topic)],
    summary: titleOf(of.name),
    description: `${route.summary}.`,
    security: securityOf(route),
    parameters: [
      ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name!, 'path', undefined)),
      ...Object.entries(route.query ?? {}).map(([name, field]) => parameter(name, 'query', field)),
    ],
    ...(body !== null && { requestBody: { required: true, content: { 'application/json': body } } }),
    responses: { ...success(route, of.families), ...problems(...refusalsOf(route)) },
  };
}

function securityOf({ access }: ApiRoute): Json[] {
  if (access === 'anyone') return [];
  return access === 'account' || access === 'operator_look' ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

function parameter(name: string, part: 'path' | 'query', field: Field<unknown> | undefined): Json {
  const required = part === 'path' || field?.absent === 'refused';
  return { name, in: part, ...(required && { required }), schema: field?.schema ?? { type: 'string' } };
}

function bodyOf({ body, familyBody }: ApiRoute, families: readonly Family[]): Json | null {
  if (familyBody === true) {
    const schema = { anyOf: families.map(({ slug }) => reference(`${pascalOf(slug)}Request`)) };
    return { schema, examples: ofFamilies(families, 'body') };
  }
  if (body === undefined) return null;
  const required = Object.keys(body).filter((name) => body[name]!.absent === 'refused');
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(Object.entries(body).map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  };
  return { schema, example: exampleOf(schema) };
}

/** Of every family, by its slug. */
function ofFamilies(families: readonly Family[], part: 'body' | 'accepted'): Json {
  return Object.fromEntries(families.map((family) => [family.slug, { value: sampleOf(family)[part] }]));
}

function success({ answer, contentType, familyBody }: ApiRoute, families: readonly Family[]): Json {
  if (contentType !== undefined) {
    const content = { schema: { type: 'string' }, example: streamed[contentType] };
    return { 200: { description: 'As it comes.', content: { [contentType]: content } } };
  }
  if (answer === null) return { 204: { description: 'Done.' } };
  const examples = familyBody ? { examples: ofFamilies(families, 'accepted') } : { example: exampleOf(answer.schema) };
  const content = { schema: withReferences(answer.schema), ...examples };
  return { 200: { description: 'Done.', content: { 'application/json': content } } };
}

const streamed = {
  'text/csv': [
    'id,time,kind,amount,balance_after,generation_id,family,reason',
    '1,2026-01-01T00:00:00.000Z,grant,25.0000,25.0000,,,thanks for the report',
    '',
  ].join('\r\n'),
  'text/event-stream': ['event: balance', 'data: {"balance":"24.7900"}', '', ''].join('\n'),
};

function refusalsOf({ access, method, path, query, body, familyBody, alsoRefuses = [] }: ApiRoute): ProblemName[] {
  const takesBody = body !== undefined || familyBody === true;
  return [
    ...(query !== undefined || takesBody ? ['BadRequest' as const] : []),
    ...(access === 'anyone' && !path.startsWith('/api/session') ? [] : ['Unauthorized' as const]),
    ...(access === 'anyone' && method === 'GET' ? [] : ['Forbidden' as const]),
    ...(path.includes('{') || query?.['account'] !== undefined ? ['NoSuchThing' as const] : []),
    ...(takesBody ? ['BodyTooLarge' as const, 'UnsupportedMediaType' as const] : []),
    ...(access === 'anyone' ? [] : ['RateLimited' as const]),
    ...alsoRefuses,
    'ServerError',
    'Unavailable',
  ];
}

/** A schema that has a name of its own is written once and referred to; `whole` is the one being written. */
function withReferences(schema: JsonSchema, whole?: JsonSchema): Json {
  const name = schema === whole ? undefined : named.get(schema);
  if (name !== undefined) return reference(name);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.map((one) => (isSchema(one) ? withReferences(one) : one))];
      return [key, isSchema(value) ? withReferences(value) : value];
    }),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function tagOf(topic: string): string {
  return `dashboard: ${topic}`;
}
