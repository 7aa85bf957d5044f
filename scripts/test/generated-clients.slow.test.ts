/** The OpenAPI document in the hands of strangers: a linter has nothing to say, and clients generated from it generate. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService } from '../../packages/server/test/support/service.ts';
import { outsideTool, outsideTools } from '../outside-tools/find.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** Tools that look for a newer version of themselves would leave this machine. */
const quiet = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A service, what a client has to know of it, and its document as a file. */
async function served(t: TestContext) {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const folder = await emptyFolder(t);
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${service.url}/openapi.json`)).text());
  const env = { ...quiet, AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };
  return { folder, document, env };
}

const redocly = outsideTool('redocly');

test('redocly finds nothing to say of the document, by its strict rules', { skip: redocly.missing }, async (t) => {
  const cwd = await emptyFolder(t);
  // The specification writes beta's status path with a slash at the end.
  const rules = ['--extends', 'recommended-strict', '--skip-rule', 'no-path-trailing-slash'];
  const args = ['lint', join(root, 'docs/openapi.json'), ...rules, '--format', 'json'];
  const { stdout } = await run(redocly.path, args, { cwd, env: quiet, maxBuffer: 2 ** 26 }).catch((ended) => ended);
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string; location: unknown[] }[] };
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location)}`),
    [],
  );
});

const typescript = outsideTool('openapi-typescript');

const typescriptProgram = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const baseUrl = process.env['AFTERIMAGE_URL']!;
const headers = { authorization: \`Bearer \${process.env['AFTERIMAGE_API_KEY']}\` };
const client = createClient<paths>({ baseUrl, headers });

// What has a default may be left out.
const body: components['schemas']['GammaRequest'] = { prompt: 'a red fox runs through fresh snow [[fail TIMEOUT]]' };
const submitted = await client.POST('/v1/gamma/generate', { body });
if (submitted.data === undefined || !('generation_id' in submitted.data)) throw new Error(JSON.stringify(submitted.error));
const path = { generation_id: submitted.data.generation_id };
const failed = await client.GET('/v1/gamma/generations/{generation_id}', { params: { path, query: { wait: 60 } } });
const code: components['schemas']['GammaFailureCode'] | undefined = failed.data?.error?.message;

const drawn = await client.POST('/v1/delta/generate', { body: { prompt: 'a cat on a red chair', callback_url: null } });
if (drawn.data === undefined || !('task_uuid' in drawn.data)) throw new Error(JSON.stringify(drawn.error));
const { data: record } = await client.GET('/v1/delta/generations/{task_uuid}', {
  params: { path: { task_uuid: drawn.data.task_uuid }, query: { wait: 60 } },
});
const file = await fetch(record!.result_image_url!);

const listed = await client.GET('/v1/generations', { params: { query: { family: 'delta', limit: 1 } } });
const [first] = listed.data!.items;
const link = first?.family === 'delta' ? first.record.result_image_url : null;
const refused = await client.POST('/v1/delta/generate', { body: { prompt: '' } });

// In OpenAI's shape: fields of the family beside its own.
const models = await client.GET('/v1/models');
const asked = { model: 'delta', prompt: 'a cat on a red chair [[fail API_ERROR]]', max_price: '1' };
const shaped = await client.POST('/v1/images/generations', { body: asked });
const film = await client.POST('/v1/videos', { body: { model: 'beta', prompt: 'a fox [[queue 60]]', seconds: '10' } });
const failure = shaped.error !== undefined && 'error' in shaped.error ? shaped.error.error.code : null;
const ends = [models.data!.data.length > 9, failure, film.data?.status];
const told = [code, record!.status, file.headers.get('content-type'), link === null, refused.error, ends];
console.log(JSON.stringify(told));
`;

/** Each of these is a fault of the compiler, or the enumerations and required fields say nothing. */
const wrongTypescript = `
import type { components } from './schema.js';
type Schemas = components['schemas'];
export const [family, code, request, record]: unknown[] = [];
// @ts-expect-error
export const a: Schemas['AlphaFailureCode'] = 'UNSAFE_CONTENT';
// @ts-expect-error
export const b: Schemas['BetaRequest'] = { duration: 10 };
// @ts-expect-error
export const c: Schemas['BetaRequest'] = { prompt: 'a fox', duration: 11 };
// @ts-expect-error
export const d: Schemas['DeltaRecord']['status'] = 'done';
`;

test('openapi-typescript: what it generates compiles, and generates', { skip: typescript.missing }, async (t) => {
  const { folder, document, env } = await served(t);
  const options = { cwd: folder, env };
  await run(typescript.path, [document, '--output', join(folder, 'schema.d.ts')], options);
  await symlink(join(outsideTools, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'program.ts'), typescriptProgram);
  await writeFile(join(folder, 'wrong.ts'), wrongTypescript);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  const strict = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom'];
  await run(process.execPath, [compiler, ...strict, ...types, 'program.ts', 'wrong.ts'], options).catch((ended) =>
    assert.fail(ended.stdout),
  );
  const { stdout } = await run(process.execPath, ['program.ts'], options);
  const [code, status, type, isWithout, refused, ends] = JSON.parse(stdout);
  assert.deepEqual(ends, [true, 'API_ERROR', 'queued']);
  assert.deepEqual([code, status, type, isWithout], ['TIMEOUT', 'completed', 'image/jpeg', false]);
  assert.match(refused.detail, /^prompt must be/);
});

const python = outsideTool('openapi-python-client');

const pythonProgram = `
import os, uuid
import httpx
from generated import AuthenticatedClient
from generated.api.delta import get_delta_generation, submit_delta
from generated.api.gamma import get_gamma_generation, submit_gamma
from generated.api.openai import create_images, list_models
from generated.models import (
    BadRequestError, DeltaAccepted, DeltaRecord, DeltaRequest, GammaAccepted, GammaFailureCode, GammaRecord, GammaRequest,
    OpenaiImageCreation, OpenaiImages,
)

client = AuthenticatedClient(base_url=os.environ["AFTERIMAGE_URL"], token=os.environ["AFTERIMAGE_API_KEY"], timeout=httpx.Timeout(90))

accepted = submit_gamma.sync(client=client, body=GammaRequest(prompt="a red fox runs through fresh snow [[fail TIMEOUT]]"))
assert isinstance(accepted, GammaAccepted), accepted
failed = get_gamma_generation.sync(accepted.generation_id, client=client, wait=60)
assert isinstance(failed, GammaRecord) and failed.error is not None
assert failed.error.message is GammaFailureCode.TIMEOUT, failed

drawn = submit_delta.sync(client=client, body=DeltaRequest(prompt="a cat on a red chair", callback_url=None))
assert isinstance(drawn, DeltaAccepted) and isinstance(drawn.task_uuid, uuid.UUID), drawn
record = get_delta_generation.sync(drawn.task_uuid, client=client, wait=60)
assert isinstance(record, DeltaRecord) and record.message is None, record
refused = submit_delta.sync(client=client, body=DeltaRequest(prompt=""))
assert isinstance(refused, BadRequestError) and refused.errors[0].field == "prompt", refused

assert len(list_models.sync(client=client).data) > 9
made = create_images.sync(client=client, body=OpenaiImageCreation(model="delta", prompt="a cat on a red chair"))
assert isinstance(made, OpenaiImages) and made.data[0].url.startswith("http"), made
print(record.status.value, httpx.get(str(record.result_image_url)).headers["content-type"])
`;

test('openapi-python-client: what it generates compiles, and generates', { skip: python.missing }, async (t) => {
  const { folder, document, env } = await served(t);
  // It formats what it wrote with a program that it looks for there.
  const path = `${dirname(python.path)}:${process.env['PATH']}`;
  const options = { cwd: folder, env: { ...env, PATH: path, PYTHONDONTWRITEBYTECODE: '1' } };
  const args = ['generate', '--path', document, '--meta', 'none', '--output-path', join(folder, 'generated')];
  const { stderr: said } = await run(python.path, args, options);
  // It has no word for files of other kinds than octets; of everything else it understands all.
  const left = new Set(said.match(/^WARNING parsing .*$/gm));
  const files = ['GET /media/{media_id}/{file_name} within service', 'GET /v1/videos/{video_id}/content within openai'];
  assert.deepEqual(
    [...left],
    files.map((file) => `WARNING parsing ${file}.`),
    said,
  );
  await writeFile(join(folder, 'program.py'), pythonProgram);
  const interpreter = outsideTool('python').path;
  await run(interpreter, ['-m', 'compileall', '-q', 'generated', 'program.py'], { cwd: folder, env });
  const { stdout } = await run(interpreter, ['program.py'], options);
  assert.equal(stdout, 'completed image/jpeg\n');
});
