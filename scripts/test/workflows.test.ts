/** The forge's files are read by nobody before they are needed: that they hold together is seen here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { 'timeout-minutes': number; steps: Step[] }>;
}

const { updates } = parse(read('.github/dependabot.yml')) as {
  updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
};
const manifests: Record<string, string> = {
  npm: 'package.json',
  pip: 'pyproject.toml',
  docker: 'Dockerfile',
  'docker-compose': '*.yaml',
  'github-actions': '.github/workflows',
};

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

  test(`${file} has the history where everything is tested, in which the version before is found`, () => {
    const ofEverything = Object.values(jobs).filter((job) => job.steps.some(({ run }) => run === '.ci/run'));
    assert.ok(ofEverything.length > 0);
    for (const job of ofEverything) {
      const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      assert.equal(checkout?.with?.['fetch-depth'], 0);
    }
  });

  test(`${file} runs what there is`, () => {
    for (const { run = '' } of steps) {
      const script = /^npm (?:run )?([\w:]+)/.exec(run)?.[1];
      if (script !== undefined && script !== 'ci') assert.ok(script in scripts, run);
      if (run.startsWith('.ci/')) accessSync(join(root, run), constants.X_OK);
    }
  });
}

for (const { 'package-ecosystem': kind, directory, directories = [directory] } of updates) {
  const manifest = manifests[kind];
  test(`updates of ${kind} are looked for where there are some`, () => {
    assert.ok(manifest !== undefined);
    for (const folder of directories)
      assert.ok(globSync(manifest, { cwd: join(root, folder!) }).length > 0, `${folder}`);
  });
}

/** What each kind has where it is installed by itself: the packages of a workspace share a lock. */
const installed: Record<string, string> = { npm: 'package-lock.json', pip: 'pyproject.toml', docker: 'Dockerfile' };

for (const [kind, name] of Object.entries(installed)) {
  test(`updates of ${kind} are looked for wherever there are some`, () => {
    const exclude = (folder: string) => /(^|\/)(node_modules|dist|data)$/.test(folder);
    const folders = globSync(`**/${name}`, { cwd: root, exclude }).map((file) => join('/', dirname(file)));
    const looked = updates
      .filter((update) => update['package-ecosystem'] === kind)
      .flatMap(({ directory, directories }) => directories ?? [directory!]);
    assert.deepEqual(looked.toSorted(), folders.toSorted());
  });
}

test('a tag becomes a release only as the version that the packages say', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  const commands = jobs['release']!.steps.map(({ run }) => run ?? '');
  const comparison = commands.find((run) => run.includes('GITHUB_REF_NAME'))!;
  assert.ok(commands.indexOf(comparison) < commands.indexOf('.ci/run'));
  const endsWith = (tag: string) =>
    spawnSync('bash', ['-c', comparison], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } }).status;
  const { version } = JSON.parse(read('package.json')) as { version: string };
  assert.deepEqual([endsWith(`v${version}`), endsWith(`v${version}.1`)], [0, 1]);
});
