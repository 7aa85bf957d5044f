/** Signs a speck of a picture and reads it back, to learn whether a certificate is one that readers accept. */
import sharp from 'sharp';
import { judgeManifest } from './reader.ts';
import { type RemoteSigner, seal } from './seal.ts';

const TYPE = 'image/jpeg';
/** Who is trusted is a reader's own choice, and changes. */
const NOT_OURS_TO_MEND = 'signingCredential.untrusted';

export async function trySeal(signer: RemoteSigner): Promise<string[]> {
  const speck = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
  const sealed = await seal(await speck.jpeg().toBuffer(), TYPE, signer);
  const { failure } = await judgeManifest(TYPE, sealed);
  return failure
    .filter(({ code }) => code !== NOT_OURS_TO_MEND)
    .map(({ code, explanation }) => `${code} (${explanation ?? 'no explanation'})`);
}
