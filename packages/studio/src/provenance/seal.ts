/** Writes into a finished file who made it and how: a C2PA manifest, bound to the bytes by a signature. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Container } from './container.ts';
import { openEnvelope } from './cose.ts';
import { openJpeg } from './jpeg.ts';
import { draftManifest, nameManifest } from './manifest.ts';
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
/** Any from 256 to 65535, because those take the same three bytes in CBOR; a manifest with its certificates is one. */
const SOME_SIZE = 2048;

export async function sealFile(file: string, type: SealedType, signer: RemoteSigner): Promise<void> {
  await writeFile(file, await seal(await readFile(file), type, signer));
}

export async function seal(bytes: Buffer, type: SealedType, signer: RemoteSigner): Promise<Uint8Array> {
  const container = CONTAINERS[type](bytes);
  const envelope = openEnvelope(signer.identity);
  const names = nameManifest();
  const draft = (hash: Uint8Array, manifestBytes: number) =>
    draftManifest(names, { label: container.label, content: container.bind(hash, manifestBytes) });
  // The hash depends on where everything lies, and so on the manifest's size: that is found with a hash of zeros.
  const unsigned = envelope.close(Buffer.alloc(signer.identity.signatureBytes));
  const { length } = draft(Buffer.alloc(HASH_BYTES), SOME_SIZE).close(unsigned);
  const { hash, fill } = container.makeRoom(length);
  const { claim, close } = draft(hash, length);
  return fill(close(envelope.close(await signer.sign(envelope.toBeSigned(claim)))));
}
