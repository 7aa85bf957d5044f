/** Every letter that a watermark may hold is in the font that draws it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writableCharacters } from '../../contract/src/lettering.ts';

const font = readFileSync(fileURLToPath(new URL('../fonts/Inter-Medium.ttf', import.meta.url)));

/** The code points of the font's table `cmap`, of its part in format 12. */
function lettersOfFont(): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8);
  const letters = new Set<number>();
  for (let part = 0; part < font.readUInt16BE(cmap + 2); part += 1) {
    const start = cmap + font.readUInt32BE(cmap + 8 + 8 * part);
    if (font.readUInt16BE(start) !== 12) continue;
    for (let group = 0; group < font.readUInt32BE(start + 12); group += 1) {
      const at = start + 16 + 12 * group;
      for (let letter = font.readUInt32BE(at); letter <= font.readUInt32BE(at + 4); letter += 1) letters.add(letter);
    }
  }
  return letters;
}

test('the font has every letter that a watermark may hold', () => {
  const letters = lettersOfFont();
  assert.ok(letters.size > 1_000);
  const missing: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const letter = String.fromCharCode(code);
    const isAssigned = !/\p{Cn}|\p{Cs}/u.test(letter);
    if (isAssigned && writableCharacters.test(letter) && !letters.has(code)) missing.push(code.toString(16));
  }
  assert.deepEqual(missing, []);
});
