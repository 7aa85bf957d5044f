/** A subject is one record in one file: a new one is that file and a line of the index. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { paintPrompt } from '../src/paint/prompt-picture.ts';
import type { createPicture } from '../src/picture/picture.ts';
import type { readScene } from '../src/scene/scene.ts';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const SNOOZLE = `/** A snoozle: a purple box, as no other drawing here is. */
import { type Brush, box } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const snoozle: Subject = {
  words: { en: 'snoozle snoozles', de: 'schlummerling' },
  footing: 'ground',
  home: 'meadow',
  colour: '#a020f0',
  size: 0.5,
  metres: 1,
  draw: (b: Brush) => box([20, 20, 160, 170], b.ink(b.main)),
};
`;

test('a new subject is its own file and a line of the index', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'subject-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  await cp(SOURCE, join(folder, 'src'), { recursive: true });
  for (const beside of ['fonts', 'drawings'])
    await cp(join(SOURCE, '..', beside), join(folder, beside), { recursive: true });
  await symlink(MODULES, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'src/subjects/snoozle.ts'), SNOOZLE);
  const index = join(folder, 'src/subjects/index.ts');
  const listed = (await readFile(index, 'utf8'))
    .replace(/^import/m, "import { snoozle } from './snoozle.ts';\nimport")
    .replace('SUBJECTS = {', 'SUBJECTS = {\n  snoozle,');
  await writeFile(index, listed);

  const load = async (file: string) => await import(pathToFileURL(join(folder, 'src', file)).href);
  const copy = (await load('scene/scene.ts')) as { readScene: typeof readScene };
  const pictures = (await load('picture/picture.ts')) as { createPicture: typeof createPicture };
  const painter = (await load('paint/prompt-picture.ts')) as { paintPrompt: typeof paintPrompt };
  const size = { width: 192, height: 108 };
  for (const prompt of ['a snoozle in a meadow', 'ein Schlummerling auf der Wiese']) {
    const scene = copy.readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
    assert.equal(scene.subjects[0]?.name.startsWith('snoozle'), true, prompt);
    const picture = pictures.createPicture(size.width, size.height);
    (await painter.paintPrompt(scene, size, 'one')).paint(picture, { index: 0, share: 0.4, seconds: 2 });
    const purple = picture.u.filter((blue, at) => blue > 160 && picture.v[at]! > 140).length / picture.u.length;
    assert.ok(purple > 0.05, `${prompt}: ${purple}`);
  }
});
