/** Makes another engine's file an output of ours: what was asked for, nothing else in it, a poster beside it, signed. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { writePoster } from '../child/poster.ts';
import { chooseEncoder, type EncoderChoice } from '../encoders/choose.ts';
import type { Encoder } from '../encoders/encoder.ts';
import { FINISH_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyImage, identifyVideo } from '../media/signature.ts';
import { type CarrierType, readEarlier } from '../provenance/earlier.ts';
import { type RemoteSigner, seal, sealFile } from '../provenance/seal.ts';
import { type FinishedFile, type FinishRequest, posterFileOf } from '../request.ts';
import { remakeClip } from './clip.ts';
import { remakePicture } from './picture.ts';

export interface FinishOrder {
  request: FinishRequest;
  encoder: EncoderChoice;
  /** Null: without a manifest. */
  signer: RemoteSigner | null;
}

export async function finishFile({ request, encoder, signer }: FinishOrder): Promise<FinishedFile> {
  const { outputFile } = request;
  const part = `${outputFile}.part`;
  const isImage = request.output === 'image';
  const { type, poster, ...facts } = await (isImage
    ? finishPicture(request, { part, signer })
    : finishClip(request, { part, signer, encoder: await chooseEncoder(encoder) }));
  // Not synced to disk: should the machine stop here, the engine is asked for its file again.
  await rename(part, outputFile);
  return { type, ...facts, poster, bytes: (await stat(outputFile)).size };
}

type Finished = Omit<FinishedFile, 'bytes'>;

const IMAGE_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

/** Read once and written once: somebody waits for it. */
async function finishPicture(
  request: FinishRequest,
  { part, signer }: { part: string; signer: RemoteSigner | null },
): Promise<Finished> {
  const { file, outputFile, source } = request;
  const type = 'image/jpeg';
  const carrier = IMAGE_TYPES[await identifyImage(file, FINISH_BYTES_MAX.image)];
  const given = await readFile(file);
  const { bytes, still, ...facts } = await remakePicture(request, given);
  const addManifest = async (by: RemoteSigner) =>
    seal(bytes, type, by, { ...from(source), earlier: await readEarlier(given, carrier) });
  const write = async () => writeFile(part, signer === null ? bytes : await addManifest(signer));
  const [poster] = await Promise.all([still.then((shown) => writePoster(shown, posterFileOf(outputFile))), write()]);
  return { type, ...facts, poster };
}

async function finishClip(
  request: FinishRequest,
  { part, signer, encoder }: { part: string; signer: RemoteSigner | null; encoder: Encoder },
): Promise<Finished> {
  const { file, outputFile, source } = request;
  const type = 'video/mp4';
  const carrier: CarrierType | null = (await identifyVideo(file, FINISH_BYTES_MAX.video)) === 'mov' ? type : null;
  const { still, ...facts } = await remakeClip(request, { part, encoder });
  const addManifest = async (by: RemoteSigner) => {
    const earlier = carrier === null ? null : await readEarlier(await readFile(file), carrier);
    // Last of all that is written into it, because a manifest vouches for every byte before.
    await sealFile(part, type, by, { ...from(source), earlier });
  };
  const [poster] = await Promise.all([
    still && writePoster(still, posterFileOf(outputFile)),
    signer && addManifest(signer),
  ]);
  return { type, ...facts, poster };
}

const from = (source: FinishRequest['source']) => ({ maker: 'elsewhere', source }) as const;
