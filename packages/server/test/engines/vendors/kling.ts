/** A stand-in for Kling: both generations of its interface over one set of jobs. No official SDK exists to judge it. */
import { randomUUID } from 'node:crypto';
import { type Call, type Job, openStandIn, type Reply, type StandIn, type Step } from './stand-in.ts';

export const klingKey = 'kling-secret-key';

export const klingRefusal = (status: number, code: number, message: string): Reply => ({
  status,
  json: { code, message, request_id: 'req-kling' },
});

const well = (data: unknown): Reply => ({ json: { code: 0, message: 'SUCCEED', request_id: 'req-kling', data } });
const missing = klingRefusal(400, 1201, 'Task not found');

const v1Creates = /^\/v1\/(videos\/(text2video|image2video|omni-video|motion-control)|images\/omni-image)$/;
const v2Creates = /^\/(text-to-video|image-to-video|omni-video|motion-control)\/[\w.-]+$/;
const isCreate = ({ method, path }: Call) => method === 'POST' && (v1Creates.test(path) || v2Creates.test(path));

/** What the documentation says a body must hold; null: it does. */
function faultOf({ path, json }: Call): string | null {
  const text = JSON.stringify(json);
  if (v1Creates.test(path)) {
    if (typeof json['model_name'] !== 'string' || typeof json['prompt'] !== 'string') return 'model_name and prompt';
    if (text.includes('data:image')) return 'image must not have a data prefix';
    if (/image2video/.test(path) && typeof json['image'] !== 'string') return 'image is required';
    if (/motion/.test(path) && !/^https:/.test(String(json['video_url']))) return 'video_url must be public';
    if (json['duration'] !== undefined && typeof json['duration'] !== 'string') return 'duration must be text';
    return null;
  }
  const { settings, options, contents } = json as Record<string, Record<string, unknown>>;
  if (typeof options?.['external_task_id'] !== 'string') return 'options';
  if (settings?.['duration'] !== undefined && !Number.isInteger(settings['duration']))
    return 'duration must be a number';
  if (path.startsWith('/text-to-video')) return typeof json['prompt'] === 'string' ? null : 'prompt';
  const types = (contents as unknown as { type: string }[]).map(({ type }) => type);
  if (types[0] !== 'prompt') return 'contents without a prompt';
  if (path.startsWith('/image-to-video') && !types.includes('first_frame')) return 'first_frame is required';
  if (path.startsWith('/motion') && types.join() !== 'prompt,image,video') return 'image and video are required';
  return null;
}

const externalOf = ({ json }: Call): string =>
  String(json['external_task_id'] ?? (json['options'] as Record<string, unknown>)['external_task_id']);

function v1Task(job: Job, step: Step, url: string): object {
  const isImage = job.call.path.includes('/images/');
  const result = [{ id: 'r', url: `${url}/files/${job.id}`, ...(!isImage && { duration: '5.1' }) }];
  const done = isImage ? { images: result } : { videos: result };
  const [task_status, more] = {
    queued: ['submitted', {}],
    running: ['processing', {}],
    succeeded: ['succeed', { task_result: done }],
    empty: ['succeed', { task_result: {} }],
    canceled: ['failed', {}],
    odd: ['reticulating', {}],
    failed: ['failed', { task_status_msg: step.at === 'failed' ? step.code : '' }],
  }[step.at] as [string, object];
  return { task_id: job.id, task_status, task_info: { external_task_id: externalOf(job.call) }, ...more };
}

function v2Task(job: Job, step: Step, url: string): object {
  const status = {
    queued: 'submitted',
    running: 'processing',
    succeeded: 'succeeded',
    empty: 'succeeded',
    canceled: 'failed',
    odd: 'reticulating',
    failed: 'failed',
  }[step.at];
  return {
    id: job.id,
    status,
    external_id: externalOf(job.call),
    ...(step.at === 'failed' && { message: step.code }),
    ...(step.at === 'succeeded' && {
      outputs: [{ type: 'video', url: `${url}/files/${job.id}`, duration: 5.1 }],
      billing: [{ charge_type: 'units', amount: 10 }],
    }),
  };
}

function isAllowed({ headers }: Call): boolean {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return token === klingKey || token.split('.').length === 3;
}

function answer(call: Call, standIn: StandIn): Reply {
  if (call.path.startsWith('/files/')) return { bytes: standIn.outputOf(call.path.slice(7)), type: 'video/mp4' };
  if (!isAllowed(call)) return klingRefusal(401, 1002, 'access key not found');
  const byExternal = (id: string) => [...standIn.jobs.values()].find((job) => externalOf(job.call) === id);
  if (isCreate(call)) {
    const fault = faultOf(call);
    if (fault !== null) return klingRefusal(400, 1201, fault);
    if (byExternal(externalOf(call)) !== undefined) return klingRefusal(400, 1201, 'external_task_id is taken');
    const job = standIn.addJob(randomUUID(), call);
    return well((v1Creates.test(call.path) ? v1Task : v2Task)(job, { at: 'queued' }, standIn.url));
  }
  if (call.path === '/tasks') {
    const wanted = (name: string) => call.query.get(name)?.split(',') ?? [];
    const newer = (job: Job | undefined) => (job !== undefined && v2Creates.test(job.call.path) ? [job] : []);
    const jobs = [
      ...wanted('task_ids').flatMap((id) => newer(standIn.jobs.get(id))),
      ...wanted('external_task_ids').flatMap((id) => newer(byExternal(id))),
    ];
    return well(jobs.map((job) => v2Task(job, standIn.look(job.id)!, standIn.url)));
  }
  const id = call.path.split('/').at(-1)!;
  const job = standIn.jobs.get(id) ?? byExternal(id);
  if (job === undefined || call.path !== `${job.call.path}/${id}`) return missing;
  return well(v1Task(job, standIn.look(job.id)!, standIn.url));
}

export const openKling = (): Promise<StandIn> =>
  openStandIn({
    isPaid: isCreate,
    answer,
    refusal: (status) =>
      ({
        429: { code: 1302, message: 'API request too fast', request_id: 'req-kling' },
        500: { code: 5000, message: 'Internal error', request_id: 'req-kling' },
        503: { code: 5001, message: 'Server temporarily unavailable', request_id: 'req-kling' },
        504: { code: 5002, message: 'Server internal timeout', request_id: 'req-kling' },
      })[status],
  });
