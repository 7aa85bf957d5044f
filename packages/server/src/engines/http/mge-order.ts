/** Turns work into an order of `mge/1`: what an engine is sent, and a worker that fetches its work is given. */
import { mediaTypes } from '@afterimage/contract';
import type { EngineMedia, EngineWork } from '../engine.ts';
import type { Ask } from '../fit.ts';
import type { MgeInput, MgeOrder } from './mge.ts';

const roles = { first: 'first_frame', last: 'last_frame', reference: 'reference', motion: 'motion_video' } as const;

/** Without its bytes, and without a link to them. */
export async function mgeInput(medium: EngineMedia, { work }: EngineWork): Promise<MgeInput> {
  const isCharacter = work.task === 'motion' && medium.kind === 'image';
  const { type: mime, bytes } = medium;
  return { role: isCharacter ? 'character' : roles[medium.role], mime, bytes, sha256: await medium.sha256() };
}

export function mgeOrder(
  work: EngineWork,
  { ask, model, inputs }: { ask: Ask; model: string | undefined; inputs: MgeInput[] },
): MgeOrder {
  return {
    task: work.work.task,
    ...(model !== undefined && { model }),
    prompt: ask.prompt,
    ...(ask.negativePrompt !== null && { negative_prompt: ask.negativePrompt }),
    ...(ask.seed !== null && { seed: ask.seed }),
    ...(ask.cfgScale !== null && { cfg_scale: ask.cfgScale }),
    ...(ask.seconds !== null && { seconds: ask.seconds }),
    ...(work.work.framesPerSecond !== null && { fps: work.work.framesPerSecond }),
    width: work.width,
    height: work.height,
    ...(ask.aspect !== null && { aspect_ratio: ask.aspect }),
    resolution: ask.resolution,
    audio: ask.sound !== 'none',
    inputs,
    output:
      work.work.output === 'video'
        ? { kind: 'video', mime: ['video/mp4'] }
        : { kind: 'image', mime: [...mediaTypes.image.types] },
    deadline: work.deadline.toISOString(),
    attempt: work.token,
    options: { ...work.use.set },
    ...(work.hook !== null && { callback: { url: work.hook } }),
  };
}
