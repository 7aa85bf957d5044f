/** A tenth family in one small file: what it takes to add one, and that nothing else needs to know. */
import {
  answers,
  atMost,
  callbackUrl,
  defineFamily,
  images,
  integer,
  megabytes,
  oneOf,
  text,
  usd,
} from '../../src/index.ts';

const { id, status, pending, price, prompt, mediaUrl, failureCode } = answers;
const record = { task_uuid: id, status, prompt, result_image_url: mediaUrl, message: failureCode };

export const zeta = defineFamily({
  slug: 'zeta',
  title: 'zeta',
  summary: 'A stamp, from text and up to two pictures',
  path: '/v1/zeta',
  output: 'image',
  idName: 'task_uuid',
  lists: true,

  fields: {
    prompt: text(1, 100).required().about('What the stamp shows.'),
    side: oneOf(256, 512).byDefault(256),
    seed: integer(0, 9),
    stamp_pictures: images({ takes: 'url-or-data-uri', as: 'reference', max: 2 }),
    callback_url: callbackUrl(),
  },
  rules: [atMost(2, 'stamp_pictures')],
  example: { prompt: 'A lighthouse, 45 cents' },
  model: () => 'zeta',
  work: ({ side }, media) => ({
    task: media.length > 0 ? 'i2i' : 't2i',
    shape: { from: 'ratio', ratio: '1:1', edge: { long: side } },
  }),

  mediaBytesMax: megabytes(20),
  prices: { 'zeta/256': usd('0.0010'), 'zeta/512': usd('0.0020') },
  price: ({ fields }) => ({ item: `zeta/${fields.side}` }),
  timeLimits: { zeta: 120 },
  failures: {
    content_policy: 'STAMP_REFUSED',
    image_inaccessible: 'IMAGE_INACCESSIBLE',
    invalid_image: 'INVALID_IMAGE',
    timeout: 'TIMEOUT',
    internal: 'TASK_FAILED',
    unavailable: 'MAINTENANCE',
    declined: 'TASK_FAILED',
  },

  accepted: { task_uuid: id, status: pending, price },
  record,
  webhook: record,
});
