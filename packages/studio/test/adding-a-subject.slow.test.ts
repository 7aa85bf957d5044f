/** A new subject is one file and its line in the index: it is named in any language, drawn, and moves; no test breaks for it, and the drawings stand. */
import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  checkTypes,
  copyCheckout,
  editFile,
  runInCopy,
  runTestsInCopy,
} from '../../server/test/support/checkout-copy.ts';
import type { paintPrompt } from '../src/paint/prompt-picture.ts';
import type { createPicture } from '../src/picture/picture.ts';
import type { readScene } from '../src/scene/scene.ts';

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

/** The index has a drawing of it and the tables of the languages have its words: one of them as another name than it has here. */
const PIANO = `/** A piano: a box. */
import { type Brush, box } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const piano: Subject = {
  words: { en: 'piano pianos', fr: 'piano', kin: { 'upright-piano': { de: 'klavier' } } },
  footing: 'ground',
  home: 'interior',
  colour: '#201008',
  size: 0.5,
  metres: 1.5,
  draw: (b: Brush) => box([20, 40, 160, 150], b.ink(b.main)),
};
`;

const PROMPTS = [
  'a snoozle in a meadow, static shot',
  'ein Schlummerling auf der Wiese',
  'снузлы на пляже',
  '해변에서 스누즐',
  'een snoezeltje op het strand',
];

const FILES_OF_ALL_SUBJECTS = ['subject-records', 'prompt-words', 'reading'].map(
  (name) => `packages/studio/test/${name}.test.ts`,
);
const TESTS_OF_ALL_SUBJECTS = [
  'every word of a subject names it',
  'every subject the studio knows is seen where it is named',
  '"a hedgehog on a piano beside a teapot" is hedgehog on piano',
];

/** The checkout with the new files, and with their lines in the index. */
async function copyWithBoth(t: TestContext): Promise<string> {
  const copy = await copyCheckout(t);
  const subjects = join(copy, 'packages/studio/src/subjects');
  const index = join(subjects, 'index.ts');
  const before = "import type { Subject } from './subject.ts';";
  for (const [name, record] of Object.entries({ snoozle: SNOOZLE, piano: PIANO })) {
    await writeFile(join(subjects, `${name}.ts`), record);
    await editFile(index, before, `import { ${name} } from './${name}.ts';\n${before}`);
    await editFile(index, 'SUBJECTS = {', `SUBJECTS = {\n  ${name},`);
  }
  await checkTypes(copy, [join(subjects, 'snoozle.ts'), join(subjects, 'piano.ts'), index]);
  return copy;
}

test('a subject is added in two files', async (t) => {
  const copy = await copyWithBoth(t);
  await t.test('it is named in any language, drawn, and moves', () => checkDrawn(copy));
  await t.test('its own words count where tables have them, too', () => checkNamed(copy));
  await t.test('no test that looks at every subject breaks for it', () => checkTests(copy));
  await t.test('the drawings stand, and fall behind for what changes them', () => checkDrawings(copy));
});

async function checkDrawn(copy: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(join(copy, 'packages/studio/src', file)).href);
  const scenes = (await load('scene/scene.ts')) as { readScene: typeof readScene };
  const pictures = (await load('picture/picture.ts')) as { createPicture: typeof createPicture };
  const painter = (await load('paint/prompt-picture.ts')) as { paintPrompt: typeof paintPrompt };
  const size = { width: 192, height: 108 };
  for (const prompt of PROMPTS) {
    const scene = scenes.readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
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
}

async function checkNamed(copy: string): Promise<void> {
  const scenes = (await import(pathToFileURL(join(copy, 'packages/studio/src/scene/scene.ts')).href)) as {
    readScene: typeof readScene;
  };
  const named = (prompt: string) =>
    scenes
      .readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 })
      .subjects.map(({ own, name }) => [own, name]);
  assert.deepEqual(named('a piano in a garden'), [['piano', 'piano']]);
  assert.deepEqual(named('ein Klavier im Garten'), [['piano', 'upright piano']]);
  assert.deepEqual(named('пианино в саду'), [['piano', 'piano']], 'and theirs where it has none');
}

async function checkTests(copy: string): Promise<void> {
  const patterns = TESTS_OF_ALL_SUBJECTS.map((name) => `--test-name-pattern=${name}`);
  const report = await runTestsInCopy(copy, FILES_OF_ALL_SUBJECTS, patterns);
  for (const name of TESTS_OF_ALL_SUBJECTS) assert.match(report, new RegExp(`✔ ${name}`));
}

/** As where the libraries are not; in CI it would fetch them. */
const CHECK = "delete process.env.CI; await import('./scripts/derive.ts')";

async function checkDrawings(copy: string): Promise<void> {
  const check = () => runInCopy(copy, ['--input-type=module', '--eval', CHECK, '--', '--check']);
  await check();
  const cat = join(copy, 'packages/studio/src/subjects/cat.ts');
  await editFile(cat, "en: 'cat ", "en: 'mouser ");
  await assert.rejects(check(), /drawings\/origin.txt has fallen behind/);
  await editFile(cat, "en: 'mouser ", "en: 'cat ");
  await appendFile(join(copy, 'scripts/drawings/relatives.ts'), '\n');
  await assert.rejects(check(), /drawings\/origin.txt has fallen behind/);
}
