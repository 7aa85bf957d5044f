/** A release, made in a copy of this checkout: what it refuses, what it says, what it tags and packs. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { copyCheckout } from '../../packages/server/test/support/checkout-copy.ts';
import { awayFromFiles, notesOf, releaseSection } from '../release/changelog.ts';
import { isLater } from '../release/versions.ts';

const day = '2026-11-17';

test('what is unreleased becomes the section of the version', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0\n\n- Old.\n';
  assert.equal(
    releaseSection(before, { version: '0.3.0', day }),
    '# Changelog\n\n## Unreleased\n\n## 0.3.0, 2026-11-17\n\n- New.\n\n## 0.2.0\n\n- Old.\n',
  );
});

test('a section that was written beforehand is dated and gains what is unreleased', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0\n\n- Old.\n\n## 0.1.0, 2026-01-01\n\n- First.\n';
  const after = releaseSection(before, { version: '0.2.0', day });
  assert.equal(
    after,
    '# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-11-17\n\n- Old.\n\n- New.\n\n## 0.1.0, 2026-01-01\n\n- First.\n',
  );
  assert.equal(notesOf(after, '0.2.0'), '- Old.\n\n- New.');
  assert.equal(notesOf(after, '0.1.0'), '- First.');
  assert.equal(notesOf(after, '9.9.9'), '');
});

test('notes lead to files of the tag where the forge is known, and otherwise name them', () => {
  const notes = '- New ([docs/new.md](docs/new.md)), as [Elsewhere](https://elsewhere.example/new) has it.';
  assert.equal(
    awayFromFiles(notes, 'https://forge.example/us/afterimage/blob/v0.3.0'),
    '- New ([docs/new.md](https://forge.example/us/afterimage/blob/v0.3.0/docs/new.md)), as [Elsewhere](https://elsewhere.example/new) has it.',
  );
  assert.equal(
    awayFromFiles(notes, null),
    '- New (docs/new.md), as [Elsewhere](https://elsewhere.example/new) has it.',
  );
});

test('versions come after each other by number', () => {
  for (const [later, earlier] of [
    ['0.10.0', '0.9.3'],
    ['1.0.0', '0.99.99'],
    ['1.0.0', '1.0.0-rc.1'],
    ['1.0.0-rc.10', '1.0.0-rc.9'],
  ] as const) {
    assert.ok(isLater(later, earlier), `${later} after ${earlier}`);
    assert.ok(!isLater(earlier, later), `${earlier} not after ${later}`);
  }
  assert.ok(!isLater('1.0.0', '1.0.0'));
});

/** A repository of its own, with one commit on main. */
async function openRepository(t: TestContext) {
  const copy = await copyCheckout(t);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: copy,
      encoding: 'utf8',
    }).trim();
  const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    changelog.replace('## Unreleased\n', '## Unreleased\n\n- Seven is here ([README.md](README.md)).\n'),
  );
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All of it');
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/release.ts', ...args], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, npm_config_offline: 'true', GITHUB_REPOSITORY: undefined },
    });
  return { copy, git, release };
}

test('a release is said, made, and not made twice', async (t) => {
  const { copy, git, release } = await openRepository(t);
  const commit = git('rev-parse', 'HEAD');

  const said = release('7.0.0');
  assert.equal(said.status, 0, said.stderr);
  assert.match(said.stdout, /Would write 7\.0\.0[\s\S]*--go/);
  assert.deepEqual([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')], [commit, '', '']);

  writeFileSync(join(copy, 'more.md'), 'More.\n');
  assert.match(release('7.0.0').stderr, /not committed/);
  rmSync(join(copy, 'more.md'));

  const unknown = release('7.0.0', '--now');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^Unknown option '--now': .*\n$/);

  const made = release('7.0.0', '--go');
  assert.equal(made.status, 0, made.stderr);
  assert.deepEqual([git('tag'), git('rev-parse', 'v7.0.0^{commit}')], ['v7.0.0', git('rev-parse', 'HEAD')]);
  assert.equal(git('status', '--porcelain'), '');
  for (const file of ['package.json', 'packages/client/package.json', 'package-lock.json', 'docs/openapi.json']) {
    assert.match(git('show', `v7.0.0:${file}`), /"version": "7\.0\.0"/, file);
  }
  assert.match(git('show', 'v7.0.0:packages/contract/src/openapi/examples.ts'), /version: \['7\.0\.0'\]/);
  assert.match(git('show', 'v7.0.0:docs/guide/clients.md'), /afterimage-client-7\.0\.0\.tgz/);
  assert.match(git('show', 'v7.0.0:deploy/helm/afterimage/Chart.yaml'), /^version: 7\.0\.0\nappVersion: 7\.0\.0$/m);
  assert.match(git('show', 'v7.0.0:packages/cli/package.json'), /"@afterimage\/server": "7\.0\.0"/);
  assert.match(git('show', 'v7.0.0:CHANGELOG.md'), /## Unreleased\n\n## 7\.0\.0, \d{4}-\d\d-\d\d\n\n- Seven is here /);

  const packed = join(copy, 'dist/release');
  const files = ['SHA256SUMS', 'afterimage-7.0.0.tar.gz', 'afterimage-client-7.0.0.tgz', 'notes.md'];
  assert.deepEqual(readdirSync(packed).toSorted(), files);
  assert.match(readFileSync(join(packed, 'notes.md'), 'utf8'), /^- Seven is here \(README\.md\)\.$/m);
  const sources = execFileSync('tar', ['-tzf', join(packed, 'afterimage-7.0.0.tar.gz')], { encoding: 'utf8' });
  assert.match(sources, /^afterimage-7\.0\.0\/packages\/server\/package\.json$/m);
  assert.doesNotMatch(sources, /node_modules|\/dist\//);
  const client = execFileSync('tar', ['-tzf', join(packed, 'afterimage-client-7.0.0.tgz')], { encoding: 'utf8' });
  assert.match(client, /^package\/index\.js$/m);
  assert.match(client, /^package\/index\.d\.ts$/m);

  const twice = release('7.0.0', '--go');
  assert.equal(twice.status, 1);
  assert.match(twice.stderr, /v7\.0\.0 is tagged already/);
  assert.match(release('6.9.0').stderr, /6\.9\.0 does not come after 7\.0\.0/);
  assert.match(release('seven').stderr, /no version/);
  git('switch', '--quiet', '--create', 'other');
  assert.match(release('7.1.0').stderr, /branch main/);
  assert.ok(existsSync(packed));
});
