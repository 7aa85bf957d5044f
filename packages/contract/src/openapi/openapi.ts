/** Families in, OpenAPI 3.1 document out: nothing in it restates a field, a rule or an error. */
import { directivesTable } from '../directives-table.ts';
import type { Family } from '../family.ts';
import { accountPaths, accountSchemas, accountTags, sessionScheme } from './account.ts';
import { errorComponents, errorSchemas } from './errors.ts';
import { familyPaths, familySchemas, familyWebhook } from './families.ts';
import { mcpPaths, mcpSchemas, mcpTag } from './mcp.ts';
import { openaiPaths, openaiSchemas, openaiTag } from './openai.ts';
import { openaiErrorComponents } from './openai-errors.ts';
import { servicePaths, serviceSchemas } from './service.ts';

type Json = Record<string, unknown>;

export function buildOpenapi(families: readonly Family[], { version }: { version: string }): Json {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Afterimage',
      version,
      summary: 'Asynchronous generation of video and images',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [
      ...families.map(({ title, summary }) => ({ name: title, description: `${summary}.` })),
      { name: 'account', description: 'What an account has: its generations of all families, and its balance.' },
      { name: 'sandbox', description: sandbox },
      openaiTag,
      mcpTag,
      ...accountTags,
      { name: 'service', description: 'Media links, health and this document. They need no key.' },
    ],
    paths: Object.assign(
      {},
      ...families.map(familyPaths),
      servicePaths(families),
      openaiPaths(families),
      mcpPaths,
      accountPaths(families),
    ),
    webhooks: Object.assign({}, ...families.map(familyWebhook)),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
        session: sessionScheme,
      },
      schemas: Object.assign(
        {},
        ...families.map(familySchemas),
        serviceSchemas(families),
        openaiSchemas(families),
        mcpSchemas,
        accountSchemas,
        errorSchemas,
      ),
      responses: { ...errorComponents, ...openaiErrorComponents },
    },
  };
}

const description = [
  'Submit a generation, then poll its record or wait for the webhook. Every path works with and without a last slash.',
  'All faults of a request are reported at once. Fields accepted but not used are named in `Afterimage-Ignored`.',
  'A method that a path does not take is answered 405 with `Allow`, `{"detail", "code": "METHOD_NOT_ALLOWED"}`.',
  '`/v1` only grows: fields and values may be added, none is removed or changed.',
].join('\n\n');

const sandbox = [
  'Every account has a sandbox twin with play money; its keys begin with `ai_test_`. With such a key, words in double',
  `brackets in a prompt play a scenario, in every family, and any number of them together:\n\n${directivesTable()}\n\n`,
  'Its clock can be moved, so that time limits and repeats of webhooks come nearer. On a service that listens on its own',
  'machine only, its `callback_url` may be plain http to that machine: `http://localhost:3000/hook`.',
].join(' ');
