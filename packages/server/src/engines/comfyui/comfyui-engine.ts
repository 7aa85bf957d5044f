/** Kind `comfyui`: a ComfyUI on a GPU of one's own, with the operator's graphs. It knows no two jobs of one id apart, so we look first. */
import { randomUUID } from 'node:crypto';
import type { EngineNet } from '../../net/engine-net.ts';
import type { BoundMedia } from '../bindings.ts';
import type {
  Engine,
  EngineFault,
  EngineMedia,
  EngineWork,
  FitQuestion,
  Found,
  Handle,
  Poll,
  RouteUse,
  Start,
  VendorOutput,
} from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, messageOf, type Reply, readReply, silent, startWithoutReply } from '../one-request.ts';
import { linkedOutput } from '../vendor-output.ts';
import { checkGraph } from './comfyui-check.ts';
import { type ExecutionError, executionFault, isComfys, isInterrupted, refusalFault } from './comfyui-errors.ts';
import { createComfyEvents, socketUrl } from './comfyui-events.ts';
import { abilitiesOf, filledGraph, notesOf, slotsOf, weightsOf } from './comfyui-graph.ts';

interface ComfyFile {
  filename?: string;
  subfolder?: string;
  type?: string;
}

interface ComfyJob {
  id?: string;
  status: string;
  outputs?: Record<string, Record<string, ComfyFile[]>>;
  execution_error?: ExecutionError | null;
  /** Where the queue has told it already. */
  position?: number;
}

/** As the history of a server before `/api/jobs` shows it. */
interface PastJob {
  status?: { status_str?: string; messages?: [string, ExecutionError][] };
  outputs?: NonNullable<ComfyJob['outputs']>;
}

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export function createComfyuiEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  // Events go to the last socket of a client id, so each process has its own; the handle tells a later one which.
  const clientId = `afterimage-${randomUUID()}`;
  const headers = Object.fromEntries(Object.entries(entry.headers).map(([name, value]) => [name, value.reveal()]));
  const events = createComfyEvents((id) => net.socket(socketUrl(base, id), headers));

  async function send(method: string, path: string, signal: AbortSignal, body?: object): Promise<Reply> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const json: Record<string, string> = isJson ? { 'content-type': 'application/json' } : {};
    const content = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const sent = { method, headers: { ...headers, ...json }, signal, ...content };
    return readReply(await net.send(base + path, sent), signal);
  }

  /** What the server knows of a job: `/api/jobs` where it has it, else history and queue. */
  async function jobOf(id: string, signal: AbortSignal): Promise<ComfyJob | 'absent' | EngineFault> {
    const reply = await send('GET', `/api/jobs/${encodeURIComponent(id)}`, signal);
    const job = reply.json as ComfyJob | undefined;
    if (reply.status === 200 && typeof job?.status === 'string') return job;
    if (reply.status !== 404) return { class: 'unavailable', message: `HTTP ${reply.status}` };
    // An old server replies with plain text for a path that it does not have.
    return reply.json === undefined ? olderJobOf(id, signal) : 'absent';
  }

  /** The queue first: what ends in between stands in the history by then. */
  async function olderJobOf(id: string, signal: AbortSignal): Promise<ComfyJob | 'absent' | EngineFault> {
    const position = await positionOf(id, signal);
    if (position === 'running') return { status: 'in_progress' };
    if (position !== 'absent') return { status: 'pending', position };
    const history = await send('GET', `/history/${encodeURIComponent(id)}`, signal);
    if (history.status !== 200 || history.json === undefined) {
      return { class: 'unavailable', message: `HTTP ${history.status}` };
    }
    const past = (history.json as Record<string, PastJob>)[id];
    if (past === undefined) return 'absent';
    const messages = past.status?.messages ?? [];
    const error = messages.find(([name]) => name === 'execution_error')?.[1];
    const isStopped = messages.some(([name]) => name === 'execution_interrupted');
    const status = isStopped ? 'cancelled' : past.status?.status_str === 'error' ? 'failed' : 'completed';
    return { status, outputs: past.outputs ?? {}, execution_error: error ?? null };
  }

  /** The position among those that wait, counted from 0. */
  async function positionOf(id: string, signal: AbortSignal): Promise<number | 'running' | 'absent'> {
    const { status, json } = await send('GET', '/queue', signal);
    if (status !== 200 || json === undefined) throw new Error(`GET /queue answered ${status}`);
    const { queue_running: running = [], queue_pending: pending = [] } = (json ?? {}) as Record<
      string,
      [number, string][]
    >;
    if (running.some(([, other]) => other === id)) return 'running';
    const position = pending.toSorted(([a], [b]) => a - b).findIndex(([, other]) => other === id);
    return position === -1 ? 'absent' : position;
  }

  function fitting(question: FitQuestion) {
    const { workflow, bind } = question.use;
    if (workflow === null || bind === null) {
      return {
        fits: false,
        what: 'model',
        why: `${question.model}; the route must name a workflow and its bind`,
      } as const;
    }
    const slots = slotsOf(bind);
    const count = (kind: 'image' | 'video') => question.media.filter((medium) => medium.kind === kind).length;
    const [images, videos] = [count('image'), count('video')];
    if (images !== slots.images || videos !== slots.videos) {
      const why = `${images} images and ${videos} videos; its workflow takes ${slots.images} and ${slots.videos}`;
      return { fits: false, what: 'media', why } as const;
    }
    const fit = fitWork(question, abilitiesOf(question));
    return fit.fits ? { ...fit, notes: [...fit.notes, ...notesOf(question)] } : fit;
  }

  async function upload(work: EngineWork, signal: AbortSignal): Promise<BoundMedia | EngineFault> {
    const names: Record<'image' | 'video', string[]> = { image: [], video: [] };
    for (const [index, medium] of work.media.entries()) {
      const name = await uploadOne(medium, `${work.token}-${index}.${medium.type.split('/')[1]}`, signal);
      if (typeof name === 'object') return name;
      names[medium.kind].push(name);
    }
    return { images: names.image, videos: names.video };
  }

  async function uploadOne(medium: EngineMedia, name: string, signal: AbortSignal): Promise<string | EngineFault> {
    const form = new FormData();
    form.set('image', await medium.open(), name);
    for (const [field, value] of Object.entries({ subfolder: 'afterimage', type: 'input', overwrite: 'true' }))
      form.set(field, value);
    const reply = await send('POST', '/upload/image', signal, form);
    const { name: given, subfolder } = (reply.json ?? {}) as { name?: string; subfolder?: string };
    if (reply.status !== 200 || given === undefined)
      return { class: 'unavailable', message: `the upload answered ${reply.status}` };
    return subfolder ? `${subfolder}/${given}` : given;
  }

  function outputsOf(job: ComfyJob): VendorOutput[] {
    // Videos stand under `images`, too. What a preview node left in `temp` is nobody's result.
    const files = Object.values(job.outputs ?? {}).flatMap((lists) => Object.values(lists).flat());
    return files
      .filter((file) => file?.filename !== undefined && file.type !== 'temp')
      .map(({ filename = '', subfolder = '', type = 'output' }) => {
        const url = `${base}/view?${new URLSearchParams({ filename, subfolder, type })}`;
        const media = types[filename.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
        return linkedOutput(net, { url, type: media, headers });
      });
  }

  async function pollOf(handle: Handle, job: ComfyJob, signal: AbortSignal): Promise<Poll> {
    if (job.status === 'pending') {
      const position = job.position ?? (await positionOf(String(handle['prompt_id']), signal));
      return { state: 'queued', position: typeof position === 'number' ? position : null };
    }
    if (job.status === 'cancelled') return { state: 'canceled' };
    if (job.status === 'failed') {
      const error = job.execution_error ?? {};
      // One that was interrupted has no error, or one that says so, and is called cancelled by later versions only.
      if (!job.execution_error || isInterrupted(error)) return { state: 'canceled' };
      const fault = executionFault(error, JSON.parse(String(handle['errors'] ?? '{}')) as RouteUse['errors']);
      // It keeps its models in memory until it is asked to let go of them.
      if (fault.class === 'capacity') await send('POST', '/free', signal, { unload_models: true, free_memory: true });
      return { state: 'failed', fault, billed: false };
    }
    if (job.status !== 'completed') return { state: 'running', progress: null };
    const outputs = outputsOf(job);
    const declined: EngineFault = { class: 'declined', message: 'the graph ended without a file' };
    if (outputs.length === 0) return { state: 'failed', fault: declined, billed: false };
    return { state: 'succeeded', outputs, costUsd: null, seed: null };
  }

  async function poll(handle: Handle, signal: AbortSignal): Promise<Poll> {
    try {
      const job = await jobOf(String(handle['prompt_id']), signal);
      if (job === 'absent') return { state: 'lost' };
      return 'class' in job ? { state: 'silent', fault: job } : await pollOf(handle, job, signal);
    } catch (error) {
      return silent(error);
    }
  }

  async function stop(id: string, signal: AbortSignal): Promise<'requested' | 'cannot'> {
    const reply = await send('POST', `/api/jobs/${encodeURIComponent(id)}/cancel`, signal, {});
    if (reply.status === 200) return 'requested';
    const position = await positionOf(id, signal);
    if (position === 'absent') return 'cannot';
    const path = position === 'running' ? '/interrupt' : '/queue';
    const { status } = await send('POST', path, signal, position === 'running' ? { prompt_id: id } : { delete: [id] });
    return status === 200 ? 'requested' : 'cannot';
  }

  async function find(token: string, signal: AbortSignal): Promise<Found> {
    try {
      const job = await jobOf(token, signal);
      if (job === 'absent') return 'absent';
      return 'class' in job ? 'cannot_tell' : { prompt_id: token, client_id: clientId };
    } catch {
      return 'cannot_tell';
    }
  }

  return {
    name: entry.name,
    kind: 'comfyui',
    traits: { paid: entry.paid, slots: entry.slots, find: 'exact' },

    async check(signal) {
      try {
        const { status, json } = await send('GET', '/system_stats', signal);
        const version = (json as { system?: { comfyui_version?: string } } | undefined)?.system?.comfyui_version;
        if (status === 200 && json !== undefined)
          return { ok: true, detail: `ComfyUI ${version ?? 'of unknown version'}` };
        return { ok: false, detail: `GET /system_stats answered ${status}` };
      } catch (error) {
        return { ok: false, detail: messageOf(error) };
      }
    },

    async prepare(uses, signal) {
      const wrong: { use: RouteUse; why: string }[] = [];
      for (const use of uses) {
        const whys = await checkGraph(use, (name) => send('GET', `/object_info/${encodeURIComponent(name)}`, signal));
        wrong.push(...whys.map((why) => ({ use, why })));
      }
      return wrong;
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal): Promise<Start> {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const known = await find(work.token, signal);
      if (typeof known === 'object') return { outcome: 'accepted', handle: known };
      let media: BoundMedia | EngineFault;
      try {
        media = await upload(work, signal);
      } catch (error) {
        return { outcome: 'refused', fault: { class: 'unavailable', message: messageOf(error) } };
      }
      if ('class' in media) return { outcome: 'refused', fault: media };
      const graph = filledGraph(work, fit.ask, media);
      let reply: Reply;
      try {
        const order = { prompt: graph, prompt_id: work.token, client_id: clientId, extra_data: {} };
        reply = await send('POST', '/prompt', signal, order);
      } catch (error) {
        return startWithoutReply(error);
      }
      if (reply.status === 200 && typeof (reply.json as { prompt_id?: unknown })?.prompt_id === 'string') {
        const errors = JSON.stringify(work.use.errors);
        return {
          outcome: 'accepted',
          handle: { prompt_id: work.token, client_id: clientId, errors, ...weightsOf(graph) },
        };
      }
      return failedStart({ sent: 'replied', reply }, null, { isVendors: isComfys, faultOf: refusalFault });
    },

    find,
    poll: (handle, { signal }) => poll(handle, signal),

    async watch(handle, tell, signal) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        const listening = events.listen(
          handle,
          (news) => {
            if (news.news === 'progress') tell({ state: 'running', progress: news.percent });
            else if (news.news === 'gone') resolve();
            else void poll(handle, signal).then((end) => resolve(tell(end)));
          },
          signal,
        );
        // What ended before the socket listened is told by nobody else.
        void listening
          .then(() => poll(handle, signal))
          .then((now) => {
            if (now.state === 'queued' || now.state === 'running' || now.state === 'silent' || signal.aborted) return;
            resolve(tell(now));
          });
      });
    },

    async cancel(handle, signal) {
      try {
        return await stop(String(handle['prompt_id']), signal);
      } catch {
        return 'cannot';
      }
    },

    async close() {
      events.close();
      await net.close();
    },
  };
}
