/** Makes the file of one request: plan, draw frame by frame, encode, and let it appear only when it is whole. */
import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chooseEncoder, type EncoderChoice } from '../encoders/choose.ts';
import type { ClipSound, Encoder } from '../encoders/encoder.ts';
import { STILL_MOMENT } from '../paint/painting.ts';
import { createPicture, writeRgb } from '../picture/picture.ts';
import type { RenderedFile, RenderRequest } from '../request.ts';
import { composeAmbience } from '../sound/ambience.ts';
import { type Plan, planRender, type Rhythm } from './plan.ts';
import { createProgress, type Progress } from './progress.ts';

const JPEG_QUALITY = 88;

export interface Order {
  request: RenderRequest;
  encoder: EncoderChoice;
  report(percent: number): void;
}

export async function makeFile({ request, encoder: choice, report }: Order): Promise<RenderedFile> {
  const progress = createProgress(report);
  let loading: Promise<Encoder> | null = null;
  const encoder = () => {
    loading ??= chooseEncoder(choice);
    return loading;
  };
  // Loading the encoder takes a tenth of a second of reading files: it starts while the picture is being planned.
  if (request.task !== 't2i' && request.task !== 'i2i') encoder().catch(() => {});
  const part = `${request.outputFile}.part`;
  const plan = await planRender(request, { encoder, watched: progress.watched });
  if (plan.rhythm === null) await drawPicture({ request, plan, part, progress });
  else await drawClip({ request, plan, rhythm: plan.rhythm, part, encoder: await encoder(), progress });
  const bytes = await publish(part, request.outputFile);
  progress.finished();
  const { width, height } = request;
  if (plan.rhythm === null) return { type: 'image/jpeg', bytes, width, height, milliseconds: null };
  const { rate, frames } = plan.rhythm;
  const milliseconds = Math.round((frames * rate.denominator * 1000) / rate.numerator);
  return { type: 'video/mp4', bytes, width, height, milliseconds };
}

interface Drawing {
  request: RenderRequest;
  plan: Plan;
  part: string;
  progress: Progress;
}

async function drawPicture({ request, plan, part, progress }: Drawing): Promise<void> {
  const { width, height } = request;
  const { default: sharp } = await import('sharp');
  progress.drawn(0.5);
  const picture = createPicture(width, height);
  plan.painting.paint(picture, STILL_MOMENT);
  progress.drawn(0.75);
  const raw = sharp(writeRgb(picture), { raw: { width, height, channels: 3 } });
  await raw.jpeg({ quality: JPEG_QUALITY }).toFile(part);
  progress.drawn(1);
}

interface Clip extends Drawing {
  rhythm: Rhythm;
  encoder: Encoder;
}

async function drawClip({ request, plan, rhythm, part, encoder, progress }: Clip): Promise<void> {
  const { rate, frames } = rhythm;
  const frameSeconds = rate.denominator / rate.numerator;
  const writer = await encoder.openClip({
    file: part,
    width: request.width,
    height: request.height,
    rate,
    frames,
    sound: chooseSound(request, plan, frames * frameSeconds),
    quality: request.task === 'frames' ? 'faithful' : 'ordinary',
  });
  const picture = createPicture(request.width, request.height);
  for (let index = 0; index < frames; index++) {
    const share = frames === 1 ? 0 : index / (frames - 1);
    plan.painting.paint(picture, { index, share, seconds: index * frameSeconds });
    await writer.add(picture);
    progress.drawn((index + 1) / frames);
  }
  await writer.finish();
}

function chooseSound(request: RenderRequest, plan: Plan, seconds: number): ClipSound {
  if (request.sound === 'none') return { kind: 'none' };
  const video = request.media.find(({ role }) => role === 'motion');
  if (request.sound === 'original')
    return video === undefined ? { kind: 'none' } : { kind: 'original', file: video.file };
  return { kind: 'samples', samples: composeAmbience(plan.scene, seconds) };
}

/** Synced before it gets its name, and the name synced after: a file that exists is whole, even after a power cut. */
async function publish(part: string, file: string): Promise<number> {
  await syncToDisk(part);
  await rename(part, file);
  // Windows cannot open a folder; there the rename alone must do.
  await syncToDisk(dirname(file)).catch(() => {});
  return (await stat(file)).size;
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
