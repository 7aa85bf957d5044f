/** Kind `openai`: any server that speaks OpenAI's `/v1/videos` or `/v1/images`, through its client. Pictures come at once. */
import type { OpenAI } from 'openai';
import type { EngineNet } from '../../net/engine-net.ts';
import { boundInput } from '../bindings.ts';
import type { Engine, EngineWork, FitQuestion, Handle, Poll, Start, VendorOutput } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, silentAfter } from '../one-request.ts';
import { abilitiesOf, presetRow } from '../presets.ts';
import { asItCame, callSdk, checked } from '../sdk-call.ts';
import { readStandardWebhook } from '../standard-webhook.ts';
import { inlineOutput, linkedOutput } from '../vendor-output.ts';
import { failureOf, isOpenais, openaiFault } from './openai-errors.ts';

/** What the dialect allows a picture to be: 16 to 3840 pixels an edge, in steps of 16. */
const edgeMax = 3840;

export function createOpenaiEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  const key = entry.key?.reveal() ?? 'none';

  /** The client sends three times by default, also on 429 and 5xx. */
  const call = <Result>(use: (client: OpenAI) => Promise<Result>) =>
    callSdk({ load: () => import('openai'), send: net.send, stop: asItCame }, (sdk, fetchOnce) =>
      use(new sdk.OpenAI({ apiKey: key, baseURL: base, maxRetries: 0, fetch: fetchOnce })),
    );

  function fitting(question: FitQuestion) {
    const { output } = question.work;
    const named = { ...question.use, dialect: output === 'image' ? 'images' : 'videos' };
    const row = named.model === null ? null : presetRow('openai', { ...question, use: named });
    if (row === null) {
      return {
        fits: false,
        what: 'model',
        why: `${question.model}; the route must name one of the server's models`,
      } as const;
    }
    const fit = fitWork(question, abilitiesOf(row));
    if (!fit.fits) return fit;
    const made = output === 'image' ? pictureSize(question) : question;
    const isScaled = made.width !== question.width || made.height !== question.height;
    const note = `size:${made.width}x${made.height}->${question.width}x${question.height} scaled`;
    return { ...fit, row, made, notes: isScaled ? [...fit.notes, note] : fit.notes };
  }

  type Fitted = Extract<ReturnType<typeof fitting>, { fits: true }>;

  const inputOf = (work: EngineWork, { row, ask, made }: Fitted) => {
    const { width, height } = made;
    const values = { work: { ...work, width, height }, ask, images: [], videos: [] };
    const fields = work.use.input ?? row.row.input ?? {};
    return { model: row.model, ...boundInput(fields, values, row.row.set, work.use.set) };
  };

  async function startVideo(work: EngineWork, fit: Fitted, signal: AbortSignal): Promise<Start> {
    const [image] = await filesOf(work);
    // Servers know more fields than OpenAI's types: seed, negative_prompt, guidance_scale, fps, …
    const order = {
      ...inputOf(work, fit),
      ...(image && { input_reference: image }),
    } as unknown as OpenAI.VideoCreateParams;
    const { value, result, thrown } = await call((client) => client.videos.create(order, { signal }));
    if (typeof value?.id === 'string') return { outcome: 'accepted', handle: { id: value.id } };
    return failedStart(result, thrown, { isVendors: isOpenais, faultOf: openaiFault });
  }

  async function startImage(work: EngineWork, fit: Fitted, signal: AbortSignal): Promise<Start> {
    const images = await filesOf(work);
    const order = inputOf(work, fit) as unknown as OpenAI.ImageGenerateParamsNonStreaming;
    const { value, result, thrown } = await call((client) =>
      images.length === 0
        ? client.images.generate(order, { signal })
        : client.images.edit({ ...(order as OpenAI.ImageEditParamsNonStreaming), image: images }, { signal }),
    );
    const outputs = (value?.data ?? []).flatMap((image) => imageOutput(image, net));
    if (outputs.length > 0) {
      return { outcome: 'finished', end: { state: 'succeeded', outputs, costUsd: null, seed: null } };
    }
    if (Array.isArray(value?.data)) {
      return { outcome: 'refused', fault: { class: 'declined', message: 'answered without a picture' } };
    }
    return failedStart(result, thrown, { isVendors: isOpenais, faultOf: openaiFault });
  }

  function outputOf(id: string): VendorOutput {
    const url = `${base}/videos/${encodeURIComponent(id)}/content`;
    return linkedOutput(net, { url, type: 'video/mp4', headers: { authorization: `Bearer ${key}` } });
  }

  function pollOf(video: OpenAI.Video): Poll {
    if (video.status === 'queued') return { state: 'queued', position: null };
    if (video.status === 'failed') {
      return { state: 'failed', fault: failureOf(video.error ?? {}, 'internal'), billed: null };
    }
    if (video.status === 'completed') {
      return { state: 'succeeded', outputs: [outputOf(video.id)], costUsd: null, seed: null };
    }
    return { state: 'running', progress: typeof video.progress === 'number' ? video.progress : null };
  }

  return {
    name: entry.name,
    kind: 'openai',
    traits: { paid: entry.paid, slots: entry.slots, find: 'none' },

    async check(signal) {
      // Not every server lists its models; one that says so is there.
      const about = { fine: [404], faultOf: openaiFault };
      return checked(await call((client) => client.models.list({ signal })), about);
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal) {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      return work.work.output === 'image' ? startImage(work, fit, signal) : startVideo(work, fit, signal);
    },

    /** The list of videos shows prompts and times, which prove nothing. */
    find: async () => 'cannot_tell',

    async poll(handle: Handle, { signal }) {
      const { value, result, thrown } = await call((client) =>
        client.videos.retrieve(String(handle['id']), { signal }),
      );
      if (typeof value?.status === 'string') return pollOf(value);
      const isGone = result.sent === 'replied' && result.reply.status === 404 && isOpenais(result.reply.json);
      return isGone ? { state: 'lost' } : silentAfter(result, thrown);
    },

    async cancel(handle, signal) {
      const { result, thrown } = await call((client) => client.videos.delete(String(handle['id']), { signal }));
      const isGone = result.sent === 'replied' && result.reply.status === 404;
      return thrown === null || isGone ? 'requested' : 'cannot';
    },

    async hook(request) {
      const reading = readStandardWebhook(request, entry.hookSecret);
      if (!reading.holds) return { news: 'refused', why: reading.why };
      const { data } = reading.body as { data?: { id?: unknown } };
      return { news: 'look', handle: typeof data?.id === 'string' ? { id: data.id } : null };
    },

    close: () => net.close(),
  };
}

const filesOf = (work: EngineWork): Promise<File[]> =>
  Promise.all(
    work.media.map(async (medium, index) => {
      const name = `${medium.role}-${index}.${medium.type.split('/')[1]}`;
      return new File([await medium.open()], name, { type: medium.type });
    }),
  );

function imageOutput({ b64_json: data, url }: OpenAI.Image, net: EngineNet): VendorOutput[] {
  if (data) return [inlineOutput(data, 'image/png')];
  return url ? [linkedOutput(net, { url, type: 'image/png' })] : [];
}

function pictureSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, edgeMax / Math.max(width, height));
  const edge = (pixels: number) => Math.max(16, Math.ceil((pixels * scale) / 16) * 16);
  return { width: edge(width), height: edge(height) };
}
