/** epsilon-images: `POST /v1/epsilon-images/generate`. A picture from text and up to four images, also plain base64. */
import { failureCode, id, mediaUrl, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { pictureRatios } from '../ratios.ts';
import { callbackUrl } from '../urls.ts';

const imagesMax = 4;

const record = { task_uuid: id, status, prompt, result_image_url: mediaUrl, message: failureCode };

export const epsilonImages = defineFamily({
  slug: 'epsilon-images',
  title: 'epsilon-images',
  summary: 'A picture, from text and up to four images, in a shape that may follow the first',
  path: '/v1/epsilon-images',
  output: 'image',
  idName: 'task_uuid',

  fields: {
    prompt: text(1, 4000).required().about('What the picture shows.'),
    aspect_ratio: oneOf(...pictureRatios).about('Left out: the listed ratio nearest to the first image, else 1:1.'),
    images: images({ takes: 'url-or-data-uri-or-base64', as: 'reference', max: imagesMax }),
    callback_url: callbackUrl(),
  },
  example: { prompt: 'A poster for a jazz night, bold shapes', aspect_ratio: '4:5' },
  model: () => 'epsilon-images',
  work: ({ aspect_ratio: ratio }, media) => ({
    task: media.length > 0 ? 'i2i' : 't2i',
    shape:
      ratio === undefined
        ? { from: 'nearest-to-first-image', ratios: pictureRatios, otherwise: '1:1', edge: { long: 1024 } }
        : { from: 'ratio', ratio, edge: { long: 1024 } },
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: { 'epsilon-images': usd('0.0390') },
  price: () => ({ item: 'epsilon-images' }),
  timeLimits: { 'epsilon-images': minutes(5) },
  failures: {
    content_policy: 'VENDOR_DECLINED',
    image_inaccessible: 'IMAGE_INACCESSIBLE',
    invalid_image: 'INVALID_IMAGE',
    timeout: 'TIMEOUT',
    internal: 'API_ERROR',
    unavailable: 'API_ERROR',
    declined: 'VENDOR_DECLINED',
  },

  accepted: { task_uuid: id, status: pending, price },
  record,
  webhook: record,
});
