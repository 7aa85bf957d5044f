/** Signs a speck of a picture and reads it back, to learn whether a certificate is one that readers accept. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type RemoteSigner, seal } from './seal.ts';

const TYPE = 'image/jpeg';
/** Who is trusted is a reader's own choice, and changes. */
const NOT_OURS_TO_MEND = 'signingCredential.untrusted';

interface ManifestStore {
  validation_results: { activeManifest: { failure: { code: string; explanation?: string }[] } };
}

export async function trySeal(signer: RemoteSigner): Promise<string[]> {
  const speck = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
  const sealed = await seal(await speck.jpeg().toBuffer(), TYPE, signer);
  const store = JSON.parse((await readManifest(sealed)).json()) as ManifestStore;
  return store.validation_results.activeManifest.failure
    .filter(({ code }) => code !== NOT_OURS_TO_MEND)
    .map(({ code, explanation }) => `${code} (${explanation ?? 'no explanation'})`);
}

/** By the library of those who made the standard, which knows nothing of how the manifest was written. */
async function readManifest(sealed: Uint8Array) {
  const c2pa = await import('@contentauth/c2pa-wasm');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  await c2pa.default({ module_or_path: wasm });
  return c2pa.WasmReader.fromBytes(TYPE, sealed);
}
