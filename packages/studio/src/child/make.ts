/** Makes the file of one request: plan, draw frame by frame, encode, and let it appear only when it is whole. */
import { setImmediate } from 'node:timers/promises';
import { chooseEncoder, type EncoderChoice } from '../encoders/choose.ts';
import type { ClipSound, Encoder } from '../encoders/encoder.ts';
import { STILL_MOMENT } from '../paint/painting.ts';
import { createPicture, type Picture, writeRgb } from '../picture/picture.ts';
import { surfaceOf } from '../picture/surface.ts';
import { type RemoteSigner, sealFile } from '../provenance/seal.ts';
import { posterFileOf, type RenderedFile, type RenderRequest } from '../request.ts';
import { composeAmbience } from '../sound/ambience.ts';
import { type Plan, planRender, type Rhythm } from './plan.ts';
import { type Still, takeStill, writePoster } from './poster.ts';
import { createProgress, type Progress } from './progress.ts';
import { publish, syncToDisk } from './publish.ts';

const JPEG_QUALITY = 88;

export interface Order {
  request: RenderRequest;
  encoder: EncoderChoice;
  report(percent: number): void;
  /** Null: the file is left as the encoder made it. */
  signer: RemoteSigner | null;
}

export async function makeFile({ request, encoder: choice, report, signer }: Order): Promise<RenderedFile> {
  const progress = createProgress(report);
  let loading: Promise<Encoder> | null = null;
  const encoder = () => {
    loading ??= chooseEncoder(choice);
    return loading;
  };
  // To load the encoder is mostly reading files: it starts while the picture is being planned.
  if (request.task !== 't2i' && request.task !== 'i2i') encoder().catch(() => {});
  const part = `${request.outputFile}.part`;
  const plan = await planRender(request, { encoder, watched: progress.watched });
  progress.planned();
  const drawing = { request, plan, part, progress };
  const still =
    plan.rhythm === null
      ? await drawPicture(drawing)
      : await drawClip({ ...drawing, rhythm: plan.rhythm, encoder: await encoder() });
  const type = plan.rhythm === null ? 'image/jpeg' : 'video/mp4';
  const poster = await writePoster(still, posterFileOf(request.outputFile));
  await syncToDisk(poster.file);
  // Last, because a manifest vouches for every byte before it.
  if (signer !== null) await sealFile(part, type, signer);
  const bytes = await publish(part, request.outputFile);
  progress.finished();
  const { width, height } = request;
  return {
    type,
    bytes,
    width,
    height,
    milliseconds: plan.rhythm && millisecondsOf(plan.rhythm),
    poster,
    notes: notesOf(request, plan),
  };
}

/** Only where the prompt itself is drawn can something of it be missing. */
function notesOf({ task }: RenderRequest, { scene }: Plan): string[] {
  return task === 't2v' || task === 't2i' ? scene.notes : [];
}

function millisecondsOf({ rate, frames }: Rhythm): number {
  return Math.round((frames * rate.denominator * 1000) / rate.numerator);
}

interface Drawing {
  request: RenderRequest;
  plan: Plan;
  part: string;
  progress: Progress;
}

/** Answers the pixels, for the poster. */
async function drawPicture({ request, plan, part, progress }: Drawing): Promise<Still> {
  const { width, height } = request;
  const { default: sharp } = await import('sharp');
  progress.drawn(0.5);
  const picture = createPicture(width, height);
  plan.painting.paint(picture, STILL_MOMENT);
  progress.drawn(0.75);
  const rgb = writeRgb(picture);
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toFile(part);
  progress.drawn(1);
  return { rgb, width, height };
}

interface Clip extends Drawing {
  rhythm: Rhythm;
  encoder: Encoder;
}

/** Answers the pixels of the frame that stands for the whole. */
async function drawClip({ request, plan, rhythm, part, encoder, progress }: Clip): Promise<Still> {
  const { width, height } = request;
  const { rate, frames } = rhythm;
  const frameSeconds = rate.denominator / rate.numerator;
  const paint = (picture: Picture, index: number) => {
    const share = frames === 1 ? 0 : index / (frames - 1);
    plan.painting.paint(picture, { index, share, seconds: index * frameSeconds });
  };
  const pictures = [createPicture(width, height), createPicture(width, height)] as const;
  // Painted once more than the others: what it is like must be known before the encoder is opened.
  paint(pictures[0], Math.round(STILL_MOMENT.share * (frames - 1)));
  const still = takeStill(pictures[0]);
  const writer = await encoder.openClip({
    file: part,
    width,
    height,
    rate,
    frames,
    sound: chooseSound(request, plan, frames * frameSeconds),
    quality: request.task === 'frames' ? 'faithful' : 'ordinary',
    surface: surfaceOf(pictures[0]),
  });
  let encoding = Promise.resolve();
  for (let index = 0; index < frames; index++) {
    const picture = pictures[index % 2]!;
    paint(picture, index);
    await encoding;
    encoding = writer.add(picture);
    // A failure is met where it is awaited next, not in between.
    encoding.catch(() => {});
    // The encoder takes the frame to threads of its own before this one draws on.
    await setImmediate();
    progress.drawn((index + 1) / frames);
  }
  await encoding;
  await writer.finish();
  return still;
}

function chooseSound(request: RenderRequest, plan: Plan, seconds: number): ClipSound {
  if (request.sound === 'none') return { kind: 'none' };
  const video = request.media.find(({ role }) => role === 'motion');
  if (request.sound === 'original')
    return video === undefined ? { kind: 'none' } : { kind: 'original', file: video.file };
  return { kind: 'samples', samples: composeAmbience(plan.scene, seconds) };
}
