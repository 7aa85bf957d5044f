/** The index of drawings: a thousand subjects, each read alone, whole and known by its name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { fileOfIndex } from '../src/drawings/tables.ts';
import { vectorForm, vectorIds } from '../src/drawings/vectors.ts';
import { PLACES } from '../src/scene/cast.ts';

test('every vector is whole, and none lies in another', () => {
  const pack = readFileSync(fileOfIndex('vectors.bin'));
  assert.ok(pack.length < 4_000_000, `${pack.length}`);
  let all = 0;
  for (const id of vectorIds()) {
    const { offset, length } = vectorForm(id)!.bytes;
    const body = brotliDecompressSync(pack.subarray(offset, offset + length)).toString();
    assert.match(body, /^<(path|g|ellipse|circle|rect|linearGradient|radialGradient|defs|clipPath|mask|use)/, id);
    assert.equal(body.split('<').length, body.split('>').length, id);
    all += length;
  }
  assert.equal(all, pack.length);
});

test('each is known by footing, home, side and size', () => {
  for (const id of vectorIds()) {
    const form = vectorForm(id)!;
    assert.ok(PLACES.includes(form.home), `${id}: ${form.home}`);
    assert.ok(['ground', 'surface', 'water', 'sky', 'table'].includes(form.footing), `${id}: ${form.footing}`);
    assert.ok(['left', 'right', 'front'].includes(form.faces) && ['whole', 'head'].includes(form.part), id);
    assert.ok(form.metres > 0, id);
  }
  const { bytes: _, tone, ...hedgehog } = vectorForm('hedgehog')!;
  assert.deepEqual(hedgehog, {
    id: 'hedgehog',
    part: 'whole',
    faces: 'left',
    footing: 'ground',
    home: 'forest',
    metres: 0.25,
    nature: 'animal',
    tilt: 0,
  });
  assert.match(tone, /^#[0-9a-f]{6}$/);
  assert.equal(vectorForm('koala')?.part, 'whole');
  assert.equal(vectorForm('fox')?.part, 'head');
  assert.equal(vectorForm('pencil')?.tilt, -42);
  assert.equal(vectorForm('volcano')?.metres, 1500);
  assert.equal(vectorForm('no such thing'), null);
});
