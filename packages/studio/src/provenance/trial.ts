/** Signs a speck of a picture and reads it back, to learn whether a certificate is one that readers accept. */
import sharp from 'sharp';
import { loadC2pa, type RemoteSigner, seal } from './seal.ts';

const TYPE = 'image/jpeg';
/** Who is trusted is a reader's own choice, and changes. */
const NOT_OURS_TO_MEND = 'signingCredential.untrusted';

interface ManifestStore {
  validation_results: { activeManifest: { failure: { code: string; explanation?: string }[] } };
}

export async function trySeal(signer: RemoteSigner): Promise<string[]> {
  const speck = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
  const sealed = await seal(await speck.jpeg().toBuffer(), TYPE, signer);
  const { WasmReader } = await loadC2pa();
  const store = JSON.parse((await WasmReader.fromBytes(TYPE, sealed)).json()) as ManifestStore;
  return store.validation_results.activeManifest.failure
    .filter(({ code }) => code !== NOT_OURS_TO_MEND)
    .map(({ code, explanation }) => `${code} (${explanation ?? 'no explanation'})`);
}
