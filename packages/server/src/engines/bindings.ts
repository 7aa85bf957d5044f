/** The names under which an engine's fields take our values: in ComfyUI workflows, in presets, in a route's `input`. */
import type { Task } from '@afterimage/contract';
import type { EngineWork } from './engine.ts';
import type { Ask } from './fit.ts';
import { inputLinkSeconds } from './input-links.ts';

/** What the engine knows each medium by: a link, a data URI, the name of an uploaded file; in the order of the work. */
export interface BoundMedia {
  images: readonly unknown[];
  videos: readonly unknown[];
}

type Values = { work: EngineWork; ask: Ask } & BoundMedia;

const named: Readonly<Record<string, (values: Values) => unknown>> = {
  prompt: ({ ask }) => ask.prompt,
  negative_prompt: ({ ask }) => ask.negativePrompt,
  seed: ({ ask }) => ask.seed,
  cfg_scale: ({ ask }) => ask.cfgScale,
  /** 1 to 10, where ours is 0 to 1. */
  guidance_scale: ({ ask }) => (ask.cfgScale === null ? null : 1 + 9 * ask.cfgScale),
  size: ({ work }) => `${work.width}x${work.height}`,
  width: ({ work }) => work.width,
  height: ({ work }) => work.height,
  fps: ({ work }) => fpsOf(work),
  seconds: ({ ask }) => ask.seconds,
  /** "5" and "8s": some vendors take lengths as text. */
  seconds_text: ({ ask }) => (ask.seconds === null ? null : String(ask.seconds)),
  seconds_s: ({ ask }) => (ask.seconds === null ? null : `${ask.seconds}s`),
  /** Video models make frames in groups of four, and one before them. */
  frames: ({ work, ask }) => (ask.seconds === null ? null : Math.round((ask.seconds * fpsOf(work)) / 4) * 4 + 1),
  aspect_ratio: ({ ask }) => ask.aspect,
  resolution: ({ ask }) => ask.resolution,
  /** "1K". */
  resolution_upper: ({ ask }) => ask.resolution.toUpperCase(),
  audio: ({ ask }) => ask.sound !== 'none',
  images: ({ images }) => (images.length > 0 ? images : null),
  token: ({ work }) => work.token,
};

const fpsOf = (work: EngineWork): number => Number(work.use.set['fps'] ?? work.work.framesPerSecond ?? 24);

const indexed = /^(image|video)\[(\d)\]$/;

export function isBinding(name: string): boolean {
  return Object.hasOwn(named, name) || indexed.test(name);
}

export const bindingNames: readonly string[] = [...Object.keys(named), 'image[0]', 'video[0]'];

/** Undefined where the work has no such value: the field is then left as it is, or left out. */
export function boundValue(name: string, values: Values): unknown {
  const numbered = indexed.exec(name);
  if (numbered !== null) return (numbered[1] === 'image' ? values.images : values.videos)[Number(numbered[2])];
  return named[name]?.(values) ?? undefined;
}

/** A flat body: fields that have a value, then what is set in any case. Null takes a field out. */
export function boundInput(
  fields: Readonly<Record<string, string>>,
  values: Values,
  ...set: (Readonly<Record<string, unknown>> | undefined)[]
): Record<string, unknown> {
  const bound = Object.entries(fields)
    .filter(([, name]) => !isDouble(name, Object.values(fields), values.work.work.task))
    .map(([field, name]) => [field, boundValue(name, values)]);
  const body: Record<string, unknown> = Object.assign(Object.fromEntries(bound), ...set);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}

/** A model that has fields for frames and one for references is sent each picture in one of them only. */
function isDouble(name: string, names: readonly string[], task: Task): boolean {
  const areReferences = task === 'refs2v' || task === 'i2i';
  if (name === 'images') return !areReferences && names.includes('image[0]');
  return /^image\[/.test(name) && areReferences && names.includes('images');
}

/** A link of ours, or the bytes themselves where the world cannot reach us. */
export async function linkedMedia(work: EngineWork): Promise<BoundMedia> {
  const url = async (medium: EngineWork['media'][number]) =>
    medium.link(inputLinkSeconds(work)) ??
    `data:${medium.type};base64,${Buffer.from(await (await medium.open()).arrayBuffer()).toString('base64')}`;
  const of = (kind: 'image' | 'video') => Promise.all(work.media.filter((medium) => medium.kind === kind).map(url));
  return { images: await of('image'), videos: await of('video') };
}
