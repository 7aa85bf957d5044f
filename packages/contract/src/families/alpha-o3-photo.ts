/** alpha o3-photo: `POST /v1/alpha/o3-photo/generate`. A picture of up to 4k, from text and up to ten images. */
import { failureCode, id, mediaUrl, model, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { flag, oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { photoEdges, photoRatios } from '../ratios.ts';
import { atMost } from '../rules.ts';
import { callbackUrl } from '../urls.ts';

const imagesMax = 10;

const label = { const: 'alpha_o3_photo' };

export const alphaO3Photo = defineFamily({
  slug: 'alpha-o3-photo',
  title: 'alpha o3-photo',
  summary: 'A picture of up to 4k, from text and up to ten reference images',
  path: '/v1/alpha/o3-photo',
  output: 'image',
  idName: 'generation_id',
  statusLimited: true,

  fields: {
    prompt: text(1, 2500).required().about('What the picture shows.'),
    images_url: images({ takes: 'url', as: 'reference', max: imagesMax }),
    images_base64: images({ takes: 'data-uri', as: 'reference', max: imagesMax }),
    img_resolution: oneOf('1k', '2k', '4k').byDefault('2k').about('Long edge: 1024, 2048 or 4096 pixels.'),
    aspect_ratio: oneOf('auto', ...photoRatios)
      .byDefault('auto')
      .about('`auto` takes the listed ratio nearest to the first reference image, else 1:1.'),
    prefer_multi_shots: flag().byDefault(false).about('One picture that holds several shots of the subject.'),
    callback_url: callbackUrl(),
  },
  rules: [atMost(imagesMax, 'images_url', 'images_base64')],
  example: { prompt: 'A tea house on a cliff, evening light', img_resolution: '4k', aspect_ratio: '16:9' },
  model: () => 'alpha_o3_photo',
  work: ({ img_resolution, aspect_ratio, prefer_multi_shots }, media) => ({
    task: media.length > 0 ? 'i2i' : 't2i',
    shape:
      aspect_ratio === 'auto'
        ? { from: 'nearest-to-first-image', ratios: photoRatios, otherwise: '1:1', edge: photoEdges[img_resolution] }
        : { from: 'ratio', ratio: aspect_ratio, edge: photoEdges[img_resolution] },
    multiShot: prefer_multi_shots,
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: {
    'alpha_o3_photo/1k': usd('0.0290'),
    'alpha_o3_photo/2k': usd('0.0290'),
    'alpha_o3_photo/4k': usd('0.0580'),
  },
  price: ({ fields }) => ({ item: `alpha_o3_photo/${fields.img_resolution}` }),
  timeLimits: { 'alpha-o3-photo': minutes(5) },
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record: { generation_id: id, status, prompt, image_url: mediaUrl, model: model(label), message: failureCode },
  webhook: { generation_id: id, status, image_url: mediaUrl, model: model(label), message: failureCode },
});
