/** A watermark may be in any language: every letter of its script is in one of the fonts that ship with the studio. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../fonts/', import.meta.url));

/** The blocks that living languages are written in, of Unicode's recommended scripts. Beyond them stand historic and phonetic letters. */
const blocks: Record<string, [from: number, to: number][]> = {
  Latin: [
    [0x20, 0x24f],
    [0x1e00, 0x1eff],
  ],
  Greek: [
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
  ],
  Cyrillic: [[0x400, 0x52f]],
  Armenian: [[0x530, 0x58f]],
  Hebrew: [[0x5d0, 0x5ea]],
  Arabic: [
    [0x600, 0x6ff],
    [0x750, 0x77f],
  ],
  Thaana: [[0x780, 0x7bf]],
  Devanagari: [[0x900, 0x97f]],
  Bengali: [[0x980, 0x9ff]],
  Gurmukhi: [[0xa00, 0xa7f]],
  Gujarati: [[0xa80, 0xaff]],
  Tamil: [[0xb80, 0xbff]],
  Telugu: [[0xc05, 0xc39]],
  Kannada: [[0xc80, 0xcb9]],
  Malayalam: [[0xd00, 0xd7f]],
  Sinhala: [[0xd80, 0xdff]],
  Thai: [[0xe00, 0xe7f]],
  Tibetan: [[0xf00, 0xfff]],
  Myanmar: [[0x1000, 0x109f]],
  Georgian: [[0x10a0, 0x10ff]],
  Ethiopic: [[0x1200, 0x137f]],
  Khmer: [[0x1780, 0x17ff]],
  Hiragana: [[0x3041, 0x3094]],
  Katakana: [[0x30a1, 0x30f6]],
  Hangul: [
    [0x3131, 0x318e],
    [0xac00, 0xd7a3],
  ],
  Han: [
    [0x3400, 0x4db5],
    [0x4e00, 0x9fa5],
  ],
};

/** The code points of a font's table `cmap`, of its parts in the two formats that hold all of them. */
function lettersOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8);
  return Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, part) => {
    const start = cmap + font.readUInt32BE(cmap + 8 + 8 * part);
    const format = font.readUInt16BE(start);
    if (format === 12) return groupsOf(font, start).flatMap(([from, to]) => range(from, to));
    return format === 4 ? segmentsOf(font, start).flatMap(([from, to]) => range(from, to)) : [];
  }).flat();
}

function groupsOf(font: Buffer, start: number): [from: number, to: number][] {
  return Array.from({ length: font.readUInt32BE(start + 12) }, (_, group) => {
    const at = start + 16 + 12 * group;
    return [font.readUInt32BE(at), font.readUInt32BE(at + 4)];
  });
}

/** The last one ends the table and holds no letter. */
function segmentsOf(font: Buffer, start: number): [from: number, to: number][] {
  const bytes = font.readUInt16BE(start + 6);
  return Array.from({ length: bytes / 2 - 1 }, (_, segment) => {
    const end = start + 14 + 2 * segment;
    return [font.readUInt16BE(end + bytes + 2), font.readUInt16BE(end)];
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ttf'));
const letters = new Set(files.flatMap((name) => lettersOf(readFileSync(`${folder}/${name}`))));

const missingOf = (codes: number[], wanted: RegExp) =>
  codes
    .filter((code) => wanted.test(String.fromCodePoint(code)) && !letters.has(code))
    .map((code) => code.toString(16));

for (const [script, ranges] of Object.entries(blocks)) {
  test(`every letter, mark and digit of ${script} can be drawn`, () => {
    const ofScript = new RegExp(`^[\\p{Script_Extensions=${script}}&&[\\p{L}\\p{M}\\p{N}]]$`, 'v');
    const codes = ranges
      .flatMap(([from, to]) => range(from, to))
      .filter((code) => ofScript.test(String.fromCodePoint(code)));
    assert.ok(codes.length > 20, `${codes.length} of them`);
    assert.deepEqual(missingOf(codes, ofScript), []);
  });
}

test('every emoji can be drawn', () => {
  assert.deepEqual(missingOf(range(0x100, 0x1ffff), /^\p{Emoji_Presentation}$/u), []);
});

test('a letter that no font has is missed', () => {
  assert.deepEqual(missingOf([0x41, 0x13000], /./u), ['13000']);
});
