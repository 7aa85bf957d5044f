/** A stand-in for Replicate: models with their schemas, predictions, cancelling. Replicate's client judges it. */
import { randomUUID } from 'node:crypto';
import type { Model, Prediction } from 'replicate';
import { type Call, openStandIn, type Reply, type StandIn, type Step } from './stand-in.ts';

export const replicateKey = 'r8_replicate_secret';

export const replicateRefusal = (status: number, detail: string): Reply => ({
  status,
  json: { title: 'no', detail, status },
});

const text = { type: 'string' };
const choice = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });

/** Inputs as published: three models that call things differently. */
const inputs: Record<string, { properties: Record<string, object>; required?: string[] }> = {
  'kwaivgi/video': {
    properties: {
      prompt: text,
      negative_prompt: text,
      start_image: { type: 'string', format: 'uri' },
      end_image: { type: 'string', format: 'uri' },
      reference_images: { type: 'array', items: text },
      reference_video: { type: 'string', format: 'uri' },
      duration: choice('duration'),
      aspect_ratio: choice('aspect_ratio'),
      cfg_scale: { type: 'number' },
    },
    required: ['prompt'],
  },
  'google/picture': {
    properties: {
      prompt: text,
      image_input: { type: 'array', items: text },
      aspect_ratio: text,
      seed: { type: 'integer' },
    },
    required: ['prompt'],
  },
  'somebody/from-image': {
    properties: {
      prompt: text,
      image: { type: 'string', format: 'uri' },
      seconds: { type: 'integer', minimum: 2, maximum: 6 },
    },
    required: ['prompt', 'image'],
  },
};

function modelOf(name: string): Model {
  const [owner = '', short = ''] = name.split('/');
  const components = {
    schemas: {
      Input: { type: 'object', ...inputs[name] },
      duration: { type: 'integer', enum: [5, 10] },
      aspect_ratio: { type: 'string', enum: ['16:9', '9:16', '1:1'] },
    },
  };
  return {
    url: `https://replicate.com/${name}`,
    owner,
    name: short,
    visibility: 'public',
    is_official: true,
    run_count: 1,
    latest_version: { id: 'v1', created_at: '', cog_version: '', openapi_schema: { components } },
  } satisfies Model;
}

function predictionOf(id: string, call: Call, step: Step, url: string): object {
  const status = {
    queued: 'starting',
    running: 'processing',
    succeeded: 'succeeded',
    empty: 'succeeded',
    canceled: 'canceled',
    failed: step.at === 'failed' && step.code === 'aborted' ? 'aborted' : 'failed',
    odd: 'thawing',
  }[step.at] as Prediction['status'];
  const progress = step.at === 'running' ? `${Math.round((step.progress ?? 0) * 100)}%|█    | 5/10 [00:05<00:05]` : '';
  return {
    id,
    status,
    model: 'kwaivgi/video',
    version: 'hidden',
    input: {},
    source: 'api',
    logs: progress,
    data_removed: false,
    created_at: '2026-11-14T00:00:00Z',
    urls: { get: `${url}/v1/predictions/${id}`, cancel: `${url}/v1/predictions/${id}/cancel` },
    ...(typeof call.json['webhook'] === 'string' && { webhook: call.json['webhook'] }),
    ...(step.at === 'failed' && { error: step.message ?? step.code }),
    ...(step.at === 'succeeded' && { output: [`${url}/files/${id}.mp4`] }),
    ...(step.at === 'empty' && { output: [] }),
  } satisfies Prediction;
}

function answer(call: Call, standIn: StandIn): Reply {
  const file = /^\/files\/(.+)\.mp4$/.exec(call.path);
  if (file !== null) return { bytes: standIn.outputOf(file[1]!), type: 'video/mp4' };
  if (call.headers.authorization !== `Bearer ${replicateKey}`) return replicateRefusal(401, 'Unauthenticated');
  const path = call.path.replace(/^\/v1/, '');
  if (path === '/account') return { json: { type: 'organization', username: 'us', name: 'Us' } };
  const view = (id: string) => predictionOf(id, standIn.jobs.get(id)!.call, standIn.look(id)!, standIn.url);
  const model = /^\/models\/([\w-]+\/[\w.-]+)(\/predictions)?$/.exec(path);
  if (call.method === 'POST' && (model?.[2] !== undefined || path === '/predictions')) {
    const input = call.json['input'] as Record<string, unknown> | undefined;
    const known = inputs[model?.[1] ?? 'kwaivgi/video'];
    const unknown = Object.keys(input ?? {}).filter((name) => !(name in known!.properties));
    if (typeof input?.['prompt'] !== 'string' || unknown.length > 0)
      return replicateRefusal(422, `input: ${unknown.join()}`);
    const job = standIn.addJob(randomUUID(), call);
    return { status: 201, json: predictionOf(job.id, call, { at: 'queued' }, standIn.url) };
  }
  if (model !== null) {
    return model[1]! in inputs
      ? { json: modelOf(model[1]!) }
      : replicateRefusal(404, 'The requested resource could not be found.');
  }
  if (path === '/predictions')
    return { json: { previous: null, next: null, results: [...standIn.jobs.keys()].map(view) } };
  const [, , id = '', cancel] = path.split('/');
  const job = standIn.jobs.get(id);
  if (job === undefined) return replicateRefusal(404, 'not found');
  if (cancel !== undefined) job.steps = [{ at: 'canceled' }];
  return { json: view(id) };
}

export const openReplicate = (): Promise<StandIn> =>
  openStandIn({
    isPaid: ({ method, path }) => method === 'POST' && path.endsWith('/predictions'),
    answer,
    refusal: (status) => ({ title: 'no', detail: `Request was throttled, status ${status}`, status }),
  });
