/** The OpenAPI document says what the families say, and holds together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiRoute, apiRoutes } from '../src/api/index.ts';
import { buildOpenapi, directiveForms, type Family, families, modelNamesOf } from '../src/index.ts';
import { familyNamed, specified } from './support/reading.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  requestBody?: Json;
  responses: Json;
}

const document = buildOpenapi(families, { version: '9.8.7' }) as {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Json;
  components: { schemas: Record<string, Json>; responses: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test('the document is OpenAPI 3.1 in plain JSON', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '9.8.7');
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
});

const ofTheAccount = ({ path }: { path: string }) => path.startsWith('/api/');
const added = families.filter((family) => !specified.includes(family));
const ofAddedFamily = ({ path }: { path: string }) => added.some((family) => path.startsWith(`${family.path}/`));

test('every route of the specification is in it', () => {
  const routes = operations
    .filter((one) => !ofTheAccount(one) && !ofAddedFamily(one))
    .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(routes, [
    'POST /v1/alpha/generate',
    'GET /v1/alpha/generations/{generation_id}',
    'DELETE /v1/alpha/generations/{generation_id}',
    'POST /v1/alpha/o1-video/generate',
    'GET /v1/alpha/o1-video/generations/{generation_id}',
    'DELETE /v1/alpha/o1-video/generations/{generation_id}',
    'POST /v1/alpha/o3-video/generate',
    'GET /v1/alpha/o3-video/generations/{generation_id}',
    'DELETE /v1/alpha/o3-video/generations/{generation_id}',
    'POST /v1/alpha/o1-photo/generate',
    'GET /v1/alpha/o1-photo/generations/{generation_id}',
    'DELETE /v1/alpha/o1-photo/generations/{generation_id}',
    'POST /v1/alpha/o3-photo/generate',
    'GET /v1/alpha/o3-photo/generations/{generation_id}',
    'DELETE /v1/alpha/o3-photo/generations/{generation_id}',
    'POST /v1/beta/generate',
    'GET /v1/beta/generations/{generation_id}/',
    'DELETE /v1/beta/generations/{generation_id}/',
    'GET /v1/beta/generations',
    'POST /v1/gamma/generate',
    'GET /v1/gamma/generations/{generation_id}',
    'DELETE /v1/gamma/generations/{generation_id}',
    'POST /v1/delta/generate',
    'GET /v1/delta/generations/{task_uuid}',
    'DELETE /v1/delta/generations/{task_uuid}',
    'GET /v1/delta/generations',
    'POST /v1/epsilon-images/generate',
    'GET /v1/epsilon-images/generations/{task_uuid}',
    'DELETE /v1/epsilon-images/generations/{task_uuid}',
    'GET /v1/sandbox/clock',
    'POST /v1/sandbox/clock',
    'DELETE /v1/sandbox/clock',
    'GET /v1/generations',
    'GET /v1/events',
    'GET /v1/data/balance',
    'GET /media/{media_id}/{file_name}',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /openapi.json',
    'GET /v1/models',
    'POST /v1/images/generations',
    'POST /v1/images/edits',
    'POST /v1/videos',
    'GET /v1/videos',
    'GET /v1/videos/{video_id}',
    'DELETE /v1/videos/{video_id}',
    'GET /v1/videos/{video_id}/content',
    'POST /mcp',
  ]);
});

test('every route of the account interface is in it, with what it takes and answers', () => {
  for (const { method, path, query = {}, body, answer } of Object.values<ApiRoute>(apiRoutes)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path}`);
    const described = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    assert.deepEqual(described, Object.keys(query), path);
    assert.equal(operation.requestBody !== undefined, body !== undefined || path === '/api/generate/{id}', path);
    assert.equal('204' in operation.responses, answer === null && !('200' in operation.responses), path);
  }
  assert.equal(operations.filter(ofTheAccount).length, Object.keys(apiRoutes).length);
});

test('a key opens what an account may do, and nothing that an owner or the operator must sign in for', () => {
  for (const { method, path, access } of Object.values<ApiRoute>(apiRoutes)) {
    const security = document.paths[path]?.[method.toLowerCase()]?.security;
    const both = [{ session: [] }, { apiKey: [] }];
    const opens = { anyone: [], account: both, operator_look: both }[access as string] ?? [{ session: [] }];
    assert.deepEqual(security, opens, path);
  }
});

test('operations have a summary, a known tag and an id of their own', () => {
  const tags = document.tags.map(({ name }) => name);
  for (const { operation } of operations) {
    assert.ok(operation.summary);
    assert.ok(operation.tags.every((tag) => tags.includes(tag)));
  }
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
});

test('the operations of a family are called by what they do', () => {
  for (const { title, path, lists } of families) {
    const titles = operations
      .filter(({ path: at, operation }) => at.startsWith(path) && operation.tags.includes(title))
      .map(({ operation }) => operation.summary);
    assert.deepEqual(titles, ['Submit', 'Get', 'Cancel or delete', ...(lists ? ['List'] : [])], title);
  }
  for (const { operation } of operations) assert.ok(operation.summary.length <= 40, operation.summary);
});

interface Content {
  [type: string]: { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
}

const examplesOf = ({ example, examples = {} }: Content[string]): unknown[] =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example];

test('every request, every answer and every error has an example', () => {
  const contents: [string, Content][] = operations.flatMap(({ path, method, operation }) => [
    [`${method} ${path}`, (operation.requestBody?.['content'] ?? {}) as Content],
    ...Object.entries(operation.responses as Record<string, { content?: Content }>).map(
      ([status, { content = {} }]): [string, Content] => [`${method} ${path} ${status}`, content],
    ),
  ]);
  const problems = Object.entries(document.components.responses as Record<string, { content: Content }>);
  for (const [where, content] of [...contents, ...problems.map(([name, each]) => [name, each.content] as const)]) {
    for (const [type, told] of Object.entries(content)) {
      // A file is its own example.
      const isFile = told.schema['format'] === 'binary';
      assert.equal(examplesOf(told).length > 0, !isFile, `${where} ${type}`);
    }
  }
});

test('failure codes are enumerations that tell meaning, refund and whether a repeat helps', () => {
  for (const { slug, failureCodes } of families) {
    const name = `${pascal(slug)}FailureCode`;
    const { enum: codes, description } = document.components.schemas[name]!;
    assert.deepEqual(codes, failureCodes, slug);
    for (const code of failureCodes) {
      const row = new RegExp(`^\\| \`${code}\` \\| [A-Z].+\\. \\| (yes|no) \\| [a-z].+ \\|$`, 'm');
      assert.match(String(description), row);
    }
    for (const kind of ['Record', 'Webhook']) {
      const answer = JSON.stringify(document.components.schemas[`${pascal(slug)}${kind}`]);
      assert.equal(answer.split(`"#/components/schemas/${name}"`).length, 2, `${slug} ${kind}`);
    }
  }
});

test('sandbox directives are told, each with what it does', () => {
  const { description = '' } = document.tags.find(({ name }) => name === 'sandbox') as { description?: string };
  for (const form of directiveForms) {
    const [row = ''] = description.split('\n').filter((line) => line.startsWith(`| \`${form}\` |`));
    assert.match(row, /\| [a-z].{10,} \|$/, form);
  }
});

test('every reference points at something, and every path parameter is declared', () => {
  for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer.split('/').reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
    assert.ok(target, pointer);
  }
  for (const { path, operation } of operations) {
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
    assert.deepEqual(
      declared,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
  }
});

test('paths under /v1 and the model context protocol need a key, media links, health and this document none', () => {
  for (const { path, operation } of operations.filter((one) => !ofTheAccount(one))) {
    const needsKey = path.startsWith('/v1/') || path === '/mcp';
    assert.equal(operation.security === undefined, needsKey, path);
    // The figures may ask for a token of their own.
    assert.equal('401' in operation.responses, needsKey || path === '/metrics', path);
  }
});

test('the model context protocol tells of its own refusals beside those of the service', () => {
  assert.deepEqual(Object.keys(document.paths['/mcp']!['post']!.responses), [
    '200',
    '202',
    '400',
    '401',
    '403',
    '406',
    '408',
    '413',
    '415',
    '431',
    '500',
    '503',
  ]);
});

test("OpenAI's paths refuse in its shape, and every name of a model stands in what they take", () => {
  const { schemas, responses } = document.components;
  for (const { path, operation } of operations.filter(({ operation }) => operation.tags.includes('openai'))) {
    for (const [status, answer] of Object.entries(operation.responses as Record<string, { $ref?: string }>)) {
      // Refused before the path is read.
      if (status < '400' || status === '416' || status === '431') continue;
      const name = answer.$ref?.split('/').at(-1) ?? '';
      assert.match(name, /^Openai/, `${path} ${status}`);
      const { content } = responses[name] as { content: Content };
      for (const example of examplesOf(content['application/json']!)) {
        const { error } = example as { error: Json };
        assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'param', 'type'], name);
        assert.ok(error['message'], name);
      }
    }
  }
  const about = (name: string) =>
    String((schemas[name]!['properties'] as Record<string, Json>)['model']!['description']);
  for (const family of families) {
    const text = about(family.output === 'image' ? 'OpenaiImageCreation' : 'OpenaiVideoCreation');
    for (const name of modelNamesOf(family)) assert.ok(text.includes(name), name);
  }
});

test('a submit can answer every error of the table', () => {
  for (const { path, operation } of operations.filter(
    ({ path, method }) => method === 'post' && path.endsWith('/generate'),
  )) {
    assert.deepEqual(
      Object.keys(operation.responses),
      ['200', '400', '401', '402', '403', '408', '409', '413', '415', '422', '429', '431', '500', '503'],
      path,
    );
  }
});

const requestOf = (name: string) =>
  document.components.schemas[`${name}Request`] as { required: string[]; properties: Record<string, Json> };

test('a default that depends on other fields is told in words, so that generated clients do not send it', () => {
  for (const [name, field] of [
    ['Alpha', 'model'],
    ['Alpha', 'duration'],
    ['AlphaO1Video', 'duration'],
  ] as const) {
    const schema = requestOf(name).properties[field]!;
    assert.equal('default' in schema, false, `${name} ${field}`);
    assert.match(String(schema['description']), / Usually "[^"]+"; /);
  }
  // Sent as they stand, the defaults fit beside every model; some need an image besides.
  const { properties } = requestOf('Alpha');
  const defaults = Object.fromEntries(
    Object.entries(properties).flatMap(([field, schema]) => {
      const [first] = (schema['oneOf'] ?? []) as Json[];
      return first !== undefined && 'default' in first ? [[field, first['default']]] : [];
    }),
  );
  assert.deepEqual(Object.keys(defaults), ['aspect_ratio', 'cfg_scale']);
  const models = (properties['model']!['enum'] as (string | null)[]).filter((model) => !model?.includes('motion'));
  assert.ok(models.length > 5);
  for (const model of models) {
    const reading = familyNamed('alpha').read({ prompt: 'a fox', ...defaults, model }, 'live');
    const faults = reading.ok ? [] : reading.faults.filter(({ field }) => field in defaults || field === 'duration');
    assert.deepEqual(faults, [], String(model));
  }
});

test('no field of a request has a default beside it, which generated types would take for a promise', () => {
  for (const { slug } of families) {
    for (const [field, schema] of Object.entries(requestOf(pascal(slug)).properties)) {
      assert.equal('default' in schema, false, `${slug} ${field}`);
    }
  }
});

test('what may be left out may be null, and what may not may not', () => {
  const allows = (schema: Json) =>
    JSON.stringify(schema['type'] ?? schema['oneOf']).includes('null') &&
    (schema['enum'] === undefined || (schema['enum'] as unknown[]).includes(null));
  for (const family of families) {
    const { required, properties } = requestOf(pascal(family.slug));
    for (const [field, schema] of Object.entries(properties)) {
      assert.equal(allows(schema), !required.includes(field), `${family.slug} ${field}`);
    }
  }
});

const pascal = (slug: string): string =>
  slug.replace(/(^|-)(\w)/g, (_whole, _dash: string, letter: string) => letter.toUpperCase());

test('media that is sent as text is not empty', () => {
  assert.equal(requestOf('Alpha').properties['image_base64']!['minLength'], 1);
  assert.equal((requestOf('Gamma').properties['reference_images']!['items'] as Json)['minLength'], 1);
});

test('a webhook tells of an end', () => {
  for (const { slug } of families) {
    const schema = document.components.schemas[`${pascal(slug)}Webhook`] as { properties: Record<string, Json> };
    assert.deepEqual(schema.properties['status']!['enum'], ['completed', 'failed'], slug);
  }
});

test('media links may lead nowhere, and sentences are English', () => {
  assert.ok('404' in document.paths['/media/{media_id}/{file_name}']!['get']!.responses);
  for (const { operation } of operations) assert.doesNotMatch(operation.summary, /\b[Aa] [aeio]/);
  assert.doesNotMatch(JSON.stringify(document), /\b[Aa] (alpha|epsilon)/);
});

test('where a key may ask, the parameters that it may not send say so', () => {
  for (const { path, operation } of operations.filter(ofTheAccount)) {
    const named = (operation.parameters ?? []).filter(({ name }) => name === 'account' || name === 'mode');
    for (const { name, schema } of named as unknown as { name: string; schema: Json }[]) {
      assert.match(String(schema['description']), /^For signed-in people/, `${path} ${name}`);
    }
  }
});

test('the 422 of beta also holds its field faults', () => {
  const beta = document.paths['/v1/beta/generate']?.['post']?.responses['422'];
  const delta = document.paths['/v1/delta/generate']?.['post']?.responses['422'];
  assert.deepEqual(beta, { $ref: '#/components/responses/UnprocessableFields' });
  assert.deepEqual(delta, { $ref: '#/components/responses/IdempotencyMismatch' });
});

test('each family has its four schemas and a webhook', () => {
  const ofFamilies = Object.keys(document.components.schemas).filter((name) =>
    /.(Request|Accepted|Record|Webhook)$/.test(name),
  );
  assert.equal(ofFamilies.length, families.length * 4);
  const finished = ({ slug }: Family) => `${pascal(slug).replace(/^./, (letter) => letter.toLowerCase())}Finished`;
  assert.deepEqual(Object.keys(document.webhooks), families.map(finished));
  assert.deepEqual(specified.map(finished), [
    'alphaFinished',
    'alphaO1VideoFinished',
    'alphaO3VideoFinished',
    'alphaO1PhotoFinished',
    'alphaO3PhotoFinished',
    'betaFinished',
    'gammaFinished',
    'deltaFinished',
    'epsilonImagesFinished',
  ]);
});

test('request schemas carry required fields, limits, defaults, enums and the rules as sentences', () => {
  const { request } = familyNamed('gamma').schemas;
  const properties = request['properties'] as Record<string, Json>;
  assert.deepEqual(request['required'], ['prompt']);
  assert.deepEqual(properties['prompt'], {
    type: 'string',
    minLength: 10,
    maxLength: 4000,
    description: 'What the video shows.',
  });
  assert.equal(properties['model']?.['default'], 'gamma-3-fast');
  assert.deepEqual(properties['aspect_ratio']?.['enum'], ['9:16', '16:9']);
  assert.equal(properties['reference_images']?.['minItems'], 1);
  assert.equal(properties['reference_images']?.['maxItems'], 3);
  assert.match(String(request['description']), /start_frame and end_frame are sent together\./);
  assert.match(String(request['description']), /only with model gamma-3-fast\./);
});

test('every field of every request is described or names its values', () => {
  for (const { slug, schemas } of families) {
    for (const [name, schema] of Object.entries(schemas.request['properties'] as Record<string, Json>)) {
      const says = schema['description'] ?? (schema['items'] as Json | undefined)?.['description'] ?? schema['enum'];
      assert.ok(says, `${slug} ${name}`);
    }
  }
});
