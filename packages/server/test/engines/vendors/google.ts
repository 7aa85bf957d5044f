/** A stand-in for Gemini's interface: long-running operations, interactions, and pictures at once. Google's client judges it. */
import { randomUUID } from 'node:crypto';
import { type Call, openStandIn, type Reply, type StandIn, type Step } from './stand-in.ts';

export const googleKey = 'google-secret-key';

export const googleRefusal = (code: number, status: string, message: string, reason?: string): Reply => ({
  status: code,
  json: { error: { code, message, status, ...(reason && { details: [{ '@type': 'ErrorInfo', reason }] }) } },
});

const missing = googleRefusal(404, 'NOT_FOUND', 'not found');
/** Always Google's own host, wherever it was asked. */
const linkTo = (id: string) => `https://generativelanguage.googleapis.com/v1beta/files/${id}:download?alt=media`;

function operationOf(name: string, step: Step): object {
  const id = name.split('/').at(-1)!;
  if (step.at === 'queued' || step.at === 'running' || step.at === 'odd') {
    return { name, ...(step.at === 'odd' && { metadata: { mood: 'new' } }) };
  }
  if (step.at === 'failed')
    return { name, done: true, error: { code: Number(step.code), message: step.message ?? 'no' } };
  const samples = step.at === 'succeeded' ? [{ video: { uri: linkTo(id) } }] : [];
  const filtered = samples.length > 0 ? {} : { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['a celebrity'] };
  return { name, done: true, response: { generateVideoResponse: { generatedSamples: samples, ...filtered } } };
}

function interactionOf(id: string, step: Step): object {
  const status = {
    queued: 'queued',
    running: 'in_progress',
    succeeded: 'completed',
    empty: 'completed',
    canceled: 'cancelled',
    odd: 'requires_patience',
    failed: step.at === 'failed' && /^(incomplete|budget_exceeded)$/.test(step.code) ? step.code : 'failed',
  }[step.at];
  const video = { type: 'video', uri: linkTo(id), mime_type: 'video/mp4' };
  return {
    id,
    object: 'interaction',
    status,
    model: 'gemini-omni',
    steps: step.at === 'succeeded' ? [{ type: 'model_output', content: [video] }] : [],
    ...(step.at === 'failed' && { errors: [{ code: step.code, message: step.message ?? step.code }] }),
  };
}

function answer(call: Call, standIn: StandIn): Reply {
  if (call.headers['x-goog-api-key'] !== googleKey) return googleRefusal(403, 'PERMISSION_DENIED', 'API key not valid');
  const path = call.path.replace(/^\/v1beta\//, '');
  if (path === 'models') return { json: { models: [] } };
  const file = /^files\/(.+):download$/.exec(path);
  if (file !== null) return { bytes: standIn.outputOf(file[1]!), type: 'video/mp4' };
  if (path.endsWith(':generateContent')) {
    const inlineData = { mimeType: 'image/png', data: standIn.outputOf('a picture').toString('base64') };
    return { json: { candidates: [{ content: { parts: [{ inlineData }], role: 'model' }, finishReason: 'STOP' }] } };
  }
  if (path.endsWith(':predictLongRunning')) {
    const { instances, parameters } = call.json as { instances?: { prompt?: string }[]; parameters?: object };
    if (typeof instances?.[0]?.prompt !== 'string' || parameters === undefined)
      return googleRefusal(400, 'INVALID_ARGUMENT', 'prompt');
    const name = `${path.replace(':predictLongRunning', '')}/operations/${randomUUID()}`;
    standIn.addJob(name, call);
    return { json: { name } };
  }
  if (path === 'interactions') {
    if (!Array.isArray(call.json['input'])) return googleRefusal(400, 'INVALID_ARGUMENT', 'input');
    const id = `int_${randomUUID()}`;
    if (call.json['background'] === true) return { json: interactionOf(standIn.addJob(id, call).id, { at: 'queued' }) };
    return { json: interactionOf(id, standIn.script.at(-1)!) };
  }
  const [, id = '', cancel] = /^interactions\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
  const job = standIn.jobs.get(id === '' ? path : id);
  if (job === undefined) return missing;
  if (cancel !== undefined) job.steps = [{ at: 'canceled' }];
  const step = standIn.look(job.id)!;
  return { json: id === '' ? operationOf(job.id, step) : interactionOf(id, step) };
}

export const openGoogle = (): Promise<StandIn> =>
  openStandIn({
    isPaid: ({ method, path }) => method === 'POST' && !path.endsWith('/cancel'),
    answer,
    refusal: (code) => ({ error: { code, message: `refused with ${code}`, status: 'UNAVAILABLE' } }),
  });
