/** From a request to a painting and its rhythm: which task needs which media, and what each becomes. */
import { type Encoder, type FrameRate, toFrameRate } from '../encoders/encoder.ts';
import { loadToFill } from '../media/images.ts';
import { InvalidMedia } from '../media/invalid-media.ts';
import { readReferenceMotion } from '../motion/reference.ts';
import { paintBetween } from '../paint/between.ts';
import { even, type Painting, type Size } from '../paint/painting.ts';
import { PUSH_MARGIN, paintPush } from '../paint/push.ts';
import { paintSheet } from '../paint/sheet.ts';
import { paintTransfer, TRANSFER_MARGIN } from '../paint/transfer.ts';
import { withWatermark } from '../paint/watermark.ts';
import type { Picture } from '../picture/picture.ts';
import type { MediaRole, RenderRequest } from '../request.ts';
import type { Verb } from '../scene/cast.ts';
import { readScene, type Scene } from '../scene/scene.ts';

export interface Rhythm {
  rate: FrameRate;
  frames: number;
}

export interface Plan {
  painting: Painting;
  scene: Scene;
  /** Null for a picture. */
  rhythm: Rhythm | null;
}

export interface PlanContext {
  /** Asked for only where a video must be read, so that pictures never load one. */
  encoder(): Promise<Encoder>;
  watched(frames: number): void;
}

export async function planRender(request: RenderRequest, context: PlanContext): Promise<Plan> {
  const scene = readScene(request);
  const size = { width: request.width, height: request.height };
  const { painting, rhythm } =
    request.task === 'motion'
      ? await planTransfer(request, { scene, size, context })
      : { painting: await planPainting(request, { scene, size }), rhythm: readRhythm(request) };
  const marked = request.watermark === null ? painting : await withWatermark(painting, request.watermark, size);
  return { painting: marked, scene, rhythm };
}

function readRhythm({ task, seconds, framesPerSecond }: RenderRequest): Rhythm | null {
  if (task === 't2i' || task === 'i2i') return null;
  if (seconds === null || framesPerSecond === null) throw new Error(`A clip of task ${task} needs seconds and a rate.`);
  return { rate: toFrameRate(framesPerSecond), frames: Math.max(1, Math.round(seconds * framesPerSecond)) };
}

/** A sheet of shots as a film crew would take them: medium, close, wide, and between. */
const SHOTS = [1, 1.7, 0.6, 1.3];

function planPainting(request: RenderRequest, stage: { scene: Scene; size: Size }): Promise<Painting> {
  if (!request.multiShot) return paintTask(request, stage);
  return paintSheet(stage.size, (variation, size) => {
    const scene = readScene({ ...request, seed: request.seed + variation * 7919 });
    return paintTask(request, { scene: { ...scene, closeness: SHOTS[variation]! }, size });
  });
}

/** Places and subjects are seventy files: what moves a given picture does not load them. */
async function paintTask(request: RenderRequest, { scene, size }: { scene: Scene; size: Size }): Promise<Painting> {
  switch (request.task) {
    case 't2v':
    case 't2i': {
      const { paintPrompt } = await import('../paint/prompt-picture.ts');
      return paintPrompt(scene, size, request.task === 't2i' ? 'one' : 'many');
    }
    case 'i2v':
    case 'motion':
      return pushed(await loadToFill(onlyFile(request, imageRole(request)), grown(size, PUSH_MARGIN)), { scene, size });
    case 'frames': {
      const first = await loadToFill(onlyFile(request, 'first'), size);
      return paintBetween(first, await loadToFill(onlyFile(request, 'last'), size), size);
    }
    case 'refs2v':
    case 'i2i': {
      const files = request.media.filter(({ role }) => role !== 'motion').map(({ file }) => file);
      if (files.length === 0) throw new InvalidMedia('The request has no reference image.');
      const { paintReferences } = await import('../paint/references.ts');
      return paintReferences(files, scene, { size, frames: request.task === 'i2i' ? 'one' : 'many' });
    }
  }
}

async function pushed(photo: Picture, { scene, size }: { scene: Scene; size: Size }): Promise<Painting> {
  const painting = await paintPush(photo, size, { camera: scene.camera, verb: verbOf(scene), seed: scene.seed });
  if (scene.weather === 'clear') return painting;
  const { withFalling } = await import('../paint/weather.ts');
  return withFalling(painting, { scene, size });
}

async function planTransfer(
  request: RenderRequest,
  stage: { scene: Scene; size: Size; context: PlanContext },
): Promise<{ painting: Painting; rhythm: Rhythm }> {
  const { size, context } = stage;
  const file = onlyFile(request, 'motion');
  const { rate, frames, path } = await readReferenceMotion(await context.encoder(), { file, watched: context.watched });
  if (path === null) return { painting: await paintTask(request, stage), rhythm: { rate, frames } };
  const photo = await loadToFill(onlyFile(request, imageRole(request)), grown(size, TRANSFER_MARGIN));
  return { painting: paintTransfer(photo, path, size), rhythm: { rate, frames } };
}

/** What the words say that somebody does: of the first who does anything. */
function verbOf({ subjects, pace }: Scene): Verb | null {
  return subjects.find(({ verb }) => verb !== null)?.verb ?? (pace === 'rest' ? null : pace);
}

function grown(size: Size, margin: number): Size {
  return { width: even(size.width * margin), height: even(size.height * margin) };
}

/** The one picture a task animates may be called its first frame or its reference. */
function imageRole(request: RenderRequest): MediaRole {
  return request.media.some(({ role }) => role === 'first') ? 'first' : 'reference';
}

function onlyFile(request: RenderRequest, role: MediaRole): string {
  const found = request.media.find((media) => media.role === role);
  if (found === undefined) throw new InvalidMedia(`The request has no medium in the role "${role}".`);
  return found.file;
}
