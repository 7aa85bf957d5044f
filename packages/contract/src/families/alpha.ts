/** alpha generic: `POST /v1/alpha/generate`. Text-to-video, image-to-video and motion control over fourteen models. */
import { failureCode, id, mediaUrl, model, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import type { RequestOf } from '../family-definition.ts';
import { integer, judgedByRule, number, oneOf, text } from '../fields.ts';
import { imageBytesMax, minutes, referenceVideoBytesMax } from '../limits.ts';
import { image, video } from '../media-fields.ts';
import { usd } from '../money.ts';
import { videoRatios } from '../ratios.ts';
import { notTogether } from '../rules.ts';
import { callbackUrl } from '../urls.ts';
import { checkMedia, shortestVideo, startedSeconds } from './alpha-media.ts';
import {
  type AlphaModelName,
  alphaModels,
  alphaVersions,
  chooseModel,
  defaultModel,
  modelNamed,
} from './alpha-models.ts';
import {
  controlOf,
  durationFits,
  inputImages,
  mediaFit,
  modelAgrees,
  referenceImages,
  referenceVideos,
} from './alpha-rules.ts';

const fields = {
  prompt: text(1, 2500).required().about('What the video shows.'),
  negative_prompt: text(1, 2500).about('What it should not show. Used by the alpha_3, 2.1 and 1.6 models.'),
  model: oneOf(...alphaModels)
    .usually(defaultModel, 'with `version` the model that it picks, with reference media alpha_3_motion')
    .about('The model.'),
  version: oneOf(...alphaVersions).about('Picks the model where `model` is not sent; must agree with it where it is.'),
  mode: oneOf('std', 'pro').about('`pro` picks the pro variant of the model.'),
  duration: judgedByRule<string | number>({
    oneOf: [
      { type: 'string', enum: ['5', '10'] },
      { type: 'integer', minimum: 3, maximum: 15 },
    ],
  })
    .usually('5', 'for alpha_3 and alpha_3_pro 5')
    .about('Seconds. alpha_3 and alpha_3_pro: an integer from 3 to 15. Other models: "5" or "10". Motion: not used.'),
  aspect_ratio: oneOf(...videoRatios)
    .byDefault('16:9')
    .about('Text-to-video only: an input image or a reference video decides otherwise.'),
  cfg_scale: number(0, 1).byDefault(0.5).about('0 is most creative, 1 follows the prompt strictly. alpha_3 and 1.6.'),
  seed: integer(0, 2147483647).about('Random when left out.'),
  callback_url: callbackUrl(),
  image_base64: image({ takes: 'data-uri', as: 'first' }),
  image_url: image({ takes: 'url', as: 'first' }),
  reference_video_base64: video({ takes: 'data-uri', as: 'motion' }),
  reference_video_url: video({ takes: 'url', as: 'motion' }),
  reference_image_base64: image({ takes: 'data-uri', as: 'reference' }),
  reference_image_url: image({ takes: 'url', as: 'reference' }),
};

type Request = RequestOf<typeof fields>;

/** Of a request that `resolve` has given its model. */
const modelOf = ({ model = defaultModel }: Request) => modelNamed(model);

const byLength = (name: string, fiveSeconds: string, tenSeconds: string) => ({
  [`${name}/5s`]: usd(fiveSeconds),
  [`${name}/10s`]: usd(tenSeconds),
});

export const alpha = defineFamily({
  slug: 'alpha',
  title: 'alpha generic',
  summary: 'Video from text, from an image, or with the motion of a reference video',
  path: '/v1/alpha',
  output: 'video',
  idName: 'generation_id',

  fields,
  rules: [
    modelAgrees,
    durationFits,
    notTogether(...inputImages),
    notTogether(...referenceVideos),
    notTogether(...referenceImages),
    mediaFit,
  ],
  example: { prompt: 'A red fox runs through fresh snow at dawn', model: 'alpha_2.5_turbo', duration: '5' },
  resolve(request) {
    const control = controlOf((field) => request[field as keyof Request] !== undefined);
    const name = chooseModel(request, control).model ?? defaultModel;
    const duration = request.duration ?? (modelNamed(name).pricedBy === 'second' ? 5 : '5');
    // What is always pro cannot be had in std: the wish stays, to be named as not fulfilled.
    const mode = modelNamed(name).pro === 'always' && request.mode === 'std' ? request.mode : undefined;
    return { model: name, duration, version: undefined, mode };
  },
  unused(request, media) {
    const { control, negativePrompt, cfgScale } = modelOf(request);
    return [
      ...(request.mode !== undefined ? (['mode'] as const) : []),
      ...(control === 'motion' ? (['duration'] as const) : []),
      ...(media.length > 0 ? (['aspect_ratio'] as const) : []),
      ...(negativePrompt === 'unused' ? (['negative_prompt'] as const) : []),
      ...(cfgScale === 'unused' ? (['cfg_scale'] as const) : []),
    ];
  },
  /** The image that moves, then the video whose motion it takes. */
  arrange: (media) => media.toSorted((a, b) => Number(a.role === 'motion') - Number(b.role === 'motion')),
  model: ({ model = defaultModel }) => model,
  priority: (request) => modelOf(request).priority,
  work(request, media) {
    const { control, negativePrompt, cfgScale, shortEdge, sound } = modelOf(request);
    const edge = { short: shortEdge };
    return {
      task: control === 'motion' ? 'motion' : media.length > 0 ? 'i2v' : 't2v',
      shape: media.length > 0 ? { from: 'first-input', edge } : { from: 'ratio', ratio: request.aspect_ratio, edge },
      seconds: control === 'motion' ? null : Number(request.duration),
      sound,
      negativePrompt: negativePrompt === 'used' ? (request.negative_prompt ?? null) : null,
      cfgScale: cfgScale === 'used' ? request.cfg_scale : null,
    };
  },

  /** Motion control: a reference image and a reference video. */
  mediaBytesMax: imageBytesMax + referenceVideoBytesMax,
  checkMedia,

  prices: {
    'alpha_3/second': usd('0.0840'),
    'alpha_3_pro/second': usd('0.1120'),
    'alpha_3_motion/second': usd('0.0410'),
    'alpha_3_motion_pro/second': usd('0.0820'),
    'alpha_2.6_motion/second': usd('0.0410'),
    'alpha_2.6_motion_pro/second': usd('0.0820'),
    ...byLength('alpha_2.6', '0.3500', '0.7000'),
    ...byLength('alpha_2.5_turbo', '0.2100', '0.4200'),
    ...byLength('alpha_2.5_turbo_pro', '0.3500', '0.7000'),
    ...byLength('alpha_2.1', '0.2800', '0.5600'),
    ...byLength('alpha_2.1_pro', '0.4900', '0.9800'),
    ...byLength('alpha_2.1_master', '1.4000', '2.8000'),
    ...byLength('alpha_1.6', '0.2800', '0.5600'),
    ...byLength('alpha_1.6_pro', '0.4900', '0.9800'),
  },
  price({ model: name, work: { seconds }, media }, facts) {
    if (seconds === null) return { item: `${name}/second`, times: startedSeconds(media, facts) };
    const bySecond = modelNamed(name as AlphaModelName).pricedBy === 'second';
    return bySecond ? { item: `${name}/second`, times: seconds } : { item: `${name}/${seconds}s` };
  },
  cheapestMedia: shortestVideo,
  timeLimits: { alpha: minutes(15), 'alpha-motion': minutes(20) },
  timeLimit: ({ work: { task } }) => (task === 'motion' ? 'alpha-motion' : 'alpha'),
  failures: usualFailures,

  accepted: { generation_id: id, status: pending, price },
  record: {
    generation_id: id,
    status,
    prompt,
    video_url: mediaUrl,
    model: model({ enum: alphaModels }),
    message: failureCode,
  },
  webhook: {
    generation_id: id,
    status,
    video_url: mediaUrl,
    model: model({ enum: alphaModels }),
    message: failureCode,
  },
});
