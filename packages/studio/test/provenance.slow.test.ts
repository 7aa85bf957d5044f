/** Every output says who made it and how, in a manifest that any C2PA reader can check. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSigner, makeCredential, render, type Signer, trySigner } from '../src/index.ts';
import { sealFile } from '../src/provenance/seal.ts';
import { renderWith } from '../src/render.ts';
import { boxesOf, readManifest } from './support/manifest.ts';
import { makeOperatorCredential, operatorKeys } from './support/operator-credential.ts';
import {
  checkClip,
  createFolder,
  createRequest,
  DEADLINE_MILLISECONDS,
  measureClip,
  orangeWaves,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const credential = await makeCredential(new Date());
const signer = createSigner(credential);
const SOUND = { sound: 'generated', seconds: 0.5 } as const;

async function renderSigned(name: string, changes: Parameters<typeof createRequest>[1], by: Signer | null = signer) {
  const request = createRequest(join(folder, name), changes);
  const watch = { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS };
  const outcome = await render(request, by === null ? watch : { ...watch, signer: by }).done;
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
  assert.equal(outcome.bytes, statSync(request.outputFile).size);
  return { request, type: outcome.type, bytes: readFileSync(request.outputFile) };
}

async function checkManifest(type: string, bytes: Uint8Array): Promise<void> {
  const manifest = await readManifest(type, bytes);
  assert.equal(manifest.state, 'Valid');
  // Nobody can know the private authority that an own certificate comes from.
  assert.deepEqual(manifest.failures, ['signingCredential.untrusted']);
  assert.deepEqual(manifest.actions, [
    ['c2pa.created', 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'],
  ]);
  assert.match(manifest.generator, /^Afterimage studio/);
}

/** Drawn once for all that only look at them. */
const signedClip = renderSigned('clip.mp4', SOUND);
const signedPicture = signedClip.then(() => renderSigned('picture.jpg', { task: 't2i', seconds: null }));

test('a clip carries a valid manifest, still starts at once and plays as before', async () => {
  const { request, type, bytes } = await signedClip;
  await checkManifest(type, bytes);
  const boxes = boxesOf(bytes);
  assert.ok(boxes.indexOf('moov') < boxes.indexOf('mdat'), boxes.join(' '));
  await checkClip(request, 'avc1.64');
});

test('a clip of the fallback encoder carries a valid manifest and plays', async () => {
  const request = createRequest(join(folder, 'fallback.mp4'), SOUND);
  const watch = { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS, signer };
  const outcome = await renderWith('wasm', request, watch).done;
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
  await checkManifest('video/mp4', readFileSync(request.outputFile));
  await checkClip(request, 'avc1.42');
});

test('a picture carries a valid manifest', async () => {
  const { type, bytes } = await signedPicture;
  await checkManifest(type, bytes);
});

test('one flipped bit in the picture is found', async () => {
  for (const [whole, fault] of [
    [signedClip, 'assertion.bmffHash.mismatch'],
    [signedPicture, 'assertion.dataHash.mismatch'],
  ] as const) {
    const { type, bytes: unchanged } = await whole;
    const bytes = Buffer.from(unchanged);
    bytes[bytes.length - 200]! ^= 1;
    const manifest = await readManifest(type, bytes);
    assert.equal(manifest.state, 'Invalid');
    assert.ok(manifest.failures.includes(fault), manifest.failures.join(' '));
  }
});

test('a manifest adds to the file and changes no frame or sample', async () => {
  const plain = await renderSigned('plain.mp4', SOUND, null);
  const signed = await signedClip;
  assert.ok(signed.bytes.length - plain.bytes.length < 8_000);
  const samples = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf('mdat'));
  assert.ok(samples(signed.bytes).equals(samples(plain.bytes)));
  assert.deepEqual(await measureClip(signed.request.outputFile), await measureClip(plain.request.outputFile));
  assert.deepEqual((await readManifest('video/mp4', plain.bytes)).failures, ['no manifest']);
});

test('the key stays in this process: the drawing process asks it for one signature a file', async () => {
  const claims: Uint8Array[] = [];
  const watched: Signer = {
    ...signer,
    sign(bytes) {
      claims.push(bytes);
      return signer.sign(bytes);
    },
  };
  const { bytes } = await renderSigned('asked.jpg', { task: 't2i', seconds: null }, watched);
  assert.equal(claims.length, 1);
  assert.ok(!JSON.stringify(watched.identity).includes(credential.key.split('\n')[1]!));
  assert.ok(claims[0]!.length < bytes.length / 2, 'only the claim is sent, not the file');
});

test('a signer that fails ends that render, and leaves nothing', async () => {
  const failing: Signer = { ...signer, sign: () => Promise.reject(new Error('the key is gone')) };
  const request = createRequest(join(folder, 'unsigned.mp4'), {});
  const watch = { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS, signer: failing };
  const outcome = await render(request, watch).done;
  assert.ok(!outcome.ok && outcome.reason === 'crashed' && outcome.message === 'the key is gone');
  for (const ending of ['', '.part', '.poster']) assert.ok(!existsSync(request.outputFile + ending));
});

test('a stop is obeyed while a signature is waited for', async () => {
  const signing = Promise.withResolvers<void>();
  const never: Signer = {
    ...signer,
    sign() {
      signing.resolve();
      return new Promise(() => {});
    },
  };
  const handle = render(createRequest(join(folder, 'late.jpg'), { task: 't2i', seconds: null }), {
    progress: () => {},
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    signer: never,
  });
  await Promise.race([signing.promise, handle.done]);
  const began = performance.now();
  handle.stop();
  const outcome = await handle.done;
  assert.ok(!outcome.ok && outcome.reason === 'stopped');
  // The signature never comes: a child that waited for it would be there until its deadline.
  assert.ok(performance.now() - began < DEADLINE_MILLISECONDS / 5);
});

test("an operator's certificate of any kind that C2PA allows signs validly", async () => {
  const file = join(folder, 'operator.jpg');
  for (const kind of operatorKeys) {
    await writeImage(file, { width: 64, height: 64 }, orangeWaves);
    const operator = createSigner(await makeOperatorCredential(kind));
    await sealFile(file, 'image/jpeg', operator);
    const { state, failures } = await readManifest('image/jpeg', readFileSync(file));
    assert.deepEqual([state, failures], ['Valid', ['signingCredential.untrusted']], operator.identity.algorithm);
  }
});

test('a certificate whose files no reader would accept is found out before the first', async () => {
  assert.deepEqual(await trySigner(signer), []);
  const unfit = createSigner(await makeOperatorCredential(operatorKeys[0]!, 'unnamed'));
  const failures = await trySigner(unfit);
  assert.match(failures.join(), /^signingCredential\.invalid/);
});

test('a certificate that cannot sign is refused with a reason', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreign = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  assert.throws(() => createSigner({ ...credential, key: foreign }), /does not belong/);
  assert.throws(() => createSigner({ ...credential, key: 'x' }), /not an unencrypted PEM/);
  assert.throws(() => createSigner({ ...credential, certificates: 'x' }), /no PEM certificate/);
  const authority = credential.certificates.slice(credential.certificates.lastIndexOf('-----BEGIN'));
  assert.throws(() => createSigner({ ...credential, certificates: authority }), /does not belong|authority/);
});
