/** A stand-in for ComfyUI with its socket. No official SDK speaks this dialect; it follows a 0.7.0 that was driven by hand. */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Call, type Job, openStandIn, type Reply, readForm, type StandIn, type Step } from './stand-in.ts';

export const comfyRefusal = (type: string, details = ''): Reply => ({
  status: 400,
  json: {
    error: { type, message: `because of ${type}`, details, extra_info: {} },
    node_errors: { 9: { errors: [{ type: 'custom_validation_failed', details }], class_type: 'LoadImage' } },
  },
});

export interface ComfyStandIn extends StandIn {
  /** Says an event to the client that gave the job. */
  say(clientId: string, type: string, data: object): void;
  uploads: string[];
  listening: Set<string>;
  /** `0.7` calls what was interrupted failed, without an error; `old` is of before `/api/jobs`. */
  age: 'new' | '0.7' | 'old';
}

const statuses = {
  queued: 'pending',
  running: 'in_progress',
  succeeded: 'completed',
  empty: 'completed',
  canceled: 'cancelled',
  failed: 'failed',
  odd: 'defragmenting',
} as const;

const fileOf = (id: string) => ({ filename: `${id}_00001_.mp4`, subfolder: 'afterimage', type: 'output' });

function jobOf(id: string, step: Step): object {
  const error = step.at === 'failed' && {
    exception_type: step.code,
    exception_message: step.message ?? 'no',
    node_type: 'KSampler',
  };
  const outputs = step.at === 'succeeded' ? { 9: { images: [fileOf(id)], animated: [true] } } : {};
  return { id, status: statuses[step.at], outputs, execution_error: error || null };
}

function historyOf(id: string, step: Step): object {
  if (step.at === 'queued' || step.at === 'running' || step.at === 'odd') return {};
  const job = jobOf(id, step) as { outputs: object; execution_error: object | null };
  const messages =
    step.at === 'failed'
      ? [['execution_error', job.execution_error]]
      : step.at === 'canceled'
        ? [['execution_interrupted', {}]]
        : [];
  return {
    [id]: { outputs: job.outputs, status: { status_str: messages.length > 0 ? 'error' : 'success', messages } },
  };
}

const nodes: Record<string, object> = {
  CLIPTextEncode: { input: { required: { text: ['STRING', {}] } } },
  KSampler: { input: { required: { sampler_name: [['euler', 'ddim'], {}], seed: ['INT', {}] } } },
  CheckpointLoaderSimple: { input: { required: { ckpt_name: ['COMBO', { options: ['here.safetensors'] }] } } },
  LoadImage: { input: { required: { image: [['example.png'], {}] } } },
  LoadVideo: { input: { required: { file: [['example.mp4'], {}] } } },
  SaveVideo: { input: { required: { filename_prefix: ['STRING', {}] } } },
};

async function answer(call: Call, standIn: ComfyStandIn): Promise<Reply> {
  const { method, path } = call;
  if (path === '/system_stats') return { json: { system: { comfyui_version: '0.7.0' }, devices: [] } };
  if (path.startsWith('/object_info/')) {
    const name = decodeURIComponent(path.split('/')[2]!);
    return { json: name in nodes ? { [name]: nodes[name] } : {} };
  }
  if (path === '/upload/image') {
    const form = await readForm(call);
    const file = form.get('image') as File;
    standIn.uploads.push(await file.text());
    return { json: { name: file.name, subfolder: form.get('subfolder'), type: 'input' } };
  }
  if (path === '/prompt') {
    const id = String(call.json['prompt_id']);
    // No idempotency: the same id again runs again.
    standIn.addJob(id, call);
    return { json: { prompt_id: id, number: standIn.jobs.size, node_errors: {} } };
  }
  if (path === '/view')
    return { bytes: standIn.outputOf(call.query.get('filename')!.split('_')[0]!), type: 'video/mp4' };
  if (path === '/free') return { json: {} };
  if (path === '/queue' && method === 'GET') {
    // An old server shows its states here; a new one is asked here for places only.
    const stepOf = (job: Job) => (standIn.age === 'old' ? standIn.look(job.id)! : job.steps[0]!);
    const entries = [...standIn.jobs.values()].map((job, number) => [number, job.id, stepOf(job).at] as const);
    const those = (at: string) =>
      entries.filter((one) => one[2] === at).map(([number, id]) => [number, id, {}, {}, []]);
    return {
      json: { queue_running: [...those('running'), ...those('odd')], queue_pending: those('queued').toReversed() },
    };
  }
  if (path === '/queue' || path === '/interrupt') {
    const { delete: gone = [], prompt_id: id } = call.json as { delete?: string[]; prompt_id?: string };
    for (const one of gone) standIn.jobs.delete(one);
    const job = standIn.jobs.get(id ?? '');
    if (job !== undefined) job.steps = [{ at: 'canceled' }];
    return { json: {} };
  }
  const history = /^\/history\/([\w-]+)$/.exec(path);
  if (history !== null) {
    const step = standIn.jobs.get(history[1]!)?.steps[0];
    return { json: step === undefined ? {} : historyOf(history[1]!, step) };
  }
  const [, id = '', cancel] = /^\/api\/jobs\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
  if (id === '' || standIn.age === 'old')
    return { status: 404, bytes: Buffer.from('404: Not Found'), type: 'text/plain' };
  const job = standIn.jobs.get(id);
  if (job === undefined) return { status: 404, json: { error: 'Job not found' } };
  if (cancel !== undefined) job.steps = [{ at: 'canceled' }];
  const step = standIn.look(id)!;
  const shown = jobOf(id, step);
  return { json: standIn.age === '0.7' && step.at === 'canceled' ? { ...shown, status: 'failed' } : shown };
}

export async function openComfyui(): Promise<ComfyStandIn> {
  const sockets = new Map<string, Duplex>();
  const standIn = (await openStandIn({
    isPaid: ({ path }) => path === '/prompt',
    answer: (call, self) => answer(call, self as ComfyStandIn),
    refusal: (status) => ({ error: { type: 'busy', message: `refused with ${status}`, details: '', extra_info: {} } }),
    upgrade(request, socket, self) {
      const key = request.headers['sec-websocket-key'];
      const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`,
      );
      const clientId = new URL(request.url ?? '/', 'http://comfy').searchParams.get('clientId')!;
      sockets.set(clientId, socket);
      (self as ComfyStandIn).listening.add(clientId);
      socket.on('data', (data: Buffer) => {
        if ((data[0]! & 0x0f) === 8) socket.end();
      });
      socket.on('error', () => {});
      socket.on('close', () => (self as ComfyStandIn).listening.delete(clientId));
    },
  })) as ComfyStandIn;
  return Object.assign(standIn, {
    uploads: [],
    listening: new Set<string>(),
    age: 'new' as const,
    say(clientId: string, type: string, data: object) {
      const text = Buffer.from(JSON.stringify({ type, data }));
      const length = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 255];
      sockets.get(clientId)?.write(Buffer.concat([Buffer.from([0x81, ...length]), text]));
    },
  });
}
