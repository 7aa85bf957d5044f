/** alpha o3-video: `POST /v1/alpha/o3-video/generate`. Video of 5, 10 or 15 seconds, standard or pro. */
import { failureCode, id, mediaUrl, model, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { flag, oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { videoRatios } from '../ratios.ts';
import { atMost, notTogether, rule } from '../rules.ts';
import { callbackUrl } from '../urls.ts';
import { loneImageFirst, videoTask } from './reference-images.ts';

const imagesMax = 5;

/** The record's `model`: `alpha-o3-video-5s`, `alpha-o3-video-15s-pro`. */
const label = { pattern: '^alpha-o3-video-(5|10|15)s(-pro)?$', examples: ['alpha-o3-video-5s-pro'] };

const modeAgrees = rule({
  needs: ['model', 'mode'],
  note: 'mode "pro" is the same as model alpha_o3_pro; model alpha_o3_pro cannot be sent with mode "std".',
  check: ({ model, mode }: { model: string; mode: string | undefined }) =>
    model === 'alpha_o3_pro' && mode === 'std'
      ? [{ field: 'mode', message: 'mode "std" contradicts model alpha_o3_pro', type: 'model_conflict' }]
      : [],
});

export const alphaO3Video = defineFamily({
  slug: 'alpha-o3-video',
  title: 'alpha o3-video',
  summary: 'Video of 5, 10 or 15 seconds, from text or from up to five images, standard or pro',
  path: '/v1/alpha/o3-video',
  output: 'video',
  idName: 'generation_id',
  statusLimited: true,

  fields: {
    prompt: text(1, 2500).required().about('What the video shows.'),
    images_url: images({ takes: 'url', as: 'reference', max: imagesMax }),
    images_base64: images({ takes: 'data-uri', as: 'reference', max: imagesMax }),
    duration: oneOf('5', '10', '15').byDefault('5').about('Seconds.'),
    aspect_ratio: oneOf(...videoRatios).byDefault('16:9'),
    model: oneOf('alpha_o3', 'alpha_o3_pro').byDefault('alpha_o3').about('Standard is 720p, pro is 1080p.'),
    mode: oneOf('std', 'pro').about('`pro` is the same as model alpha_o3_pro.'),
    keep_original_sound: flag().byDefault(true).about('false: the video is silent.'),
    callback_url: callbackUrl(),
  },
  rules: [notTogether('images_url', 'images_base64'), atMost(imagesMax, 'images_url', 'images_base64'), modeAgrees],
  example: { prompt: 'Waves break over a lighthouse in a storm', duration: '5', model: 'alpha_o3_pro' },
  resolve: ({ model, mode }) => ({ model: mode === 'pro' ? 'alpha_o3_pro' : model, mode: undefined }),
  arrange: loneImageFirst,
  model: ({ model, duration }) => `alpha-o3-video-${duration}s${model === 'alpha_o3_pro' ? '-pro' : ''}`,
  work: ({ model, duration, aspect_ratio, keep_original_sound }, media) => ({
    task: videoTask(media),
    shape: { from: 'ratio', ratio: aspect_ratio, edge: { short: model === 'alpha_o3_pro' ? 1080 : 720 } },
    seconds: Number(duration),
    sound: keep_original_sound ? 'generated' : 'none',
  }),

  mediaBytesMax: imagesMax * imageBytesMax,

  prices: {
    'alpha_o3/5s': usd('0.4200'),
    'alpha_o3/10s': usd('0.8400'),
    'alpha_o3/15s': usd('1.2600'),
    'alpha_o3_pro/5s': usd('0.8400'),
    'alpha_o3_pro/10s': usd('1.6800'),
    'alpha_o3_pro/15s': usd('2.5200'),
  },
  price: ({ fields }) => ({ item: `${fields.model}/${fields.duration}s` }),
  timeLimits: { 'alpha-o3-video': minutes(15) },
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record: { generation_id: id, status, prompt, video_url: mediaUrl, model: model(label), message: failureCode },
  webhook: { generation_id: id, status, video_url: mediaUrl, model: model(label), message: failureCode },
});
