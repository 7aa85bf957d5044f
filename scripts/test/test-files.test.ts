/** `npm test` and `npm run test:slow` together run every test file, and none twice. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFiles } from '../test-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every test file is quick or slow, and both are run in CI', () => {
  const all = globSync('{packages,scripts}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  assert.deepEqual([...testFiles(root, 'quick'), ...testFiles(root, 'slow')].toSorted(), all.toSorted());
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.deepEqual([scripts['test'], scripts['test:slow']], ['node scripts/test.ts', 'node scripts/test.ts --slow']);
  assert.equal(scripts['test:examples'], 'node scripts/test.ts --examples');
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n');
  const run = ['npm test', 'npm run test:slow -- --examples || failed=$?', '[ "$failed" = 0 ] || exit "$failed"'];
  assert.deepEqual(
    lines.filter((line) => run.includes(line)),
    run,
  );
});
