/** Draws a request of the studio as bare pixels, so that an encoder alone can be fed the same: frames as I420, or RGB. */
import { open } from 'node:fs/promises';
import { planRender } from '../packages/studio/src/child/plan.ts';
import { chooseEncoder } from '../packages/studio/src/encoders/choose.ts';
import { STILL_MOMENT } from '../packages/studio/src/paint/painting.ts';
import { createPicture, writeRgb } from '../packages/studio/src/picture/picture.ts';
import type { RenderRequest } from '../packages/studio/src/request.ts';

const [, , requestText, pixelsFile] = process.argv;
const request = JSON.parse(requestText!) as RenderRequest;

const { painting, rhythm } = await planRender(request, { encoder: () => chooseEncoder('best'), watched: () => {} });
const picture = createPicture(request.width, request.height);
const file = await open(pixelsFile!, 'w');
if (rhythm === null) {
  painting.paint(picture, STILL_MOMENT);
  await file.write(writeRgb(picture));
} else {
  const { frames, rate } = rhythm;
  for (let index = 0; index < frames; index += 1) {
    const seconds = (index * rate.denominator) / rate.numerator;
    painting.paint(picture, { index, share: index / (frames - 1), seconds });
    await file.write(picture.bytes);
  }
}
await file.close();
process.exit(0);
