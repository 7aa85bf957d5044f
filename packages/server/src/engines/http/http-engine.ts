/** Kind `http`: anyone's engine that speaks `mge/1`. The client chooses the id, so every request is safe to repeat. */
import type { EngineNet } from '../../net/engine-net.ts';
import {
  type Engine,
  type EngineFault,
  type EngineMedia,
  type EngineWork,
  type ErrorClass,
  errorClasses,
  type Found,
  type Poll,
  type Start,
  type VendorOutput,
} from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { inputLinkSeconds } from '../input-links.ts';
import {
  askFor,
  failedStart,
  messageOf,
  type Reply,
  readReply,
  retryAfterSeconds,
  silent,
  startWithoutReply,
} from '../one-request.ts';
import { linkedOutput } from '../vendor-output.ts';
import {
  abilitiesOf,
  isObject,
  type MgeEngine,
  type MgeInput,
  type MgeJob,
  type MgeOrder,
  readEngine,
  readJob,
  signature,
} from './mge.ts';
import { mgeInput, mgeOrder } from './mge-order.ts';

/** Replies to a PUT that are a no, where the engine names no class of ours. */
const refusals: Readonly<Record<number, ErrorClass>> = {
  401: 'auth',
  403: 'auth',
  404: 'unavailable',
  409: 'internal',
  422: 'unsupported',
  429: 'capacity',
  503: 'unavailable',
};

export function createHttpEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  let described: MgeEngine | null = null;

  async function send(
    method: string,
    path: string,
    options: { body?: string; traceparent?: string | undefined; signal: AbortSignal },
  ): Promise<Reply> {
    const { body = '', traceparent } = options;
    const secret = entry.key?.reveal();
    const headers: Record<string, string> = {
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...(traceparent !== undefined && { traceparent }),
    };
    if (entry.options['sign'] === true && secret !== undefined) {
      headers['x-mge-signature'] = signature({ secret, at: new Date(), method, path, body });
    }
    if (method === 'GET') return askFor(net, base + path, { headers, signal: options.signal });
    const init: RequestInit = { method, headers, signal: options.signal, ...(body !== '' && { body }) };
    return readReply(await net.send(base + path, init));
  }

  async function describe(signal: AbortSignal): Promise<MgeEngine | string> {
    const reply = await send('GET', '/v1/engine', { signal });
    if (reply.status === 401 || reply.status === 403) return 'it refuses the key';
    const engine = reply.status === 200 ? readEngine(reply.json) : null;
    if (engine === null) return `GET /v1/engine answered ${reply.status} and does not speak mge/1`;
    described = engine;
    return engine;
  }

  const modelOf = (work: Pick<EngineWork, 'use'>) =>
    described?.models.find(({ id }) => id === work.use.model) ??
    (work.use.model === null ? described?.models[0] : undefined);

  function fitting(work: Parameters<Engine['fit']>[0]) {
    const model = modelOf(work);
    if (described !== null && model === undefined) {
      const known = described.models.map(({ id }) => id).join(', ');
      return { fits: false, what: 'model', why: `anything as ${work.use.model}; its models are ${known}` } as const;
    }
    // Not heard of yet: its own reply to the order will tell.
    return fitWork(work, abilitiesOf(model ?? { id: '', tasks: [work.work.task] }));
  }

  async function order(work: EngineWork): Promise<MgeOrder | string> {
    const fit = fitting(work);
    if (!fit.fits) return fit.why;
    const model = work.use.model ?? modelOf(work)?.id;
    const inputs = await Promise.all(work.media.map((medium) => inputOf(medium, work, entry)));
    return mgeOrder(work, { ask: fit.ask, model, inputs });
  }

  /** Those that say where they are, or nothing: then they are where outputs are. */
  function outputsOf(job: MgeJob, id: string): VendorOutput[] {
    const headers: Record<string, string> = entry.key === null ? {} : { authorization: `Bearer ${entry.key.reveal()}` };
    const said: unknown[] = Array.isArray(job.outputs) ? job.outputs : [];
    return said.flatMap((output, index) => {
      if (!isObject(output)) return [];
      const { url, mime, seconds, sha256 } = output;
      const address = URL.parse(String(url ?? `/v1/jobs/${encodeURIComponent(id)}/outputs/${index}`), `${base}/`);
      if (address === null) return [];
      const type = typeof mime === 'string' ? mime : 'application/octet-stream';
      const length = numberOr(seconds);
      const milliseconds = length === null ? null : Math.round(length * 1000);
      const sum = typeof sha256 === 'string' && { sha256: sha256.toLowerCase() };
      return [linkedOutput(net, { url: address.href, type, milliseconds, headers, ...sum })];
    });
  }

  function pollOf(job: MgeJob, id: string): Poll {
    if (job.state === 'queued') return { state: 'queued', position: numberOr(job.queue_position) };
    const costUsd = numberOr(job.cost_usd);
    if (job.state === 'canceled') return { state: 'canceled', costUsd };
    if (job.state === 'failed') {
      const message = job.error?.message ?? 'the engine gave no reason';
      return {
        state: 'failed',
        fault: { class: classOf(job.error?.code, 'internal'), message },
        billed: null,
        costUsd,
      };
    }
    if (job.state === 'succeeded') {
      const outputs = outputsOf(job, id);
      const declined: EngineFault = { class: 'declined', message: 'succeeded without an output that can be fetched' };
      if (outputs.length === 0) return { state: 'failed', fault: declined, billed: null, costUsd };
      return { state: 'succeeded', outputs, costUsd, seed: numberOr(job.seed) };
    }
    // A state that the protocol may get later is work that is not over.
    const progress = numberOr(job.progress);
    return {
      state: 'running',
      progress: progress === null ? null : Math.round(Math.min(1, Math.max(0, progress)) * 100),
    };
  }

  return {
    name: entry.name,
    kind: 'http',
    traits: {
      paid: entry.paid,
      slots: entry.slots,
      find: 'exact',
      costs: 'told',
    },

    async check(signal) {
      try {
        const engine = await describe(signal);
        if (typeof engine === 'string') return { ok: false, detail: engine };
        const detail = `${engine.name ?? 'mge/1 engine'} is ${engine.state}, ${engine.models.length} model${engine.models.length === 1 ? '' : 's'}`;
        return { ok: engine.state === 'ready', detail };
      } catch (error) {
        return { ok: false, detail: messageOf(error) };
      }
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal): Promise<Start> {
      const body = await order(work);
      if (typeof body === 'string') return { outcome: 'refused', fault: { class: 'unsupported', message: body } };
      const path = `/v1/jobs/${encodeURIComponent(work.token)}`;
      let reply: Reply;
      try {
        reply = await send('PUT', path, { body: JSON.stringify(body), traceparent: work.traceparent, signal });
      } catch (error) {
        return startWithoutReply(error);
      }
      const isJob = (reply.status === 200 || reply.status === 201) && readJob(reply.json, work.token) !== null;
      if (isJob) return { outcome: 'accepted', handle: { id: work.token } };
      return failedStart({ sent: 'replied', reply }, null, { isVendors: hasErrorObject, faultOf });
    },

    async find(token, signal): Promise<Found> {
      try {
        const reply = await send('GET', `/v1/jobs/${encodeURIComponent(token)}`, { signal });
        if (reply.status === 200 && readJob(reply.json, token) !== null) return { id: token };
        // A proxy's 404 page is not the engine's word.
        return reply.status === 404 && reply.json !== undefined ? 'absent' : 'cannot_tell';
      } catch {
        return 'cannot_tell';
      }
    },

    async poll(handle, { waitSeconds, signal }) {
      const id = String(handle['id']);
      const wait = Math.min(25, Math.floor(waitSeconds));
      try {
        const reply = await send('GET', `/v1/jobs/${encodeURIComponent(id)}${wait > 0 ? `?wait=${wait}` : ''}`, {
          signal,
        });
        const job = reply.status === 200 ? readJob(reply.json, id) : null;
        if (job !== null) return pollOf(job, id);
        if (reply.status === 404 && reply.json !== undefined) return { state: 'lost' };
        const retry = retryAfterSeconds(reply.headers);
        const fault: EngineFault = { class: 'unavailable', message: `HTTP ${reply.status}` };
        return { state: 'silent', fault: { ...fault, ...(retry !== undefined && { retryAfterSeconds: retry }) } };
      } catch (error) {
        return silent(error);
      }
    },

    async cancel(handle, signal) {
      try {
        const { status } = await send('DELETE', `/v1/jobs/${encodeURIComponent(String(handle['id']))}`, { signal });
        return status < 300 || status === 404 ? 'requested' : 'cannot';
      } catch {
        return 'cannot';
      }
    },

    /** Unsigned: all it may do is make us look. */
    hook: async () => ({ news: 'look', handle: null }),

    close: () => net.close(),
  };
}

async function inputOf(medium: EngineMedia, work: EngineWork, entry: EngineEntry): Promise<MgeInput> {
  const plain = await mgeInput(medium, work);
  const url = entry.options['inline_inputs'] === true ? null : medium.link(inputLinkSeconds(work));
  if (url !== null) return { ...plain, url };
  const content = await (await medium.open()).arrayBuffer();
  return { ...plain, data: Buffer.from(content).toString('base64') };
}

const numberOr = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Engines may name a class of ours; `unknown_submit` is not theirs to claim. */
function classOf(code: unknown, otherwise: ErrorClass): ErrorClass {
  const named = errorClasses.find((name) => name === code);
  return named === undefined || named === 'unknown_submit' ? otherwise : named;
}

function hasErrorObject(json: unknown): boolean {
  return isObject(json) && isObject(json['error']);
}

function faultOf(reply: Reply): EngineFault {
  const error = (hasErrorObject(reply.json) ? (reply.json as { error: object }).error : {}) as Record<string, unknown>;
  const vendorCode = typeof error['code'] === 'string' ? error['code'] : String(reply.status);
  const message = typeof error['message'] === 'string' ? error['message'] : `HTTP ${reply.status}`;
  return { class: classOf(vendorCode, refusals[reply.status] ?? 'internal'), message, vendorCode };
}
