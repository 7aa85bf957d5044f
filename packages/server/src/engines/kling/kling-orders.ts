/** What Kling is asked for: the path and body of a job, in its older dialect and in its newer one. */
import type { Task } from '@afterimage/contract';
import type { EngineMedia, EngineWork } from '../engine.ts';
import type { Ask } from '../fit.ts';
import { inputLinkSeconds } from '../input-links.ts';
import type { PresetRow } from '../presets.ts';

export interface KlingOrder {
  path: string;
  body: Record<string, unknown>;
}

/** Above this the character must face as the video does. */
const imageOrientationMillisecondsMax = 10_000;

export const v1Paths: Readonly<Record<Task, string>> = {
  t2v: '/v1/videos/text2video',
  i2v: '/v1/videos/image2video',
  frames: '/v1/videos/image2video',
  refs2v: '/v1/videos/omni-video',
  motion: '/v1/videos/motion-control',
  t2i: '/v1/images/omni-image',
  i2i: '/v1/images/omni-image',
};

const v2Operations: Readonly<Record<Task, string>> = {
  t2v: 'text-to-video',
  i2v: 'image-to-video',
  frames: 'image-to-video',
  refs2v: 'omni-video',
  motion: 'motion-control',
  t2i: 'omni-image',
  i2i: 'omni-image',
};

const imagesOf = (work: EngineWork) => work.media.filter(({ kind }) => kind === 'image');
const videoLink = (work: EngineWork) => work.media.find(({ kind }) => kind === 'video')?.link(inputLinkSeconds(work));

const base64 = async (medium: EngineMedia): Promise<string> =>
  Buffer.from(await (await medium.open()).arrayBuffer()).toString('base64');

function orientationOf(work: EngineWork): 'image' | 'video' {
  const video = work.media.find(({ kind }) => kind === 'video');
  return (video?.milliseconds ?? 0) > imageOrientationMillisecondsMax ? 'video' : 'image';
}

/** Takes out what a preset or route sets to null. */
const laidOver = (body: object, ...more: (object | undefined)[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object.assign({}, body, ...more)).filter(([, value]) => value !== null));

export async function v1Order(work: EngineWork, ask: Ask, { row, model }: PresetRow): Promise<KlingOrder> {
  const { task } = work.work;
  // Plain base64: this dialect refuses the prefix of a data URI.
  const images = await Promise.all(imagesOf(work).map(base64));
  const common = {
    model_name: model,
    prompt: ask.prompt,
    external_task_id: work.token,
    ...(work.hook !== null && { callback_url: work.hook }),
  };
  if (task === 't2i' || task === 'i2i') {
    const list = images.map((image) => ({ image }));
    const picture = { resolution: ask.resolution, aspect_ratio: ask.aspect ?? 'auto', n: 1, result_type: 'single' };
    const body = { ...common, ...picture, ...(list.length > 0 && { image_list: list }) };
    return { path: v1Paths[task], body: laidOver(body, row.set, work.use.set) };
  }
  const video = {
    ...common,
    ...(ask.negativePrompt !== null && { negative_prompt: ask.negativePrompt }),
    ...(ask.cfgScale !== null && { cfg_scale: ask.cfgScale }),
    mode: ask.resolution === '1080p' ? 'pro' : 'std',
    ...(ask.seconds !== null && { duration: String(ask.seconds) }),
    ...(ask.aspect !== null && task !== 'i2v' && task !== 'frames' && { aspect_ratio: ask.aspect }),
    ...(row.takes?.includes('sound') && task !== 'motion' && { sound: ask.sound === 'none' ? 'off' : 'on' }),
  };
  const [first, last] = images;
  const media = {
    t2v: {},
    i2v: { image: first },
    frames: { image: first, image_tail: last },
    refs2v: { image_list: images.map((image_url) => ({ image_url })) },
    motion: {
      image_url: first,
      video_url: videoLink(work),
      character_orientation: orientationOf(work),
      keep_original_sound: ask.sound === 'none' ? 'no' : 'yes',
    },
  }[task];
  const operation = row.operation === undefined ? v1Paths[task] : `/v1/videos/${row.operation}`;
  return { path: operation, body: laidOver({ ...video, ...media }, row.set, work.use.set) };
}

export async function v2Order(work: EngineWork, ask: Ask, { row, model }: PresetRow): Promise<KlingOrder> {
  const { task } = work.work;
  const operation = row.operation ?? v2Operations[task];
  // Samples show links and data URIs; a link is surer where the world can reach us.
  const urls = await Promise.all(
    imagesOf(work).map(
      async (medium) => medium.link(inputLinkSeconds(work)) ?? `data:${medium.type};base64,${await base64(medium)}`,
    ),
  );
  const sound = row.takes?.includes('sound') ?? false;
  const settings = laidOver(
    {
      resolution: ask.resolution,
      ...(task === 'motion' && { character_orientation: orientationOf(work) }),
      ...(ask.seconds !== null && { duration: ask.seconds }),
      ...(ask.aspect !== null && operation !== 'image-to-video' && task !== 'motion' && { aspect_ratio: ask.aspect }),
      ...(sound && { audio: ask.sound === 'none' ? 'off' : task === 'motion' ? 'original' : 'native' }),
    },
    row.set,
    work.use.set,
  );
  const options = {
    external_task_id: work.token,
    ...(work.hook !== null && { callback_url: work.hook }),
    watermark_info: { enabled: false },
  };
  const path = `/${operation}/${model}`;
  if (operation === 'text-to-video') return { path, body: { prompt: ask.prompt, settings, options } };
  const prompt = { type: 'prompt', text: task === 'refs2v' ? withReferences(ask.prompt, urls.length) : ask.prompt };
  const media = urls.map((url, index) => {
    if (task === 'motion') return { type: 'image', url };
    if (task === 'refs2v') return { type: 'refer_image', id: `image_${index + 1}`, url };
    return { type: index === 0 ? 'first_frame' : 'last_frame', url };
  });
  const video = task === 'motion' ? [{ type: 'video', url: videoLink(work) }] : [];
  return { path, body: { contents: [prompt, ...media, ...video], settings, options } };
}

/** A reference that the prompt does not name is not looked at. */
function withReferences(prompt: string, count: number): string {
  const names = Array.from({ length: count }, (_, index) => `<<<image_${index + 1}>>>`);
  const missing = names.filter((name) => !prompt.includes(name));
  return missing.length === 0 ? prompt : `${prompt} ${missing.join(' ')}`;
}
