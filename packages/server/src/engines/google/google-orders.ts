/** What Google is asked for, in each of its three dialects, as its client's types have it. */
import type {
  GenerateContentParameters,
  GenerateVideosParameters,
  Interactions,
  VideoGenerationReferenceImage,
} from '@google/genai';
import type { EngineMedia, EngineWork } from '../engine.ts';
import type { Ask } from '../fit.ts';

const base64 = async (medium: EngineMedia): Promise<string> =>
  Buffer.from(await (await medium.open()).arrayBuffer()).toString('base64');

/** What the vendor hands back with its calls, so that one tells which job it means. */
const metadata = (work: EngineWork) => ({ token: work.token });

export async function veoOrder(work: EngineWork, ask: Ask, model: string): Promise<GenerateVideosParameters> {
  const { task } = work.work;
  const images = await Promise.all(
    work.media.map(async (medium) => ({ imageBytes: await base64(medium), mimeType: medium.type })),
  );
  const [first, last] = images;
  const references = images.map((image) => ({ image, referenceType: 'ASSET' }) as VideoGenerationReferenceImage);
  return {
    model,
    prompt: ask.prompt,
    ...(task !== 'refs2v' && first && { image: first }),
    config: {
      numberOfVideos: 1,
      ...(ask.seconds !== null && { durationSeconds: ask.seconds }),
      ...(ask.aspect !== null && { aspectRatio: ask.aspect }),
      resolution: ask.resolution,
      ...(ask.negativePrompt !== null && { negativePrompt: ask.negativePrompt }),
      ...(task === 'frames' && last && { lastFrame: last }),
      ...(task === 'refs2v' && { referenceImages: references }),
      ...(work.hook !== null && { webhookConfig: { uris: [work.hook], userMetadata: metadata(work) } }),
      ...work.use.set,
    },
  };
}

const omniTasks = {
  t2v: 'text_to_video',
  i2v: 'image_to_video',
  frames: 'image_to_video',
  refs2v: 'reference_to_video',
} as const;

type InteractionOrder = Interactions.CreateModelInteractionParamsNonStreaming & { stream?: false };

export async function omniOrder(
  work: EngineWork,
  ask: Ask,
  { model, execution }: { model: string; execution: 'in the background' | 'at once' },
): Promise<InteractionOrder> {
  const images = await Promise.all(
    work.media.map(async (medium) => ({ type: 'image' as const, data: await base64(medium), mime_type: medium.type })),
  );
  return {
    model,
    input: [{ type: 'text', text: ask.prompt }, ...images],
    ...(execution === 'in the background' && { background: true, store: true }),
    response_format: {
      type: 'video',
      ...(ask.aspect !== null && { aspect_ratio: ask.aspect as '16:9' }),
      duration: `${ask.seconds}s`,
      resolution: ask.resolution as '720p',
      delivery: 'uri',
      ...work.use.set,
    },
    generation_config: { video_config: { task: omniTasks[work.work.task as keyof typeof omniTasks] } },
    ...(work.hook !== null &&
      execution === 'in the background' && { webhook_config: { uris: [work.hook], user_metadata: metadata(work) } }),
  };
}

export async function imageOrder(work: EngineWork, ask: Ask, model: string): Promise<GenerateContentParameters> {
  const images = await Promise.all(
    work.media.map(async (medium) => ({ inlineData: { data: await base64(medium), mimeType: medium.type } })),
  );
  const imageConfig = {
    ...(ask.aspect !== null && { aspectRatio: ask.aspect }),
    imageSize: ask.resolution.toUpperCase(),
  };
  return {
    model,
    contents: [{ role: 'user', parts: [{ text: ask.prompt }, ...images] }],
    config: { responseModalities: ['IMAGE'], imageConfig: { ...imageConfig, ...work.use.set } },
  };
}
