/** ARCHITECTURE.md tells the truth about the rooms of the server, and what a newcomer reads first stays short. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const serverSource = 'packages/server/src/';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('ARCHITECTURE.md');
const sectionOf = (title: string) => page.split(`## ${title}\n`)[1]!.split('\n## ')[0]!;

test('how money, state and messages move is read in under 900 lines, all counted, with the family that the page names', () => {
  const linesOf = (file: string) => read(file).split('\n').length - 1;
  const [family = ''] = page.match(/contract\/src\/families\/[\w-]+\.ts/) ?? [];
  const list = ['ARCHITECTURE.md', 'docs/schema.sql', `packages/${family}`];
  list.push(...['submit', 'run', 'settle'].map((name) => `${serverSource}generations/${name}.ts`));
  const lines = list.reduce((sum, file) => sum + linesOf(file), 0);
  assert.ok(lines < 900, `${lines} lines: ${list.map((file) => `${file} ${linesOf(file)}`).join(', ')}`);
});

test('ARCHITECTURE.md names every room of the server', () => {
  const tree = sectionOf('The tree');
  const server = tree.slice(tree.indexOf('  server/'), tree.indexOf('  studio/'));
  const present = globSync(`${serverSource}*`, { cwd: root }).map((path) => normalize(path).slice(serverSource.length));
  const isNamed = (room: string) => new RegExp(`[/ ]${room.replace(/\.ts$/, '')}[/, ]`).test(server);
  assert.ok(present.length > 20);
  assert.deepEqual(
    present.filter((room) => !isNamed(room)),
    [],
  );
});

/** Rooms that any other may lean on, so that arrows to them say nothing; and those that put all together. */
const untold = /^(log|metrics|telemetry|config|main|assembly)$/;

test('the arrows of ARCHITECTURE.md are those of the import lines', () => {
  const told = new Map<string, string[]>();
  for (const [, from, to] of sectionOf('The arrows').matchAll(/(\w[\w, ]*?) +-> +(\w[\w, ]*?)(?: {3,}|\n)/g)) {
    for (const room of from!.split(', ')) told.set(room, to!.split(', ').sort());
  }
  const drawn = new Map<string, Set<string>>();
  for (const file of globSync(`${serverSource}*/**/*.ts`, { cwd: root })) {
    const room = file.slice(serverSource.length).split('/')[0]!;
    for (const [, target] of read(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const other = normalize(join(file, '..', target!))
        .slice(serverSource.length)
        .split('/')[0]!;
      if (other === room || untold.test(other) || /^(main|assembly)$/.test(room)) continue;
      drawn.set(room, (drawn.get(room) ?? new Set()).add(other));
    }
  }
  const arrows = (map: Map<string, Iterable<string>>) =>
    [...map].map(([from, to]) => `${from} -> ${[...to].sort().join(', ')}`);
  assert.deepEqual(arrows(told).sort(), arrows(drawn).sort());
});
