/** Secrets at rest: what is sealed opens with its key, in its context, and nowhere else. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { secretKeyBytes } from '../../src/config/secret-keys.ts';
import { createKeyring, KeyMissing } from '../../src/db/keyring.ts';

const key = () => randomBytes(secretKeyBytes);

test('what was sealed shows nothing of the secret and opens again', () => {
  const ring = createKeyring([key()]);
  const secret = 'whsec_c2VjcmV0';
  const sealed = ring.seal(secret, 'here');
  assert.ok(sealed.startsWith(ring.newestMark));
  assert.ok(!sealed.includes(secret) && !sealed.includes(Buffer.from(secret).toString('base64').slice(0, 12)));
  assert.notEqual(ring.seal(secret, 'here'), sealed, 'the same secret twice looks like two');
  assert.equal(ring.open(sealed, 'here'), secret);
});

test('a sealed secret that was moved or changed does not open', () => {
  const ring = createKeyring([key()]);
  const sealed = ring.seal('a secret', 'account 1');
  assert.throws(() => ring.open(sealed, 'account 2'));
  const last = sealed.at(-6) === 'A' ? 'B' : 'A';
  assert.throws(() => ring.open(`${sealed.slice(0, -6)}${last}${sealed.slice(-5)}`, 'account 1'));
  assert.throws(() => ring.open(ring.newestMark, 'account 1'));
});

test('older keys on the ring open, the newest seals; a key that is gone is named as the fault', () => {
  const [old, fresh] = [key(), key()];
  const before = createKeyring([old]).seal('a secret', 'here');
  const both = createKeyring([fresh, old]);
  assert.equal(both.open(before, 'here'), 'a secret');
  const after = both.seal('a secret', 'here');
  assert.equal(createKeyring([fresh]).open(after, 'here'), 'a secret');
  assert.throws(() => createKeyring([fresh]).open(before, 'here'), KeyMissing);
});
