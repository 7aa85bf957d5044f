/** A new subject is one file and its line in the index: it is named in any language, drawn, and moves. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { paintPrompt } from '../src/paint/prompt-picture.ts';
import type { createPicture } from '../src/picture/picture.ts';
import type { readScene } from '../src/scene/scene.ts';

const STUDIO = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const SNOOZLE = `/** A snoozle: a purple box that breathes, as no other drawing here does. */
import { type Brush, box } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const snoozle: Subject = {
  words: {
    en: 'snoozle snoozles',
    de: 'schlummerling',
    ru: 'снузл',
    ko: '스누즐',
    kin: { 'baby snoozle': { nl: 'snoezeltje' } },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#a020f0',
  size: 0.5,
  metres: 1,
  limbs: { stride: 1, cycles: 1, poses: 8 },
  head: { brow: { x: 100, y: 30, wide: 60 }, eyes: { x: 100, y: 60, wide: 60 }, neck: { x: 100, y: 90, wide: 60 } },
  draw,
};

function draw(b: Brush): string {
  const wide = 110 + 50 * b.stride * b.swing();
  return box([100 - wide / 2, 20, wide, 170], b.ink(b.main));
}
`;

const PROMPTS = [
  'a snoozle in a meadow, static shot',
  'ein Schlummerling auf der Wiese',
  'снузлы на пляже',
  '해변에서 스누즐',
  'een snoezeltje op het strand',
];

/** The studio with the new file, and with its line in the index. */
async function copyWithSnoozle(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'subject-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const part of ['src', 'fonts', 'drawings', 'package.json'])
    await cp(join(STUDIO, part), join(folder, part), { recursive: true });
  await cp(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.base.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'src/subjects/snoozle.ts'), SNOOZLE);
  const index = join(folder, 'src/subjects/index.ts');
  const listed = (await readFile(index, 'utf8'))
    .replace(/^import/m, "import { snoozle } from './snoozle.ts';\nimport")
    .replace('SUBJECTS = {', 'SUBJECTS = {\n  snoozle,');
  await writeFile(index, listed);
  return folder;
}

async function checkTypes(folder: string): Promise<void> {
  const project = join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ extends: './tsconfig.base.json', include: ['src'] }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(({ stdout }) => assert.fail(stdout));
}

test('a subject is added in two files', async (t) => {
  const folder = await copyWithSnoozle(t);
  await checkTypes(folder);

  const load = async (file: string) => await import(pathToFileURL(join(folder, 'src', file)).href);
  const copy = (await load('scene/scene.ts')) as { readScene: typeof readScene };
  const pictures = (await load('picture/picture.ts')) as { createPicture: typeof createPicture };
  const painter = (await load('paint/prompt-picture.ts')) as { paintPrompt: typeof paintPrompt };
  const size = { width: 192, height: 108 };
  for (const prompt of PROMPTS) {
    const scene = copy.readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
    assert.equal(scene.subjects[0]?.own, 'snoozle', prompt);
    const picture = pictures.createPicture(size.width, size.height);
    const painting = await painter.paintPrompt(scene, size, 'many');
    const purple = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => {
      painting.paint(picture, { index: eighth, share: eighth / 8, seconds: eighth / 8 });
      return picture.u.filter((blue, at) => blue > 160 && picture.v[at]! > 140).length / picture.u.length;
    });
    assert.ok(Math.min(...purple) > 0.02, `${prompt}: ${purple}`);
    assert.ok(Math.max(...purple) > 1.5 * Math.min(...purple), `it moves: ${prompt}: ${purple}`);
  }
});
