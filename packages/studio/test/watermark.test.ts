/** Watermarks are set in the fonts that ship with the studio, on any machine. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawLettering } from '../src/picture/lettering.ts';
import { createFolder } from './support/studio.ts';

const folder = createFolder();
const FIT = { pixels: 24, widthMax: 1000 };

interface Lettered {
  width: number;
  sha256: string;
}

/** In a process of its own, because the font library reads its configuration once. */
function letterIn(env: Record<string, string>, text: string): Lettered {
  const script = fileURLToPath(new URL('./support/letter.ts', import.meta.url));
  const answer = execFileSync(process.execPath, [script, text], { env, encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(answer) as Lettered;
}

const bare = join(folder, 'bare.conf');
writeFileSync(bare, '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>');
const shipped = fileURLToPath(new URL('../fonts/fonts.conf', import.meta.url));

test('on a machine without a single font the letters are the same', () => {
  const text = 'Prüfung Жщ Ω 7';
  assert.deepEqual(letterIn({ FONTCONFIG_FILE: bare }, text), letterIn({ FONTCONFIG_FILE: shipped }, text));
  const [narrow, wide] = ['iiii', 'MMMM'].map((letters) => letterIn({ FONTCONFIG_FILE: bare }, letters).width);
  assert.ok(wide! > narrow! * 2, 'and letters, not the boxes that stand for missing ones');
});

test('what Inter has no letter for is taken from the fonts beside it', () => {
  for (const text of ['狐のニュース', '한국어', 'أخبار', 'खबरें', 'ข่าว', 'שלום', '🦊🐈', 'ქართული', 'Mixed 狐']) {
    // Without them boxes stand there.
    assert.notEqual(
      letterIn({ FONTCONFIG_FILE: shipped }, text).sha256,
      letterIn({ FONTCONFIG_FILE: bare }, text).sha256,
    );
  }
});

test('letters that a joiner makes one stay one', () => {
  for (const [joined, apart] of [
    ['ශ්\u200dරී', 'ශ් රී'],
    ['می\u200cخواهم', 'می خواهم'],
    ['👨\u200d👩\u200d👧', '👨 👩 👧'],
  ] as const) {
    const lettered = letterIn({ FONTCONFIG_FILE: shipped }, joined);
    assert.notEqual(lettered.sha256, letterIn({ FONTCONFIG_FILE: shipped }, apart).sha256, joined);
  }
});

test('what only says how letters stand is no gap between them', () => {
  const plain = letterIn({ FONTCONFIG_FILE: shipped }, 'Bergbahn');
  for (const written of ['Berg\u00adbahn', 'Berg\u200ebahn', 'Berg\u2060bahn']) {
    assert.equal(letterIn({ FONTCONFIG_FILE: shipped }, written).sha256, plain.sha256);
  }
});

test('what looks like markup is set as it is written', async () => {
  const marked = await drawLettering('<b>a</b> & b', FIT);
  const plain = await drawLettering('a b', FIT);
  assert.ok(marked!.layer.width > plain!.layer.width * 2);
});

test('a line that is too long is set smaller, and one without anything to see is left out', async () => {
  const long = await drawLettering('a line that goes on '.repeat(20), { pixels: 24, widthMax: 300 });
  assert.ok(long!.layer.width <= 300 && long!.layer.width > 250, `${long!.layer.width} wide`);
  for (const unseen of [
    ' \n\u0001\u200b ',
    '\u200d\u200d',
    '\ufe0f\ufe0f\ufe0f',
    '\u3164 \u3164',
    '\u2800\u2800\u2800',
  ]) {
    assert.equal(await drawLettering(unseen, FIT), null);
  }
});
