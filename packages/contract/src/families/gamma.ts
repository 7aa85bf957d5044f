/** gamma: `POST /v1/gamma/generate`. Video of 8 seconds with sound: text, an image, two frames, or references. */

import { completedAt, createdAt, failureObject, id, mediaUrl, pending, prompt, seed, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { integer, oneOf, text } from '../fields.ts';
import type { MediaInput, Task } from '../generation.ts';
import { gammaImageBytesMax, minutes } from '../limits.ts';
import { image, images } from '../media-fields.ts';
import { usd } from '../money.ts';
import { oneModeOnly, onlyFor, together } from '../rules.ts';
import { callbackUrl } from '../urls.ts';

const frame = { takes: 'data-uri', bytesMax: gammaImageBytesMax } as const;

const record = {
  generation_id: id,
  status,
  prompt,
  video_url: mediaUrl,
  created_at: createdAt,
  completed_at: completedAt,
  seed,
  error: failureObject,
};

function taskFor(media: readonly MediaInput[]): Task {
  const roles = media.map(({ role }) => role);
  if (roles.includes('last')) return 'frames';
  if (roles.includes('reference')) return 'refs2v';
  return roles.includes('first') ? 'i2v' : 't2v';
}

export const gamma = defineFamily({
  slug: 'gamma',
  title: 'gamma',
  summary: 'Video of 8 seconds with sound, from text, an image, two frames, or reference images',
  path: '/v1/gamma',
  output: 'video',
  idName: 'generation_id',

  fields: {
    prompt: text(10, 4000).required().about('What the video shows.'),
    model: oneOf('gamma-3-fast', 'gamma-3-quality').byDefault('gamma-3-fast').about('Fast is 720p, quality is 1080p.'),
    aspect_ratio: oneOf('9:16', '16:9').byDefault('16:9'),
    seed: integer(0, 1000000000).about('Random when left out; the answer says which was used.'),
    callback_url: callbackUrl(),
    watermark_text: text(3, 14).about('Written onto the video.'),
    bytes_image: image({ ...frame, as: 'first' }),
    start_frame: image({ ...frame, as: 'first' }),
    end_frame: image({ ...frame, as: 'last' }),
    reference_images: images({ ...frame, as: 'reference', min: 1, max: 3 }),
  },
  rules: [
    oneModeOnly(['bytes_image'], ['start_frame', 'end_frame'], ['reference_images']),
    together('start_frame', 'end_frame'),
    onlyFor({ field: 'model', value: 'gamma-3-fast' }, 'start_frame', 'end_frame', 'reference_images'),
  ],
  example: { prompt: 'A hot-air balloon rises over green hills', model: 'gamma-3-fast', aspect_ratio: '16:9' },
  model: ({ model }) => model,
  work: ({ model, aspect_ratio, watermark_text }, media) => ({
    task: taskFor(media),
    shape: { from: 'ratio', ratio: aspect_ratio, edge: { short: model === 'gamma-3-quality' ? 1080 : 720 } },
    seconds: 8,
    sound: 'generated',
    watermark: watermark_text ?? null,
  }),

  /** Three reference images. */
  mediaBytesMax: 3 * gammaImageBytesMax,

  /** Charged, though the answer carries no price. */
  prices: { 'gamma-3-fast': usd('0.4000'), 'gamma-3-quality': usd('2.0000') },
  price: ({ model }) => ({ item: model }),
  timeLimits: { gamma: minutes(10) },
  failures: {
    content_policy: 'UNSAFE_CONTENT',
    // gamma takes no URLs, and images are decoded at submission: both can only be faults of ours.
    image_inaccessible: 'TASK_FAILED',
    invalid_image: 'TASK_FAILED',
    timeout: 'TIMEOUT',
    internal: 'TASK_FAILED',
    unavailable: 'MAINTENANCE',
    declined: 'UNSAFE_CONTENT',
  },

  accepted: { generation_id: id, status: pending, seed },
  record,
  webhook: record,
});
