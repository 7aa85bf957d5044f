/** alpha o1-video: `POST /v1/alpha/o1-video/generate`. Video with sound, from text or from up to five images. */
import { failureCode, id, mediaUrl, model, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { videoRatios } from '../ratios.ts';
import { atMost, requiredUnless } from '../rules.ts';
import { callbackUrl } from '../urls.ts';
import { loneImageFirst, videoTask } from './reference-images.ts';

const imagesMax = 5;

export const alphaO1Video = defineFamily({
  slug: 'alpha-o1-video',
  title: 'alpha o1-video',
  summary: 'Video with sound, from text or from up to five images',
  path: '/v1/alpha/o1-video',
  output: 'video',
  idName: 'generation_id',

  fields: {
    prompt: text(1, 2500).required().about('What the video shows.'),
    duration: oneOf('5', '10')
      .usually('5', 'in text-to-video it has to be sent')
      .about('Seconds. Required in text-to-video.'),
    aspect_ratio: oneOf(...videoRatios).byDefault('16:9'),
    images_urls: images({ takes: 'url', as: 'reference', max: imagesMax }),
    images_base64: images({ takes: 'data-uri', as: 'reference', max: imagesMax }),
    callback_url: callbackUrl(),
  },
  rules: [
    requiredUnless(
      { field: 'duration', message: 'duration is required in text-to-video: "5" or "10"' },
      'images_urls',
      'images_base64',
    ),
    atMost(imagesMax, 'images_urls', 'images_base64'),
  ],
  example: { prompt: 'A paper boat drifts down a rainy street', duration: '5', aspect_ratio: '16:9' },
  resolve: ({ duration }) => ({ duration: duration ?? '5' }),
  arrange: loneImageFirst,
  model: () => 'alpha_o1_video',
  work: ({ duration, aspect_ratio }, media) => ({
    task: videoTask(media),
    shape: { from: 'ratio', ratio: aspect_ratio, edge: { short: 1080 } },
    seconds: Number(duration),
    sound: 'generated',
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: { 'alpha_o1_video/5s': usd('0.5600'), 'alpha_o1_video/10s': usd('1.1200') },
  price: ({ fields }) => ({ item: `alpha_o1_video/${fields.duration}s` }),
  timeLimits: { 'alpha-o1-video': minutes(15) },
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record: {
    generation_id: id,
    status,
    prompt,
    video_url: mediaUrl,
    model: model({ const: 'alpha_o1_video' }),
    message: failureCode,
  },
  webhook: {
    generation_id: id,
    status,
    video_url: mediaUrl,
    model: model({ const: 'alpha_o1_video' }),
    message: failureCode,
  },
});
