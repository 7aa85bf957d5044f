/** What the guide shows an operator is what the code takes: files, names, links, one page a kind. */

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { families } from '@afterimage/contract';
import manifest from '../../package.json' with { type: 'json' };
import { isBinding } from '../../src/engines/bindings.ts';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { errorClasses } from '../../src/engines/engine.ts';
import { readEnginesFile } from '../../src/engines/engines-file.ts';
import { called } from '../../src/engines/kinds.ts';

const guide = fileURLToPath(new URL('../../../../docs/guide/', import.meta.url));
const pages = new Map(
  globSync('engines{.md,/*.md}', { cwd: guide }).map((file) => [file, readFileSync(join(guide, file), 'utf8')]),
);

const graph = { 3: { inputs: {} }, 5: { inputs: {} }, 6: { inputs: {} } };
const text = (path: string) =>
  path.endsWith('.bind.json') ? '{"/6/inputs/text": "prompt"}' : path.endsWith('.json') ? JSON.stringify(graph) : 'x';
/** Whatever variable a page names is set. */
const env = new Proxy({}, { get: () => 'a secret' });

test('every engines.yaml of the guide is one that is taken', () => {
  const examples = [...pages].flatMap(([file, page]) =>
    [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => ({ file, yaml: yaml! })),
  );
  assert.ok(examples.length >= 9, String(examples.length));
  for (const { file, yaml } of examples) {
    // Inside a list the block is set in.
    const plain = yaml.replaceAll(/^ {3}/gm, yaml.startsWith('   ') ? '' : '   ');
    const reading = readEnginesFile({ text: plain, env, readText: text, families, embedded: embeddedTable });
    assert.ok(reading.ok, `${file}: ${JSON.stringify(reading)}\n${plain}`);
  }
});

test('the names that the guide gives for `bind` exist', () => {
  const [, table] = /\| Name \| Value \|\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(pages.get('engines/comfyui.md')!)!;
  const names = table!
    .split('\n')
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter((name) => !isBinding(name)),
    [],
  );
});

test('every link of the guide leads to a page that is there', () => {
  for (const [file, page] of pages) {
    for (const [, target] of page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(guide, dirname(file), target!)), `${file}: ${target}`);
    }
  }
});

test('each class of errors is explained, and each kind that is called has a page that says what was proved', () => {
  const main = pages.get('engines.md')!;
  for (const name of errorClasses) assert.ok(main.includes(`\`${name}\``), name);
  for (const kind of called) {
    const page = pages.get(`engines/${kind}.md`);
    assert.ok(page?.includes('## What was proved'), kind);
  }
});

test('the pages name the versions of the SDKs that the tests run', () => {
  const sdks = { fal: '@fal-ai/client', google: '@google/genai', openai: 'openai', replicate: 'replicate' } as const;
  for (const [kind, name] of Object.entries(sdks)) {
    const version = manifest.optionalDependencies[name as (typeof sdks)[keyof typeof sdks]];
    assert.ok(pages.get(`engines/${kind}.md`)?.includes(`\`${name}\` ${version}`), `${name} ${version}`);
  }
});
