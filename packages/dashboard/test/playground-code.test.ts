/** The code beside the form is code that runs: what a shell or Node makes of it is the request. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type Family, families, findFamily } from '@afterimage/contract';
import { codeFor, FileMark } from '../src/screens/playground/code.ts';

const run = promisify(execFile);
const beta = findFamily('beta', families) as Family;
const hard = `it's "so" \\ $HOME \`id\`\nnew line ü`;

interface Seen {
  path: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

async function listen(t: TestContext): Promise<{ origin: string; seen: Seen[]; folder: string }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    seen.push({ path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) });
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-code-'));
  await writeFile(join(folder, 'a fox.png'), 'PNG');
  t.after(() => {
    server.close();
    server.closeAllConnections();
    return rm(folder, { recursive: true });
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, folder };
}

const bodies = [
  { what: 'plain fields', body: { prompt: hard, duration: 15 }, sent: { prompt: hard, duration: 15 } },
  {
    what: 'a file',
    body: { prompt: hard, images: [new FileMark('a fox.png', 'image/png')] },
    sent: { prompt: hard, images: ['data:image/png;base64,UE5H'] },
  },
];

for (const { what, body, sent } of bodies) {
  test(`cURL with ${what} sends the request`, async (t) => {
    const { origin, seen, folder } = await listen(t);
    const code = codeFor('curl', { family: beta, body, origin });
    await run('sh', ['-c', code], { cwd: folder, env: { PATH: process.env['PATH'], AFTERIMAGE_API_KEY: 'key' } });
    assert.deepEqual(seen, [{ path: '/v1/beta/generate', authorization: 'Bearer key', body: sent }]);
  });

  test(`TypeScript with ${what} sends the request`, async (t) => {
    const { origin, seen, folder } = await listen(t);
    await writeFile(join(folder, 'ask.mts'), codeFor('typescript', { family: beta, body, origin }));
    await run(process.execPath, ['ask.mts'], { cwd: folder, env: { AFTERIMAGE_API_KEY: 'key' } });
    assert.deepEqual(seen, [{ path: '/v1/beta/generate', authorization: 'Bearer key', body: sent }]);
  });
}

test('the command names every field, and a shell reads each as it was written', async () => {
  const body = {
    prompt: hard,
    aspect_ratio: '16:9',
    images: [new FileMark('a fox.png', 'image/png'), 'https://a.b/c'],
  };
  const code = codeFor('cli', { family: beta, body, origin: '' });
  const { stdout } = await run('sh', ['-c', code.replace(/^npx/, `printf '%s\\0'`)]);
  assert.deepEqual(stdout.split('\0').slice(0, -1), [
    ...['afterimage', 'generate', 'beta', '--prompt', hard, '--aspect-ratio', '16:9'],
    ...['--images', '@a fox.png', '--images', 'https://a.b/c'],
  ]);
});
