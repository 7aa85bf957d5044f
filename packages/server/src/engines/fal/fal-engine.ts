/** Kind `fal`: fal's queue, through its own client. The endpoint is the model; what is made is fetched apart from the state. */
import type { createFalClient, QueueStatus } from '@fal-ai/client';
import type { EngineNet, Send } from '../../net/engine-net.ts';
import { boundInput, linkedMedia } from '../bindings.ts';
import type { Engine, EngineFault, FitQuestion, Handle, Poll, Start, VendorOutput } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, type Reply, silentAfter } from '../one-request.ts';
import { abilitiesOf, presetRow } from '../presets.ts';
import { asAborted, callSdk, checked } from '../sdk-call.ts';
import { linkedOutput } from '../vendor-output.ts';
import { canceledType, falFault, isFals, typeOf } from './fal-errors.ts';
import { createHookCheck } from './fal-hook.ts';

/** The hosts that fal's client has written into it. */
const falHosts = /^https:\/\/(queue\.fal\.run|rest\.fal\.ai)/;
/** An app that exists, to ask whether the key is taken. */
const checkedEndpoint = 'fal-ai/any';

type FalClient = ReturnType<typeof createFalClient>;

interface FalFile {
  url?: string;
  content_type?: string;
}

interface FalOutput {
  video?: FalFile;
  image?: FalFile;
  videos?: FalFile[];
  images?: FalFile[];
  seed?: number;
}

export function createFalEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  const isOwn = falHosts.test(base);
  const rebased: Send = (input, init) => net.send(isOwn ? input : String(input).replace(falHosts, base), init);
  const checkHook = createHookCheck((signal) => rebased('https://rest.fal.ai/.well-known/jwks.json', { signal }));

  /** The client would send a failed submit four times and a failed look six. */
  const call = <Result>(use: (fal: FalClient) => Promise<Result>) =>
    callSdk({ load: () => import('@fal-ai/client'), send: rebased, stop: asAborted }, (sdk, fetchOnce) =>
      use(sdk.createFalClient({ credentials: entry.key?.reveal() ?? '', fetch: fetchOnce })),
    );

  function fitting(question: FitQuestion) {
    const row = presetRow('fal', question);
    if (row === null) {
      return {
        fits: false,
        what: 'model',
        why: `${question.model}; the route must name an endpoint as its model`,
      } as const;
    }
    const fit = fitWork(question, abilitiesOf(row));
    return fit.fits ? { ...fit, row } : fit;
  }

  const outputOf = (file: FalFile | undefined, type: string): VendorOutput[] =>
    file?.url === undefined ? [] : [linkedOutput(net, { url: file.url, type: file.content_type ?? type })];

  /** Completed says that it is over; how it ended stands in the result. */
  async function endOf(handle: Handle, signal: AbortSignal): Promise<Poll> {
    const { endpoint, request_id: requestId } = handle as { endpoint: string; request_id: string };
    const { value, result, thrown } = await call((fal) =>
      fal.queue.result(endpoint, { requestId, abortSignal: signal }),
    );
    if (value === null) {
      if (result.sent !== 'replied' || !isFals(result.reply.json)) return silentAfter(result, thrown);
      if (typeOf(result.reply) === canceledType) return { state: 'canceled' };
      // A 429 or 5xx without a type is about this request, not about the job.
      const isVerdict = typeOf(result.reply) !== undefined || result.reply.status === 422;
      if (!isVerdict) return silentAfter(result, thrown);
      return { state: 'failed', fault: falFault(result.reply), billed: result.reply.status >= 500 ? false : null };
    }
    const data = value.data as FalOutput;
    if (typeof data !== 'object') return silentAfter(result, thrown);
    const outputs = [
      ...[data.video, ...(data.videos ?? [])].flatMap((file) => outputOf(file, 'video/mp4')),
      ...[data.image, ...(data.images ?? [])].flatMap((file) => outputOf(file, 'image/png')),
    ];
    const fault: EngineFault = { class: 'declined', message: 'completed without an output' };
    if (outputs.length === 0) return { state: 'failed', fault, billed: null };
    return { state: 'succeeded', outputs, costUsd: null, seed: typeof data.seed === 'number' ? data.seed : null };
  }

  return {
    name: entry.name,
    kind: 'fal',
    traits: { paid: entry.paid, slots: entry.slots, find: 'none' },

    async check(signal) {
      const query = { requestId: '00000000-0000-4000-8000-000000000000', abortSignal: signal };
      // It knows no such request, which it says only to those who may ask.
      const about = { fine: [404], faultOf: falFault };
      return checked(await call((fal) => fal.queue.status(checkedEndpoint, query)), about);
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal): Promise<Start> {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const { row, model: endpoint } = fit.row;
      const media = await linkedMedia(work);
      const fields = work.use.input ?? row.input ?? {};
      const input = boundInput(fields, { work, ask: fit.ask, ...media }, row.set, work.use.set);
      const startTimeout = Math.max(1, Math.floor((work.deadline.getTime() - Date.now()) / 1000));
      const order = {
        input,
        startTimeout,
        abortSignal: signal,
        ...(work.hook !== null && { webhookUrl: withEndpoint(work.hook, endpoint) }),
      };
      const { value, result, thrown } = await call((fal) => fal.queue.submit(endpoint, order));
      const given = (value as { request_id?: unknown } | null)?.request_id;
      if (typeof given === 'string') return { outcome: 'accepted', handle: { endpoint, request_id: given } };
      return failedStart(result, thrown, { isVendors: isFals, faultOf: falFault });
    },

    find: async () => 'cannot_tell',

    async poll(handle, { signal }) {
      const { endpoint, request_id: requestId } = handle as { endpoint: string; request_id: string };
      const { value, result, thrown } = await call((fal) =>
        fal.queue.status(endpoint, { requestId, abortSignal: signal }),
      );
      const status = value as QueueStatus | null;
      if (typeof status?.status !== 'string') {
        return isGone(result.sent === 'replied' ? result.reply : null)
          ? { state: 'lost' }
          : silentAfter(result, thrown);
      }
      if (status.status === 'IN_QUEUE') return { state: 'queued', position: status.queue_position ?? null };
      if (status.status === 'COMPLETED') return endOf(handle, signal);
      return { state: 'running', progress: null };
    },

    async cancel(handle, signal) {
      const { endpoint, request_id: requestId } = handle as { endpoint: string; request_id: string };
      const { thrown } = await call((fal) => fal.queue.cancel(endpoint, { requestId, abortSignal: signal }));
      return thrown === null ? 'requested' : 'cannot';
    },

    hook: (request) => checkHook(request),
    close: () => net.close(),
  };
}

/** A call of fal's names its request but not the endpoint, without which nobody can look. */
function withEndpoint(hook: string, endpoint: string): string {
  const url = new URL(hook);
  url.searchParams.set('endpoint', endpoint);
  return url.href;
}

const isGone = (reply: Reply | null): boolean => reply?.status === 404 && isFals(reply.json);
