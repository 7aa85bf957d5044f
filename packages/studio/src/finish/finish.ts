/** Makes another engine's file an output of ours: what was asked for, nothing else in it, a poster beside it, signed. */
import { readFile, rename, stat } from 'node:fs/promises';
import { writePoster } from '../child/poster.ts';
import { chooseEncoder, type EncoderChoice } from '../encoders/choose.ts';
import { VIDEO_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyImage, identifyVideo } from '../media/signature.ts';
import { type CarrierType, type Earlier, readEarlier } from '../provenance/earlier.ts';
import { type RemoteSigner, type SealedType, sealFile } from '../provenance/seal.ts';
import { type FinishedFile, type FinishRequest, posterFileOf } from '../request.ts';
import { remakeClip } from './clip.ts';
import { PICTURE_BYTES_MAX, remakePicture } from './picture.ts';

export interface FinishOrder {
  request: FinishRequest;
  encoder: EncoderChoice;
  /** Null: without a manifest. */
  signer: RemoteSigner | null;
}

export async function finishFile({ request, encoder, signer }: FinishOrder): Promise<FinishedFile> {
  const { outputFile, source } = request;
  const part = `${outputFile}.part`;
  const type: SealedType = request.output === 'image' ? 'image/jpeg' : 'video/mp4';
  const carrier = await carrierOf(request);
  const remade =
    request.output === 'image'
      ? await remakePicture(request, part)
      : await remakeClip(request, { part, encoder: await chooseEncoder(encoder) });
  const { still, ...facts } = remade;
  const [poster] = await Promise.all([
    still && writePoster(still, posterFileOf(outputFile)),
    signer && addManifest({ part, type, signer, source }, { file: request.file, carrier }),
  ]);
  // Not synced to disk: should the machine stop here, the engine is asked for its file again.
  await rename(part, outputFile);
  return { type, ...facts, poster, bytes: (await stat(outputFile)).size };
}

/** Last of all that is written into it, because a manifest vouches for every byte before. */
async function addManifest(
  {
    part,
    type,
    signer,
    source,
  }: { part: string; type: SealedType; signer: RemoteSigner; source: FinishRequest['source'] },
  given: { file: string; carrier: CarrierType | null },
): Promise<void> {
  const earlier = await earlierIn(given.file, given.carrier);
  await sealFile(part, type, signer, { maker: 'elsewhere', source, earlier });
}

const IMAGE_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

async function carrierOf({ file, output }: FinishRequest): Promise<CarrierType | null> {
  if (output === 'image') return IMAGE_TYPES[await identifyImage(file, PICTURE_BYTES_MAX)];
  return (await identifyVideo(file, VIDEO_BYTES_MAX)) === 'mov' ? 'video/mp4' : null;
}

async function earlierIn(file: string, carrier: CarrierType | null): Promise<Earlier | null> {
  return carrier === null ? null : readEarlier(await readFile(file), carrier);
}
