/** Kind `kling`: Kling's own service, in both its dialects. A token given with a job finds it again. */
import { createHmac } from 'node:crypto';
import type { EngineNet } from '../../net/engine-net.ts';
import type { Engine, EngineFault, FitQuestion, Found, Handle, Poll, Start, VendorOutput } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, messageOf, type Reply, readReply, silent, startWithoutReply } from '../one-request.ts';
import { abilitiesOf, presetRow } from '../presets.ts';
import { linkedOutput } from '../vendor-output.ts';
import { failureOf, klingFault } from './kling-errors.ts';
import { v1Order, v1Paths, v2Order } from './kling-orders.ts';

/** How many jobs one look asks for, so that the address stays short. */
const looksAtOnce = 50;

interface Envelope {
  code: number;
  message?: string;
  request_id?: string;
  data?: unknown;
}

interface V1Task {
  task_id: string;
  task_status: string;
  task_status_msg?: string;
  task_result?: { videos?: Result[]; images?: Result[] };
}

interface V2Task {
  id: string;
  status: string;
  message?: string;
  external_id?: string;
  outputs?: Result[];
}

interface Result {
  url?: string;
  type?: string;
  duration?: string | number;
}

const isEnvelope = (json: unknown): json is Envelope =>
  typeof json === 'object' && json !== null && typeof (json as Envelope).code === 'number';

export function createKlingEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  const authorization = createAuthorization(entry);

  async function send(method: string, path: string, signal: AbortSignal, body?: object): Promise<Reply> {
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    const init: RequestInit = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return readReply(await net.send(base + path, init), init.signal);
  }

  /** The data of a good reply, or why it is none. */
  function read(reply: Reply): { data: unknown } | { fault: EngineFault } {
    const envelope = isEnvelope(reply.json) ? reply.json : null;
    if (envelope?.code === 0 && reply.status === 200) return { data: envelope.data };
    const { code, message, request_id } = envelope ?? {};
    const told = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
    return { fault: klingFault({ status: reply.status, ...told, ...(request_id !== undefined && { request_id }) }) };
  }

  function fitting(question: FitQuestion) {
    const row = presetRow('kling', question);
    if (row === null) {
      const model = question.use.model ?? question.model;
      return { fits: false, what: 'model', why: `anything as ${model}; no preset knows what that takes` } as const;
    }
    const dialect = question.use.dialect ?? row.row.dialect ?? 'v2';
    const fit = fitWork(question, abilitiesOf(row));
    return fit.fits ? { ...fit, row, dialect } : fit;
  }

  function outputOf(result: Result, fallback: string): VendorOutput[] {
    const { url, type } = result;
    if (url === undefined) return [];
    const seconds = Number(result.duration);
    const milliseconds = seconds > 0 ? Math.round(seconds * 1000) : null;
    return [linkedOutput(net, { url, type: type?.includes('/') ? type : fallback, milliseconds })];
  }

  function pollOf(status: string, message: string | undefined, outputs: () => VendorOutput[]): Poll {
    if (status === 'submitted') return { state: 'queued', position: null };
    if (status === 'failed') {
      return { state: 'failed', fault: failureOf(message ?? 'the task failed without a word'), billed: null };
    }
    if (status !== 'succeed' && status !== 'succeeded') return { state: 'running', progress: null };
    const made = outputs();
    const fault: EngineFault = { class: 'declined', message: 'succeeded without an output' };
    if (made.length === 0) return { state: 'failed', fault, billed: null };
    return { state: 'succeeded', outputs: made, costUsd: null, seed: null };
  }

  async function pollV1(handle: Handle, signal: AbortSignal): Promise<Poll> {
    const reply = await send('GET', `${handle['path']}/${handle['id']}`, signal);
    const reading = read(reply);
    if ('fault' in reading) return isMissing(reply) ? { state: 'lost' } : { state: 'silent', fault: reading.fault };
    const task = reading.data as V1Task;
    const { videos = [], images = [] } = task.task_result ?? {};
    return pollOf(task.task_status, task.task_status_msg, () => [
      ...videos.flatMap((video) => outputOf(video, 'video/mp4')),
      ...images.flatMap((image) => outputOf(image, 'image/png')),
    ]);
  }

  async function pollV2(handles: readonly Handle[], signal: AbortSignal): Promise<Poll[]> {
    const ids = handles.map((handle) => encodeURIComponent(String(handle['id']))).join(',');
    const reading = read(await send('GET', `/tasks?task_ids=${ids}`, signal));
    if ('fault' in reading) return handles.map(() => ({ state: 'silent', fault: reading.fault }));
    const tasks = new Map((reading.data as V2Task[]).map((task) => [task.id, task]));
    return handles.map((handle) => {
      const task = tasks.get(String(handle['id']));
      if (task === undefined) return { state: 'lost' };
      return pollOf(task.status, task.message, () => (task.outputs ?? []).flatMap((one) => outputOf(one, 'video/mp4')));
    });
  }

  async function pollMany(handles: readonly Handle[], signal: AbortSignal): Promise<Poll[]> {
    const polls = new Map<Handle, Poll>();
    const newer = handles.filter((handle) => handle['dialect'] === 'v2');
    try {
      for (let from = 0; from < newer.length; from += looksAtOnce) {
        const some = newer.slice(from, from + looksAtOnce);
        for (const [index, poll] of (await pollV2(some, signal)).entries()) polls.set(some[index]!, poll);
      }
      for (const handle of handles) if (!polls.has(handle)) polls.set(handle, await pollV1(handle, signal));
    } catch (error) {
      return handles.map((handle) => polls.get(handle) ?? silent(error));
    }
    return handles.map((handle) => polls.get(handle)!);
  }

  return {
    name: entry.name,
    kind: 'kling',
    traits: { paid: entry.paid, slots: entry.slots, find: 'exact' },

    async check(signal) {
      try {
        const reply = await send('GET', '/tasks?external_task_ids=afterimage-check', signal);
        const reading = read(reply);
        if (!('fault' in reading) || isMissing(reply)) return { ok: true, detail: 'answers and takes the key' };
        return { ok: false, detail: `${reading.fault.class}: ${reading.fault.message}` };
      } catch (error) {
        return { ok: false, detail: messageOf(error) };
      }
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal): Promise<Start> {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const order = await (fit.dialect === 'v1' ? v1Order : v2Order)(work, fit.ask, fit.row);
      let reply: Reply;
      try {
        reply = await send('POST', order.path, signal, order.body);
      } catch (error) {
        return startWithoutReply(error);
      }
      const reading = read(reply);
      if ('data' in reading) {
        const { task_id, id } = (reading.data ?? {}) as { task_id?: string; id?: string };
        const given = task_id ?? id;
        if (given !== undefined) {
          return { outcome: 'accepted', handle: { dialect: fit.dialect, path: order.path, id: given } };
        }
      } else if (reply.status === 200 && isEnvelope(reply.json)) {
        // A 200 whose code is not 0 is a no like any other.
        return { outcome: 'refused', fault: reading.fault };
      }
      const faultOf = () => ('fault' in reading ? reading.fault : klingFault({ status: reply.status }));
      return failedStart({ sent: 'replied', reply }, null, { isVendors: isEnvelope, faultOf });
    },

    /** A token does not tell its dialect, so each is asked; looking is free. */
    async find(token, signal): Promise<Found> {
      try {
        const newer = read(await send('GET', `/tasks?external_task_ids=${encodeURIComponent(token)}`, signal));
        if ('fault' in newer) return 'cannot_tell';
        const [task] = newer.data as V2Task[];
        if (task !== undefined) return { dialect: 'v2', path: '', id: task.id };
        for (const path of new Set(Object.values(v1Paths))) {
          const reply = await send('GET', `${path}/${encodeURIComponent(token)}`, signal);
          const older = read(reply);
          if ('data' in older) return { dialect: 'v1', path, id: (older.data as V1Task).task_id };
          if (!isMissing(reply)) return 'cannot_tell';
        }
        return 'absent';
      } catch {
        return 'cannot_tell';
      }
    },

    poll: async (handle, { signal }) => (await pollMany([handle], signal))[0]!,
    pollMany,
    cancel: async () => 'cannot',
    /** Unsigned: all it may do is make us look. */
    hook: async () => ({ news: 'look', handle: null }),
    close: () => net.close(),
  };
}

/** Kling has no 404 of its own for a task: it is a wrong parameter. */
function isMissing(reply: Reply): boolean {
  return isEnvelope(reply.json) && reply.json.code === 1201 && /not found/i.test(reply.json.message ?? '');
}

/** The console's key as it is, or a token signed with the older pair, good for half an hour. */
function createAuthorization(entry: EngineEntry): () => string {
  const { key, accessKey, secretKey } = entry;
  if (accessKey === null || secretKey === null) return () => `Bearer ${key?.reveal() ?? ''}`;
  let signed = { token: '', until: 0 };
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now > signed.until - 60) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const until = now + 1800;
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: accessKey.reveal(), exp: until, nbf: now - 5 })}`;
      const proof = createHmac('sha256', secretKey.reveal()).update(text).digest('base64url');
      signed = { token: `${text}.${proof}`, until };
    }
    return `Bearer ${signed.token}`;
  };
}
