/** alpha o1-photo: `POST /v1/alpha/o1-photo/generate`. A picture from text and up to five reference images. */
import { failureCode, id, mediaUrl, model, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { photoEdges, photoRatios } from '../ratios.ts';
import { atMost } from '../rules.ts';
import { callbackUrl } from '../urls.ts';

const imagesMax = 5;

const label = { const: 'alpha_o1_photo' };

export const alphaO1Photo = defineFamily({
  slug: 'alpha-o1-photo',
  title: 'alpha o1-photo',
  summary: 'A picture, from text and up to five reference images',
  path: '/v1/alpha/o1-photo',
  output: 'image',
  idName: 'generation_id',

  fields: {
    prompt: text(1, 2500).required().about('What the picture shows.'),
    images_url: images({ takes: 'url', https: true, as: 'reference', max: imagesMax }),
    images_base64: images({ takes: 'data-uri', as: 'reference', max: imagesMax }),
    /** The specification's examples send this name: a third list. */
    input_images: images({ takes: 'url-or-data-uri', https: true, as: 'reference', max: imagesMax }),
    img_resolution: oneOf('1k', '2k').byDefault('2k').about('Long edge: 1024 or 2048 pixels.'),
    aspect_ratio: oneOf(...photoRatios).byDefault('1:1'),
    callback_url: callbackUrl(),
  },
  rules: [atMost(imagesMax, 'images_url', 'images_base64', 'input_images')],
  example: { prompt: 'A lemon tree in a blue pot', img_resolution: '2k', aspect_ratio: '3:4' },
  model: () => 'alpha_o1_photo',
  work: ({ img_resolution, aspect_ratio }, media) => ({
    task: media.length > 0 ? 'i2i' : 't2i',
    shape: { from: 'ratio', ratio: aspect_ratio, edge: photoEdges[img_resolution] },
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: { alpha_o1_photo: usd('0.0290') },
  price: () => ({ item: 'alpha_o1_photo' }),
  timeLimits: { 'alpha-o1-photo': minutes(5) },
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record: { generation_id: id, status, prompt, image_url: mediaUrl, model: model(label), message: failureCode },
  webhook: { generation_id: id, status, image_url: mediaUrl, model: model(label), message: failureCode },
});
