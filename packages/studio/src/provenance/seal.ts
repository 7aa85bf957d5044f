/** Writes into a finished file who made it and how: a C2PA manifest, bound to the bytes by a signature. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Container } from './container.ts';
import { openEnvelope } from './cose.ts';
import { openJpeg } from './jpeg.ts';
import { DRAWN_HERE, draftManifest, nameManifest, type Origin } from './manifest.ts';
import { openMp4 } from './mp4.ts';
import type { SignerIdentity } from './signer.ts';

/** What a drawing process has of a signer: its public part, and a way to ask. */
export interface RemoteSigner {
  identity: SignerIdentity;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export type SealedType = 'image/jpeg' | 'video/mp4';

const CONTAINERS: Record<SealedType, (bytes: Buffer) => Container> = { 'image/jpeg': openJpeg, 'video/mp4': openMp4 };

const HASH_BYTES = 32;

export async function sealFile(
  file: string,
  type: SealedType,
  signer: RemoteSigner,
  origin: Origin = DRAWN_HERE,
): Promise<void> {
  await writeFile(file, await seal(await readFile(file), type, signer, origin));
}

export async function seal(
  bytes: Buffer,
  type: SealedType,
  signer: RemoteSigner,
  origin: Origin = DRAWN_HERE,
): Promise<Uint8Array> {
  const container = CONTAINERS[type](bytes);
  const envelope = openEnvelope(signer.identity);
  const names = nameManifest();
  const draft = (hash: Uint8Array, manifestBytes: number) =>
    draftManifest(names, { label: container.label, content: container.bind(hash, manifestBytes) }, origin);
  // The hash depends on where everything lies, and so on the manifest's size: that is found with a hash of zeros.
  const unsigned = envelope.close(Buffer.alloc(signer.identity.signatureBytes));
  const sizeWith = (size: number) => draft(Buffer.alloc(HASH_BYTES), size).close(unsigned).length;
  let length = 0;
  // It names its own size, and a larger number takes more bytes: two or three rounds settle it.
  for (let next = sizeWith(length); next > length; next = sizeWith(length)) length = next;
  const { hash, fill } = container.makeRoom(length);
  const { claim, close } = draft(hash, length);
  return fill(close(envelope.close(await signer.sign(envelope.toBeSigned(claim)))));
}
