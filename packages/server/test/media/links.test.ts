/** Signed links: one spelling, bound to object, name and time. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../contract/test/support/code-point.ts';
import { checkLink, fileNameFor, linkExpiry, signLink } from '../../src/media/links.ts';

const secret = randomBytes(32);
const objectId = randomUUID();
const fileName = 'a-red-fox-01926f3a.mp4';
const expiresAt = new Date('2026-11-16T03:00:00Z');
const now = new Date('2026-11-15T03:00:00Z');

function sign(change: Partial<Parameters<typeof signLink>[0]> = {}): URL {
  return new URL(signLink({ publicUrl: 'http://127.0.0.1:8080', secret, objectId, fileName, expiresAt, ...change }));
}

function check(url: URL, change: Partial<Parameters<typeof checkLink>[0]> = {}): string {
  const [, , id = '', name = ''] = url.pathname.split('/');
  return checkLink({
    secret,
    objectId: id,
    fileName: decodeURIComponent(name),
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
    now,
    ...change,
  });
}

test('a link has the documented form, under a public address with or without a path or slash', () => {
  const expires = expiresAt.getTime() / 1_000;
  for (const publicUrl of ['https://media.example', 'https://media.example/', 'https://media.example/sub/']) {
    const link = signLink({ publicUrl, secret, objectId, fileName, expiresAt });
    const tail = new RegExp(`/media/${objectId}/${fileName}\\?expires=${expires}&signature=[\\w-]{43}$`);
    assert.match(link, tail);
    assert.ok(link.startsWith(`${publicUrl.replace(/\/$/, '')}/media/`));
  }
});

test('a link is good until the second it expires', () => {
  assert.equal(check(sign()), 'good');
  assert.equal(check(sign(), { now: new Date(expiresAt.getTime() - 1) }), 'good');
  assert.equal(check(sign(), { now: expiresAt }), 'expired');
});

test('a link is forged when anything about it was changed', () => {
  const url = sign();
  const expires = url.searchParams.get('expires')!;
  const signature = url.searchParams.get('signature')!;
  const changes: Partial<Parameters<typeof checkLink>[0]>[] = [
    { objectId: randomUUID() },
    { fileName: 'b.mp4' },
    { expires: String(Number(expires) + 1) },
    { expires: `0${expires}` },
    { expires: `${expires}.0` },
    { expires: `+${expires}` },
    { expires: '' },
    { expires: 'Infinity' },
    { signature: '' },
    { signature: `${signature}=` },
    { signature: `${signature}!` },
    { signature: ` ${signature}` },
    { signature: signature.slice(0, -1) },
    { signature: signature.replaceAll(/./g, 'A') },
    { secret: randomBytes(32) },
  ];
  for (const change of changes) {
    assert.equal(check(url, change), 'forged', JSON.stringify(change));
    assert.equal(check(url, { ...change, now: new Date(expiresAt.getTime() + 1) }), 'forged');
  }
});

test('changing any one character of the signature forges it', () => {
  const signature = sign().searchParams.get('signature')!;
  for (let at = 0; at < signature.length; at += 1) {
    for (const char of 'ABab01-_') {
      if (signature[at] === char) continue;
      const changed = signature.slice(0, at) + char + signature.slice(at + 1);
      assert.equal(check(sign(), { signature: changed }), 'forged', changed);
    }
  }
});

test('moving characters between the signed parts forges the link', () => {
  const one = signLink({ publicUrl: '', secret, objectId: 'ab', fileName: 'c', expiresAt });
  const other = signLink({ publicUrl: '', secret, objectId: 'a', fileName: 'bc', expiresAt });
  assert.notEqual(one.split('signature=')[1], other.split('signature=')[1]);
});

test('a link is the same within a clock hour and lives at least its hours and at most one more', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 720 }),
      (at, hours) => {
        const lives = linkExpiry(at, hours).getTime() - at.getTime();
        assert.ok(lives > hours * 3_600_000 && lives <= (hours + 1) * 3_600_000);
        const hourStart = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
        assert.deepEqual(linkExpiry(hourStart, hours), linkExpiry(at, hours));
      },
    ),
  );
});

test('a file is named after the prompt, in plain letters, and told apart by its id', () => {
  const id = '01926f3a-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
  const name = (prompt: string, type = 'video/mp4') => fileNameFor({ family: 'alpha-o3-video', prompt, id, type });
  assert.equal(name('A red fox, in snow!'), 'a-red-fox-in-snow-7e8f9a0b.mp4');
  assert.equal(name('Café über Ⅷ ﬁne', 'image/jpeg'), 'cafe-uber-viii-fine-7e8f9a0b.jpg');
  assert.equal(name('赤い狐'), 'alpha-o3-video-7e8f9a0b.mp4');
  assert.equal(name('../../etc/passwd\u0000"; x\r\n'), 'etc-passwd-x-7e8f9a0b.mp4');
  assert.equal(name('', 'application/x'), 'alpha-o3-video-7e8f9a0b.bin');
});

test('any prompt gives a short name that needs no escaping anywhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 3_000 }), (prompt) => {
      const name = fileNameFor({ family: 'beta', prompt, id: randomUUID(), type: 'video/mp4' });
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*\.mp4$/);
      assert.ok(name.length <= 64);
    }),
  );
});
