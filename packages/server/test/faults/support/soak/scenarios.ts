/** What the soak submits beside the usual scenarios: all families, uploads of all sizes, images from bad servers, an engine that lies. */
import sharp from 'sharp';
import { alpha, completed, delta, type End, epsilon, kept, refunded, type Scenario, scenarios } from '../scenarios.ts';
import type { ImagePath, ImageServer } from './image-server.ts';

const beta = { path: '/v1/beta', idName: 'generation_id' } as const;
const gamma = { path: '/v1/gamma', idName: 'generation_id' } as const;
const o1Video = { path: '/v1/alpha/o1-video', idName: 'generation_id' } as const;
const o3Video = { path: '/v1/alpha/o3-video', idName: 'generation_id' } as const;
const o3Photo = { path: '/v1/alpha/o3-photo', idName: 'generation_id' } as const;

/** The family whose work goes to the engine elsewhere. */
export const familyElsewhere = 'alpha-o3-photo';

/** Made and drawn nowhere: every family's path through charge, queue, settling and announcing, at little cost. */
const played: readonly Scenario[] = [
  play({ ...beta, fields: { duration: 15 }, price: 2500, end: refunded('TASK_FAILED') }),
  play({ ...beta, fields: {}, price: 1500, end: kept('CONTENT_POLICY_VIOLATION') }),
  play({ ...gamma, fields: {}, price: 4000, end: refunded('TASK_FAILED') }),
  play({ ...gamma, fields: { model: 'gamma-3-quality' }, price: 20_000, end: kept('UNSAFE_CONTENT') }),
  play({ ...o1Video, fields: { duration: '5' }, price: 5600, end: refunded('MAINTENANCE') }),
  play({ ...o3Video, fields: { duration: '5' }, price: 4200, end: refunded('TIMEOUT') }),
];

function play(one: Pick<Scenario, 'path' | 'idName' | 'fields' | 'price'> & { end: End }): Scenario {
  const { end, ...rest } = one;
  const code = end.status === 'failed' ? end.code : '';
  return {
    ...rest,
    name: `${one.path} plays ${code}`,
    key: 'sandbox',
    directives: `[[slow 1]] [[fail ${code}]]`,
    ends: [end],
    weight: 1.5,
  };
}

const inaccessible = [kept('IMAGE_INACCESSIBLE')];
const unusable = [kept('INVALID_IMAGE')];

const fetched: Record<ImagePath, { ends: readonly End[]; weight: number }> = {
  whole: { ends: [completed], weight: 0.15 },
  /** A worker that was frozen meanwhile has no time left for the rest. */
  trickles: { ends: [completed, ...inaccessible], weight: 0.15 },
  moved: { ends: [completed], weight: 0.15 },
  missing: { ends: inaccessible, weight: 0.5 },
  circles: { ends: inaccessible, weight: 0.5 },
  resets: { ends: inaccessible, weight: 0.5 },
  lies: { ends: inaccessible, weight: 0.5 },
  words: { ends: unusable, weight: 0.5 },
  half: { ends: unusable, weight: 0.5 },
};

/** What became of an engine that stalls and lies: work that was done, or the money back. */
const endsElsewhere = [completed, refunded('TASK_FAILED'), refunded('MAINTENANCE'), refunded('TIMEOUT')];

export async function soakScenarios(images: ImageServer): Promise<Scenario[]> {
  const [small, large] = await Promise.all([dataUriOf(600), dataUriOf(2_400)]);
  const upload = (name: string, picture: string, weight: number): Scenario => ({
    name,
    ...epsilon,
    key: 'sandbox',
    directives: '[[fail API_ERROR]]',
    fields: { images: [picture] },
    price: 390,
    ends: [refunded('API_ERROR')],
    weight,
  });
  return [
    ...scenarios,
    ...played,
    ...Object.entries(fetched).map(
      ([path, { ends, weight }]): Scenario => ({
        name: `image that ${path}`,
        ...delta,
        key: 'live',
        directives: '',
        fields: { images: [images.urlOf(path as ImagePath)] },
        price: 200,
        ends,
        weight,
      }),
    ),
    upload('upload of some hundred kilobytes', small, 0.5),
    upload('upload of several megabytes', large, 0.2),
    {
      name: 'clip',
      ...alpha,
      key: 'live',
      directives: '',
      fields: { model: 'alpha_2.5_turbo', duration: '5' },
      price: 2100,
      ends: [completed],
      weight: 0.1,
    },
    {
      name: 'picture from elsewhere',
      ...o3Photo,
      key: 'live',
      directives: '',
      fields: { img_resolution: '1k', aspect_ratio: '1:1' },
      price: 290,
      ends: endsElsewhere,
      weight: 2,
    },
  ];
}

/** Noise: what does not compress has the size of its pixels. */
async function dataUriOf(edge: number): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: edge, height: edge, channels: 3, background: '#808080', noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
