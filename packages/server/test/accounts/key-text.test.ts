/** The form of keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawKeyText, isKeyText, keyHash } from '../../src/accounts/key-text.ts';

const modes = fc.constantFrom('live' as const, 'sandbox' as const);

test('a key is its prefix, 32 random characters and a checksum of 6', () => {
  assert.match(drawKeyText('live'), /^ai_live_[0-9A-Za-z]{38}$/);
  assert.match(drawKeyText('sandbox'), /^ai_test_[0-9A-Za-z]{38}$/);
  assert.equal(new Set(Array.from({ length: 1000 }, () => drawKeyText('live'))).size, 1000);
});

test('a key of a worker is none of a caller, nor the other way round', () => {
  const [worker, caller] = [drawKeyText('engine'), drawKeyText('live')];
  assert.match(worker, /^ai_engine_[0-9A-Za-z]{38}$/);
  assert.deepEqual([isKeyText(worker, 'engine'), isKeyText(worker, 'caller')], [true, false]);
  assert.deepEqual([isKeyText(caller, 'engine'), isKeyText(caller, 'caller')], [false, true]);
});

test('every letter of the alphabet is drawn about as often', () => {
  const counts = new Map<string, number>();
  for (let draw = 0; draw < 2000; draw += 1) {
    for (const letter of drawKeyText('live').slice(8, 40)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  // 64,000 letters make 1,032 of each, with a deviation of 32: 6 deviations do not happen by chance.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - 1032) < 200, `${letter}: ${count}`);
});

test('every key that is drawn passes its own checksum', () => {
  fc.assert(fc.property(modes, (mode) => isKeyText(drawKeyText(mode))));
});

test('a key with one character changed, two swapped, or one more or less is no key', () => {
  const index = fc.integer({ min: 0, max: 45 });
  const letter = fc.constantFrom(...'0123456789ABCXYZabcxyz_-. ');
  fc.assert(
    fc.property(modes, index, letter, (mode, at, by) => {
      const key = drawKeyText(mode);
      const next = (at + 1) % key.length;
      const letters = [...key];
      [letters[at], letters[next]] = [letters[next]!, letters[at]!];
      const wrong = [
        key.slice(0, at) + by + key.slice(at + 1),
        letters.join(''),
        key.slice(0, at) + by + key.slice(at),
      ];
      wrong.push(key.slice(0, at) + key.slice(at + 1), key.toUpperCase());
      return wrong.filter((text) => text !== key).every((text) => !isKeyText(text));
    }),
  );
});

test('no text that was not drawn passes', () => {
  fc.assert(fc.property(fc.string(), (text) => !isKeyText(text) && !isKeyText(`ai_live_${text}`)));
});

test('the hash is SHA-256', () => {
  assert.equal(keyHash('abc').toString('hex').slice(0, 16), 'ba7816bf8f01cfea');
});
