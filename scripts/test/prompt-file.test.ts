/** What the gallery reads of a file of prompts. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promptsOf } from '../gallery/prompt-file.ts';

test('a line is a prompt, alone, with what is to be named, or with its language, too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prompts-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'prompts.txt');
  await writeFile(file, 'a cat on a roof\n\na hedgehog in a garden | hedgehog\r\nde | ein Igel | hedgehog\n');
  assert.deepEqual(await promptsOf(file), ['a cat on a roof', 'a hedgehog in a garden', 'ein Igel']);
});
