/** The forge's files are read by nobody before they are needed: that they hold together is seen here. */
import assert from 'node:assert/strict';
import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { 'timeout-minutes': number; steps: Step[] }>;
}

for (const file of globSync('.github/**/*.yml', { cwd: root })) {
  test(`${file} is YAML`, () => {
    assert.equal(typeof parse(read(file), { strict: true, uniqueKeys: true }), 'object');
  });
}

for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
  const { permissions, jobs } = parse(read(file)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`${file} starts with the right to read and nothing else, and ends by itself`, () => {
    assert.deepEqual(permissions, { contents: 'read' });
    for (const job of Object.values(jobs)) assert.ok(job['timeout-minutes'] <= 60);
  });

  test(`${file} takes others' actions by commit`, () => {
    for (const { uses } of steps) assert.match(uses ?? `a/b@${'0'.repeat(40)}`, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test(`${file} runs what there is`, () => {
    for (const { run = '' } of steps) {
      const script = /^npm (?:run )?([\w:]+)/.exec(run)?.[1];
      if (script !== undefined && script !== 'ci') assert.ok(script in scripts, run);
      if (run.startsWith('.ci/')) accessSync(join(root, run), constants.X_OK);
    }
  });
}
