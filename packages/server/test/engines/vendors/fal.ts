/** A stand-in for fal's queue. Its own client judges it, in the tests beside it. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { QueueStatus } from '@fal-ai/client';
import { type Call, openStandIn, type Reply, type StandIn, type Step } from './stand-in.ts';

export const falKey = 'fal-id:fal-secret';

/** Signs calls as fal does; the public half is published by the stand-in. */
export const falSigner = generateKeyPairSync('ed25519');

export const falRefusal = (status: number, type: string, message = type): Reply => ({
  status,
  headers: { 'x-fal-request-id': 'req-fal' },
  json: { detail: [{ loc: ['body'], msg: message, type }] },
});

export const infrastructureRefusal = (status: number, type: string, message = type): Reply => ({
  status,
  headers: { 'x-fal-error-type': type, 'x-fal-retryable': 'true' },
  json: { detail: message, error_type: type },
});

function statusOf(id: string, step: Step, url: string): object {
  const links = {
    request_id: id,
    response_url: `${url}/response`,
    status_url: `${url}/status`,
    cancel_url: `${url}/cancel`,
  };
  if (step.at === 'queued') {
    return { ...links, status: 'IN_QUEUE', queue_position: step.position ?? 0 } satisfies QueueStatus;
  }
  if (step.at === 'running') return { ...links, status: 'IN_PROGRESS', logs: [] } satisfies QueueStatus;
  if (step.at === 'odd') return { ...links, status: 'DEFROSTING' };
  return { ...links, status: 'COMPLETED', logs: [], metrics: { inference_time: 1 } } satisfies QueueStatus;
}

function resultOf(id: string, call: Call, step: Step, url: string): Reply {
  if (step.at === 'failed') {
    return /^\d/.test(step.message ?? '')
      ? infrastructureRefusal(Number(step.message), step.code)
      : falRefusal(422, step.code);
  }
  if (step.at === 'canceled') return infrastructureRefusal(499, 'client_cancelled');
  if (step.at === 'empty') return { json: { images: [] } };
  const file = { url: `${url}/files/${id}`, content_type: 'video/mp4', file_name: 'output.mp4', file_size: 20 };
  return { json: /image$|banana/.test(call.path) ? { images: [file], seed: 7 } : { video: file, seed: 7 } };
}

function answer(call: Call, standIn: StandIn): Reply {
  if (call.path.startsWith('/files/')) return { bytes: standIn.outputOf(call.path.slice(7)), type: 'video/mp4' };
  if (call.path === '/.well-known/jwks.json')
    return { json: { keys: [falSigner.publicKey.export({ format: 'jwk' })] } };
  if (call.headers.authorization !== `Key ${falKey}`) return { status: 401, json: { detail: 'Invalid key' } };
  // Looks go to owner and app only; the rest of the endpoint is for submits.
  const look = /^\/[\w-]+\/[\w.-]+\/requests\/([\w-]+)(\/status|\/cancel)?$/.exec(call.path);
  if (look === null) {
    if (call.method !== 'POST' || call.json['prompt'] === undefined) return falRefusal(422, 'missing', 'prompt');
    const id = randomUUID();
    standIn.addJob(id, call);
    return { json: statusOf(id, { at: 'queued' }, standIn.url) };
  }
  const [, id = '', what] = look;
  const job = standIn.jobs.get(id);
  if (job === undefined) return { status: 404, json: { detail: `Request ${id} not found` } };
  if (what === '/cancel') {
    if (call.method !== 'PUT') return { status: 405, json: { detail: 'Method Not Allowed' } };
    job.steps = [{ at: 'canceled' }];
    return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
  }
  if (what === '/status') return { json: statusOf(id, standIn.look(id)!, standIn.url) };
  return resultOf(id, job.call, job.steps[0]!, standIn.url);
}

export const openFal = (): Promise<StandIn> =>
  openStandIn({
    isPaid: ({ method }) => method === 'POST',
    answer,
    refusal: (status) => ({ detail: `refused with ${status}` }),
  });
