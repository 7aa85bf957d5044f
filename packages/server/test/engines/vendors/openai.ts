/** A stand-in for servers of the OpenAI dialect: videos as jobs, pictures at once. Its own client judges it. */
import { randomUUID } from 'node:crypto';
import type { OpenAI } from 'openai';
import { type Call, openStandIn, type Reply, readForm, type StandIn, type Step } from './stand-in.ts';

export const openaiKey = 'sk-openai-secret';

export const openaiRefusal = (status: number, code: string | null, type = 'invalid_request_error'): Reply => ({
  status,
  headers: { 'x-request-id': 'req-openai' },
  json: { error: { message: `because of ${code}`, type, code, param: null } },
});

const statuses = {
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  empty: 'completed',
  canceled: 'failed',
  failed: 'failed',
} as const;

function videoOf(id: string, step: Step): object {
  const error = step.at === 'failed' ? { code: step.code, message: step.message ?? step.code } : null;
  return {
    id,
    object: 'video',
    created_at: 1_700_000_000,
    completed_at: step.at === 'succeeded' ? 1_700_000_060 : null,
    expires_at: null,
    error,
    model: 'sora-2',
    progress: step.at === 'running' ? Math.round((step.progress ?? 0) * 100) : step.at === 'succeeded' ? 100 : 0,
    prompt: null,
    remixed_from_video_id: null,
    seconds: '8',
    size: '1280x720',
    // A cast, because a server may say what no type knows.
    status: (step.at === 'odd' ? 'thawing' : statuses[step.at]) as OpenAI.Video['status'],
  } satisfies OpenAI.Video;
}

async function answer(call: Call, standIn: StandIn): Promise<Reply> {
  if (call.headers.authorization !== `Bearer ${openaiKey}`) return openaiRefusal(401, 'invalid_api_key');
  const [, , what, id = '', part] = call.path.split('/');
  if (what === 'models') return { json: { object: 'list', data: [] } };
  if (what === 'images') {
    const fields = id === 'edits' ? await readForm(call) : new Map(Object.entries(call.json));
    if (typeof fields.get('prompt') !== 'string') return openaiRefusal(400, 'missing_required_parameter');
    if (id === 'edits' && !(fields.get('image[]') instanceof File)) return openaiRefusal(400, 'image_parse_error');
    const b64_json = standIn.outputOf('a picture').toString('base64');
    return { json: { created: 1_700_000_000, data: [{ b64_json }] } satisfies OpenAI.ImagesResponse };
  }
  if (call.method === 'POST') {
    const form = await readForm(call);
    if (typeof form.get('prompt') !== 'string') return openaiRefusal(400, 'missing_required_parameter');
    const job = standIn.addJob(`video_${randomUUID()}`, call);
    return { json: videoOf(job.id, { at: 'queued' }) };
  }
  if (!standIn.jobs.has(id)) return openaiRefusal(404, 'not_found');
  if (part === 'content') return { bytes: standIn.outputOf(id), type: 'video/mp4' };
  if (call.method === 'DELETE') {
    standIn.jobs.delete(id);
    return { json: { id, object: 'video.deleted', deleted: true } satisfies OpenAI.VideoDeleteResponse };
  }
  return { json: videoOf(id, standIn.look(id)!) };
}

export const openOpenai = (): Promise<StandIn> =>
  openStandIn({
    isPaid: ({ method }) => method === 'POST',
    answer,
    refusal: (status) => ({
      error: { message: `refused with ${status}`, type: 'server_error', code: null, param: null },
    }),
  });
