/** Pictures for the gallery, drawn as the studio draws them and kept as pixels until the sheet is laid out. */

import { planRender } from '../../packages/studio/src/child/plan.ts';
import { chooseEncoder } from '../../packages/studio/src/encoders/choose.ts';
import { createPicture, writeRgb } from '../../packages/studio/src/picture/picture.ts';
import type { RenderRequest } from '../../packages/studio/src/request.ts';

export interface Pixels {
  rgb: Uint8Array;
  width: number;
  height: number;
}

const CLIP_SECONDS = 5;

export function requestFor(wanted: Partial<RenderRequest> & Pick<RenderRequest, 'task' | 'prompt'>): RenderRequest {
  const picture = wanted.task === 't2i' || wanted.task === 'i2i';
  return {
    negativePrompt: null,
    cfgScale: null,
    seed: 1,
    width: 640,
    height: 360,
    seconds: picture || wanted.task === 'motion' ? null : CLIP_SECONDS,
    framesPerSecond: picture || wanted.task === 'motion' ? null : 24,
    sound: 'none',
    watermark: null,
    multiShot: false,
    media: [],
    outputFile: '',
    ...wanted,
  };
}

/** The picture at each of these shares of the clip: 0 is its first frame, 1 its last. */
export async function drawMoments(request: RenderRequest, shares: number[]): Promise<Pixels[]> {
  const { painting, rhythm } = await planRender(request, { encoder: () => chooseEncoder('best'), watched: () => {} });
  const seconds = rhythm === null ? CLIP_SECONDS : (rhythm.frames * rhythm.rate.denominator) / rhythm.rate.numerator;
  const { width, height } = request;
  const picture = createPicture(width, height);
  return shares.map((share) => {
    painting.paint(picture, {
      index: Math.round(share * ((rhythm?.frames ?? 1) - 1)),
      share,
      seconds: share * seconds,
    });
    return { rgb: Uint8Array.from(writeRgb(picture)), width, height };
  });
}
