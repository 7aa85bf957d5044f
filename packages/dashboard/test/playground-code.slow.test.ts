/** The code beside the form is code that runs: what a shell or Node makes of it is the request. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Family, families, findFamily } from '@afterimage/contract';
import { codeFor, FileMark } from '../src/screens/playground/code.ts';

const run = promisify(execFile);
const beta = findFamily('beta', families) as Family;
/** The first bytes of a PNG: as much as the command looks at. */
const png = 'iVBORw0KGgo=';
const hard = `it's "so" \\ $HOME \`id\`\nnew line ü`;

interface Seen {
  path: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

const id = '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37';

/** Takes what is submitted, is still at it when it is asked first, and has made it when it is asked again. */
async function listen(t: TestContext): Promise<{ origin: string; seen: Seen[]; looks: string[]; folder: string }> {
  const seen: Seen[] = [];
  const looks: string[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    const path = request.url ?? '';
    if (path === '/made.mp4') return response.end('a film');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      looks.push(path);
      const isMade = looks.length > 1;
      const record = { id, generation_id: id, status: isMade ? 'completed' : 'processing', progress: 50 };
      return response.end(
        JSON.stringify({ ...record, video_url: isMade ? `http://${request.headers.host}/made.mp4` : null }),
      );
    }
    seen.push({ path, authorization: request.headers.authorization, body: JSON.parse(text) });
    response.end(JSON.stringify({ generation_id: id, task_uuid: id, status: 'pending', price: '0.1000' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-code-'));
  await writeFile(join(folder, 'a fox.png'), Buffer.from(png, 'base64'));
  t.after(() => {
    server.close();
    server.closeAllConnections();
    return rm(folder, { recursive: true });
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, looks, folder };
}

const pythonListener = `
import json
class Afterimage:
    def __init__(self, base_url=None):
        self.heard = [base_url]
    def run(self, family, body):
        self.heard += [family, body]
        return "a record"
    def download(self, record, path):
        assert record == "a record"
        print(json.dumps([*self.heard, path]))
`;

const bodies = [
  {
    what: 'plain fields',
    body: { prompt: hard, duration: 15 },
    sent: { prompt: hard, duration: 15 },
  },
  {
    what: 'a file',
    body: { prompt: hard, image_base64: new FileMark('a fox.png', 'image/png') },
    sent: { prompt: hard, image_base64: `data:image/png;base64,${png}` },
  },
];

for (const { what, body, sent } of bodies) {
  test(`cURL with ${what} sends the request`, async (t) => {
    const { origin, seen, looks, folder } = await listen(t);
    const code = codeFor('curl', { family: beta, body, origin });
    const env = { PATH: process.env['PATH'], AFTERIMAGE_API_KEY: 'key' };
    const { stdout } = await run('sh', ['-c', code], { cwd: folder, env });
    assert.deepEqual(seen, [{ path: '/v1/beta/generate', authorization: 'Bearer key', body: sent }]);
    assert.deepEqual(looks, Array(2).fill(`/v1/beta/generations/${id}?wait=60`));
    assert.match(stdout, /"status":"pending"[\s\S]*"status":"completed".*made\.mp4/);
  });

  test(`TypeScript with ${what} sends the request`, async (t) => {
    const { origin, seen, folder } = await listen(t);
    await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
    await writeFile(join(folder, 'ask.mts'), codeFor('typescript', { family: beta, body, origin }));
    await run(process.execPath, ['ask.mts'], { cwd: folder, env: { AFTERIMAGE_API_KEY: 'key' } });
    assert.deepEqual(seen, [{ path: '/v1/beta/generate', authorization: 'Bearer key', body: sent }]);
    assert.equal(await readFile(join(folder, 'beta.mp4'), 'utf8'), 'a film');
  });

  test(`Python with ${what} asks the client for the request`, {
    skip: spawnSync('python3', ['--version']).error !== undefined && 'python3 is not installed',
  }, async (t) => {
    const { folder } = await listen(t);
    // The client has tests of its own, and needs a library that not every machine has; here it is what Python reads.
    await writeFile(join(folder, 'afterimage.py'), pythonListener);
    await writeFile(join(folder, 'ask.py'), codeFor('python', { family: beta, body, origin: 'https://a.example' }));
    const { stdout } = await run('python3', ['ask.py'], { cwd: folder });
    const [heard] = stdout.split('\n');
    const given = { ...body, ...('image_base64' in body && { image_base64: 'a fox.png' }) };
    assert.deepEqual(JSON.parse(heard!), ['https://a.example', 'beta', given, 'beta.mp4']);
  });
}

const program = fileURLToPath(new URL('../../cli/bin/afterimage.js', import.meta.url));

/** As it is pasted, but that `npx` finds the command at once and that it does not wait for the listener's sake. */
const paste = (code: string, { folder }: { folder: string }) =>
  run('sh', ['-c', `npx() { shift; "$NODE" "$PROGRAM" "$@"; }\n${code} --no-wait`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], AFTERIMAGE_API_KEY: 'key', NODE: process.execPath, PROGRAM: program },
  });

/** The family's own example, with a yes or no turned and with files where it takes them. */
function everyKind(family: Family): { body: Record<string, unknown>; sent: Record<string, unknown> } {
  const { properties, examples } = family.schemas.request as {
    properties: Record<string, { type?: string; default?: unknown }>;
    examples: [Record<string, unknown>];
  };
  const body: Record<string, unknown> = { ...examples[0], prompt: hard };
  for (const [name, { type, default: usual }] of Object.entries(properties)) {
    if (type === 'boolean') body[name] = usual !== true;
  }
  const sent = { ...body };
  for (const [name, { kind, takes, list }] of family.mediaFields) {
    if (kind === 'video') continue;
    const file = new FileMark('a fox.png', 'image/png');
    const [shown, goes] =
      takes === 'url' ? ['https://a.b/c?d=1&e', 'https://a.b/c?d=1&e'] : [file, `data:image/png;base64,${png}`];
    body[name] = list ? [shown, shown] : shown;
    sent[name] = list ? [goes, goes] : goes;
  }
  return { body, sent };
}

for (const family of families) {
  test(`the command of ${family.slug}, pasted into a shell, sends the request with every value in its type`, async (t) => {
    const { origin, seen, folder } = await listen(t);
    const { body, sent } = everyKind(family);
    await paste(codeFor('cli', { family, body, origin }), { folder });
    assert.deepEqual(seen, [{ path: `${family.path}/generate`, authorization: 'Bearer key', body: sent }]);
  });
}

test('the command names the address only where it is not the one that it takes anyway', () => {
  const sample = { family: beta, body: { prompt: 'a fox', duration: 15 } };
  assert.equal(
    codeFor('cli', { ...sample, origin: 'http://127.0.0.1:8080' }),
    "npx afterimage generate beta \\\n  --prompt 'a fox' \\\n  --duration 15",
  );
  assert.match(
    codeFor('cli', { ...sample, origin: 'https://media.example.com' }),
    / --url https:\/\/media\.example\.com /,
  );
});
