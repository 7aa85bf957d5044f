/** delta: `POST /v1/delta/generate`. A picture from text and up to four images; a list of recent generations. */
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

export const delta = defineFamily({
  slug: 'delta',
  title: 'delta',
  summary: 'A picture, from text and up to four images',
  path: '/v1/delta',
  output: 'image',
  idName: 'task_uuid',
  lists: true,

  /** The specification does not show this submit; its fields are decided after epsilon-images. */
  fields: {
    prompt: text(1, 4000).required().about('What the picture shows.'),
    aspect_ratio: oneOf(...pictureRatios).byDefault('1:1'),
    images: images({ takes: 'url-or-data-uri', as: 'reference', max: imagesMax }),
    callback_url: callbackUrl(),
  },
  example: { prompt: 'A cat asleep on a stack of books', aspect_ratio: '1:1' },
  model: () => 'delta',
  work: ({ aspect_ratio }, media) => ({
    task: media.length > 0 ? 'i2i' : 't2i',
    shape: { from: 'ratio', ratio: aspect_ratio, edge: { long: 1024 } },
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: { delta: usd('0.0200') },
  price: () => ({ item: 'delta' }),
  timeLimits: { delta: minutes(5) },
  failures: {
    content_policy: 'MODERATION_FAILED',
    image_inaccessible: 'IMAGE_INACCESSIBLE',
    invalid_image: 'INVALID_IMAGE',
    timeout: 'TIMEOUT',
    internal: 'API_ERROR',
    unavailable: 'API_ERROR',
    declined: 'API_ERROR',
  },

  accepted: { task_uuid: id, status: pending, price },
  record,
  webhook: record,
});
