/** beta: `POST /v1/beta/generate`. Video of 10 or 15 seconds with sound; faults in a shape of its own, a list. */
import {
  completedAt,
  createdAt,
  failureCode,
  id,
  mediaUrl,
  pending,
  price,
  progressPercent,
  prompt,
  queuePosition,
  status,
} from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes } from '../limits.ts';
import { image } from '../media-fields.ts';
import { usd } from '../money.ts';
import { notTogether } from '../rules.ts';
import { callbackUrl } from '../urls.ts';

const record = {
  generation_id: id,
  status,
  prompt,
  video_url: mediaUrl,
  created_at: createdAt,
  completed_at: completedAt,
  progress_pct: progressPercent,
  progress_pos_in_queue: queuePosition,
  error_message: failureCode,
};

export const beta = defineFamily({
  slug: 'beta',
  title: 'beta',
  summary: 'Video of 10 or 15 seconds with sound, from text or from an image',
  path: '/v1/beta',
  output: 'video',
  idName: 'generation_id',
  lists: true,
  documentedWithSlash: true,
  faultStatus: 422,

  fields: {
    prompt: text(1, 4000).required().about('What the video shows.'),
    orientation: oneOf('9:16', '16:9').byDefault('9:16'),
    duration: oneOf(10, 15).byDefault(10).about('Seconds.'),
    callback_url: callbackUrl(),
    image_base64: image({ takes: 'data-uri', as: 'first' }),
    image_url: image({ takes: 'url', as: 'first' }),
  },
  rules: [notTogether('image_base64', 'image_url')],
  example: { prompt: 'A street musician plays under neon lights', orientation: '9:16', duration: 10 },
  model: () => 'beta',
  work: ({ orientation, duration }, media) => ({
    task: media.length > 0 ? 'i2v' : 't2v',
    shape: { from: 'ratio', ratio: orientation, edge: { short: 720 } },
    seconds: duration,
    sound: 'generated',
  }),

  mediaBytesMax: imageBytesMax,

  prices: { 'beta/10s': usd('0.1500'), 'beta/15s': usd('0.2500') },
  price: ({ fields }) => ({ item: `beta/${fields.duration}s` }),
  timeLimits: { beta: minutes(30) },
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record,
  webhook: record,
});
