/** The client as others get it: built, packed, installed into an empty project without a network, used by plain Node and tsc. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildClient } from '../../../scripts/build-client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const shell = process.platform === 'win32';
const offline = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
let folder: string;
let project: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-tarball-'));
  project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const built = buildClient(join(folder, 'built'));
  const npm = (args: string[], cwd: string) =>
    run('npm', args, { cwd, shell, env: { ...process.env, ...offline, npm_config_cache: join(folder, 'cache') } });
  const packed = await npm(['pack', '--json', '--pack-destination', folder], built);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await npm(['install', '--no-save', join(folder, filename)], project);
});

after(() => rm(folder, { recursive: true, force: true }));

test('it brings no other package with it', async () => {
  const installed = await readdir(join(project, 'node_modules'));
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['@afterimage'],
  );
  assert.deepEqual(await readdir(join(project, 'node_modules/@afterimage')), ['client']);
});

test('plain Node imports it and generates', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const answer = request.method === 'POST' ? { generation_id: 'one', status: 'pending' } : { status: 'completed' };
    request.resume().on('end', () => response.end(JSON.stringify({ ...answer, asked: request.url })));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(
    join(project, 'program.js'),
    `import { createGenerations } from '@afterimage/client';
     import { families } from '@afterimage/client/families';
     import { apiRoutes } from '@afterimage/client/account';
     const beta = families.find(({ slug }) => slug === 'beta');
     const generations = createGenerations({ baseUrl: '${baseUrl}', apiKey: 'k', fetch });
     const { id } = await generations.submit(beta, { prompt: 'It waves' });
     const { status, asked } = await generations.wait(beta, id);
     console.log(status, asked, apiRoutes.getBalance.path);`,
  );
  try {
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: project });
    assert.equal(stdout, 'completed /v1/beta/generations/one /api/balance\n');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const typed = (calls: readonly string[]): string =>
  `import { createAccountApi, createGenerations, type GenerationRecord, Refusal } from '@afterimage/client';
import { apiRoutes } from '@afterimage/client/account';
const account = createAccountApi(apiRoutes, { baseUrl: 'http://127.0.0.1', apiKey: 'k', fetch });
const generations = createGenerations({ baseUrl: 'http://127.0.0.1', apiKey: 'k', fetch });
export const refused = (fault: unknown): number => (fault instanceof Refusal ? fault.status : 0);
export type Seen = GenerationRecord;
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
    `export const { id } = await generations.submit({ path: '/v1/beta', idName: 'generation_id' }, { prompt: 'Hi' });`,
  ];
  assert.deepEqual(await compile(calls), ['', '', '']);
});

test('what the service would refuse is a fault of the compiler', async () => {
  const calls = {
    'a field that a route does not have': `account.createKey({ body: { nme: 'tests' } });`,
    'a value that a field does not take': `account.createKey({ body: { name: 'tests', mode: 'both' } });`,
    'a member that an answer does not have': `(await account.getBalance()).amount_left;`,
    'a family without an address': `generations.submit({ path: '/v1/beta' }, { prompt: 'It waves' });`,
  };
  const said = await compile(Object.values(calls));
  assert.deepEqual(
    Object.keys(calls).filter((_, index) => said[index] === ''),
    [],
  );
});
