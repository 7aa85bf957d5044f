/** What the workload submits: cheap generations of several families, each with the price and the end it must come to. */
export type End = { status: 'completed' } | { status: 'failed'; code: string; refunded: boolean };

export interface Scenario {
  name: string;
  /** Submit at `<path>/generate`, status at `<path>/generations/<id>`. */
  path: string;
  idName: 'generation_id' | 'task_uuid';
  key: 'live' | 'sandbox';
  directives: string;
  fields: Record<string, unknown>;
  /** Ten-thousandths of a dollar, as the decisions list them. */
  price: number;
  /** Any of these is right; most have one. */
  ends: readonly End[];
  /** How often it is chosen, beside the others. Drawing costs most of the time there is, so it is seldom. */
  weight: number;
}

export const alpha = { path: '/v1/alpha', idName: 'generation_id' } as const;
export const delta = { path: '/v1/delta', idName: 'task_uuid' } as const;
export const epsilon = { path: '/v1/epsilon-images', idName: 'task_uuid' } as const;
export const o1Photo = { path: '/v1/alpha/o1-photo', idName: 'generation_id' } as const;

const turbo = { model: 'alpha_2.5_turbo', duration: '5' };
export const completed: End = { status: 'completed' };
export const refunded = (code: string): End => ({ status: 'failed', code, refunded: true });
export const kept = (code: string): End => ({ status: 'failed', code, refunded: false });

/** One red pixel: an upload has to be read, looked at and kept, however small it is. */
const pixel =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

export const scenarios: readonly Scenario[] = [
  {
    name: 'fails, money back',
    ...alpha,
    key: 'sandbox',
    directives: '[[fail TASK_FAILED]]',
    fields: turbo,
    price: 2100,
    ends: [refunded('TASK_FAILED')],
    weight: 5,
  },
  {
    name: 'fails after a second, money back',
    ...alpha,
    key: 'sandbox',
    directives: '[[slow 1]] [[fail TASK_FAILED]]',
    fields: turbo,
    price: 2100,
    ends: [refunded('TASK_FAILED')],
    weight: 5,
  },
  {
    name: 'fails, money kept',
    ...delta,
    key: 'sandbox',
    directives: '[[slow 0.5]] [[fail MODERATION_FAILED]]',
    fields: {},
    price: 200,
    ends: [kept('MODERATION_FAILED')],
    weight: 5,
  },
  {
    name: 'fails after three seconds, money back',
    ...delta,
    key: 'sandbox',
    directives: '[[slow 3]] [[fail API_ERROR]]',
    fields: {},
    price: 200,
    ends: [refunded('API_ERROR')],
    weight: 5,
  },
  {
    name: 'waits, then fails, money kept',
    ...epsilon,
    key: 'sandbox',
    directives: '[[queue 1]] [[fail VENDOR_DECLINED]]',
    fields: {},
    price: 390,
    ends: [kept('VENDOR_DECLINED')],
    weight: 3,
  },
  {
    name: 'upload, then fails, money back',
    ...epsilon,
    key: 'sandbox',
    directives: '[[slow 1]] [[fail API_ERROR]]',
    fields: { images: [pixel] },
    price: 390,
    ends: [refunded('API_ERROR')],
    weight: 2,
  },
  {
    name: 'slow picture',
    ...delta,
    key: 'sandbox',
    directives: '[[slow 1]]',
    fields: { aspect_ratio: '16:9' },
    price: 200,
    ends: [completed],
    weight: 0.6,
  },
  {
    name: 'live picture',
    ...o1Photo,
    key: 'live',
    directives: '',
    fields: { aspect_ratio: '16:9', img_resolution: '1k' },
    price: 290,
    ends: [completed],
    weight: 0.6,
  },
];
