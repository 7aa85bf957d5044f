/** The client as others get it: built, packed, installed into an empty project without a network, used by plain Node and tsc. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { reachable } from '../../../scripts/build-client.ts';
import { installClient } from './support/installed-client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
let project: string;
let remove: () => Promise<void>;

before(async () => {
  ({ project, remove } = await installClient());
});

after(() => remove());

test('it brings no other package with it', async () => {
  const installed = await readdir(join(project, 'node_modules'));
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['@afterimage'],
  );
  assert.deepEqual(await readdir(join(project, 'node_modules/@afterimage')), ['client']);
});

test('what a program loads is at most 12 kB, compressed', () => {
  const built = join(project, 'node_modules/@afterimage/client');
  const files = [...reachable(built, './index.js')];
  assert.ok(files.includes('verify-webhook.js') && files.includes('families.js'), files.join());
  const bytes = gzipSync(Buffer.concat(files.map((file) => readFileSync(join(built, file))))).length;
  assert.ok(bytes <= 12_000, `${bytes} bytes`);
});

test('plain Node imports it, generates, saves the file and checks a webhook', async () => {
  const server = createServer((request, response) => {
    const answer =
      request.method === 'POST'
        ? { generation_id: 'one', status: 'pending' }
        : { generation_id: 'one', status: 'completed', video_url: `${baseUrl}/media` };
    request.resume().on('end', () => response.end(request.url === '/media' ? 'bytes' : JSON.stringify(answer)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(
    join(project, 'program.js'),
    `import { readFileSync } from 'node:fs';
     import { Afterimage, verifyWebhook } from '@afterimage/client';
     import { apiRoutes } from '@afterimage/client/account';
     const client = new Afterimage();
     const record = await client.run('beta', { prompt: 'It waves' });
     await client.download(record, 'out.mp4');
     console.log(record.status, record.id, readFileSync('out.mp4', 'utf8'), apiRoutes.getBalance.path);
     try { verifyWebhook('{}', {}, 'whsec_x'); } catch (fault) { console.log(fault.message); }`,
  );
  try {
    const env = { ...process.env, AFTERIMAGE_API_KEY: 'k', AFTERIMAGE_URL: `${baseUrl}/` };
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: project, env });
    assert.equal(stdout, 'completed one bytes /api/balance\nThe header webhook-id is missing\n');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const typed = (calls: readonly string[]): string =>
  `import { Afterimage, createAccountApi, type GenerationRecord, Refusal } from '@afterimage/client';
import { apiRoutes } from '@afterimage/client/account';
const account = createAccountApi(apiRoutes, { baseUrl: 'http://127.0.0.1', apiKey: 'k', fetch });
const client = new Afterimage({ apiKey: 'k' });
export const refused = (fault: unknown): number => (fault instanceof Refusal ? fault.status : 0);
export type Seen = GenerationRecord<'delta'>;
${calls.map((call) => `${call}\n`).join('')}`;

/** What the compiler says of each call; empty where it is content. */
async function compile(calls: readonly string[]): Promise<string[]> {
  const program = typed(calls);
  await writeFile(join(project, 'program.ts'), program);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  // Without `skipLibCheck`: the client's own types are looked at too.
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom'];
  const compiling = run(process.execPath, [compiler, ...options, '--types', '', 'program.ts'], { cwd: project });
  const said = await compiling.then(
    () => '',
    (ended: { stdout: string }) => ended.stdout,
  );
  const firstLine = program.split('\n').length - calls.length;
  const faults = [...said.matchAll(/^(\S+)\((\d+),\d+\): error .*$/gm)];
  assert.deepEqual(
    faults.filter(([, file]) => file !== 'program.ts').map(([line]) => line),
    [],
  );
  return calls.map((_, index) => faults.find(([, , line]) => Number(line) === firstLine + index)?.[0] ?? '');
}

test('a program that uses it compiles', async () => {
  const calls = [
    `export const key = (await account.createKey({ body: { name: 'tests', mode: 'sandbox' } })).key.toUpperCase();`,
    `export const count = (await account.listGenerations({ query: { limit: 10 } })).items.length;`,
    `export const { id, price } = await client.submit('beta', { prompt: 'Hi', duration: 15, image_url: new Blob([]) });`,
    `export const link: string | null = (await client.run('gamma', { prompt: 'Hi', seed: 3 })).video_url;`,
    `await client.run('alpha', { prompt: 'Hi', model: 'alpha_3', duration: 7, max_price: '1' }, { onProgress: (seen) => seen.percent?.toFixed() });`,
    `for await (const each of client.listAll({ family: 'delta' })) if (each.family === 'delta') each.result_image_url?.at(0);`,
    `for await (const { record } of client.events()) if (record.status === 'completed') await client.download(record, 'a.mp4');`,
  ];
  assert.deepEqual(
    await compile(calls),
    calls.map(() => ''),
  );
});

test('what the service would refuse is a fault of the compiler', async () => {
  const calls = {
    'a field that a route does not have': `account.createKey({ body: { nme: 'tests' } });`,
    'a value that a field does not take': `account.createKey({ body: { name: 'tests', mode: 'both' } });`,
    'a member that an answer does not have': `(await account.getBalance()).amount_left;`,
    'a family that is none': `client.submit('omega', { prompt: 'It waves' });`,
    'a field of another family': `client.submit('beta', { prompt: 'It waves', aspect_ratio: '1:1' });`,
    'a field with a slip': `client.run('delta', { promt: 'It waves' });`,
    'a prompt left out': `client.run('delta', {});`,
    'a value of the wrong type': `client.run('beta', { prompt: 'It waves', duration: '10' });`,
    'a value that is none of the choices': `client.quote('beta', { prompt: 'It waves', duration: 11 });`,
    'a number outside its range': `client.run('alpha', { prompt: 'It waves', duration: 16 });`,
    'a list where one is taken': `client.run('beta', { prompt: 'It waves', image_url: ['https://a.b/c'] });`,
    'a member that a record does not have': `(await client.run('delta', { prompt: 'It waves' })).video_url;`,
    'a status that is none': `client.list({ status: 'done' });`,
  };
  const said = await compile(Object.values(calls));
  assert.deepEqual(
    Object.keys(calls).filter((_, index) => said[index] === ''),
    [],
  );
});
