/** The command under an older Node than the program needs: it hands over, and nobody can tell the difference. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { startAfterimage, temporaryFolder } from './support/afterimage.ts';

function findOlderNode(): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return candidates.filter(existsSync).find((node) => {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
    return Number.parseInt(version.slice(1), 10) < 26;
  });
}

const olderNode = findOlderNode();
const skip = olderNode === undefined && 'there is no Node older than 26 on PATH';

test('the answer and the exit code are those of the program', { skip }, async () => {
  const good = await startAfterimage(['--version'], {}, { node: olderNode }).ended;
  assert.deepEqual([good.exitCode, good.stdout], [0, `${packageJson.version}\n`]);
  const bad = await startAfterimage(['kye'], {}, { node: olderNode }).ended;
  assert.equal(bad.exitCode, 2);
  assert.match(bad.stderr, /Did you mean key/);
});

async function startService() {
  const { folder, remove } = await temporaryFolder();
  const service = startAfterimage(
    ['start'],
    { AFTERIMAGE_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' },
    { node: olderNode },
  );
  await service.printed(/curl -s http/);
  return { service, remove };
}

test('a signal reaches the service, which stops in order', { skip }, async (t) => {
  const { service, remove } = await startService();
  t.after(remove);
  service.child.kill('SIGTERM');
  const { exitCode, signal } = await service.ended;
  assert.deepEqual([exitCode, signal], [0, null]);
});

test('killing the older Node outright stops the service too', { skip }, async (t) => {
  const { service, remove } = await startService();
  t.after(remove);
  service.child.kill('SIGKILL');
  // Its output ends only when the service, which shares it, is gone as well.
  assert.equal((await service.ended).signal, 'SIGKILL');
});
