/** The Python client: its own tests, with the real service beside them, and its types. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService } from '../../packages/server/test/support/service.ts';

const folder = fileURLToPath(new URL('../../clients/python', import.meta.url));
/** As `.ci/run` makes it. */
const own = join(folder, '.venv', 'bin', 'python');
const python = existsSync(own) ? own : 'python3';

const lacks = (...modules: string[]): string | false =>
  spawnSync(python, ['-c', `import sys, ${modules.join(', ')}; assert sys.version_info >= (3, 10)`]).status !== 0 &&
  `the Python client is left out: there is no Python 3.10 with ${modules.join(' and ')}`;

async function runs(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(python, args, {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  assert.doesNotMatch(said, /\bskipped\b/);
}

test('the Python client does what its tests say, with the real service', {
  skip: lacks('httpx', 'pytest'),
}, async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const env = { AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };
  await runs(['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], env);
});

test('what a family does not take is a fault of the type checker', { skip: lacks('httpx', 'mypy') }, async () => {
  const paths = { MYPYPATH: 'src' };
  // Strict: an expected fault that is none any more is one, too.
  await runs(['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', 'src', 'tests/wrong_types.py'], paths);
});
