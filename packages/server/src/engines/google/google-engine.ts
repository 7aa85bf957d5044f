/** Kind `google`: Gemini's interface through Google's client, in three dialects that the model's name picks. */
import type { GenerateVideosOperation, GoogleGenAI, Interactions } from '@google/genai';
import type { EngineNet, Send } from '../../net/engine-net.ts';
import type { Engine, EngineFault, EngineWork, FitQuestion, Handle, Poll, Start, VendorOutput } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, type RequestResult, silentAfter } from '../one-request.ts';
import { abilitiesOf, allPresets, fitsPattern, presetRow } from '../presets.ts';
import { asItCame, callSdk, checked } from '../sdk-call.ts';
import { readStandardWebhook } from '../standard-webhook.ts';
import { inlineOutput, linkedOutput } from '../vendor-output.ts';
import { finishReasons, googleFault, interactionFault, isGoogles, operationFault } from './google-errors.ts';
import { imageOrder, omniOrder, veoOrder } from './google-orders.ts';

type Sdk = typeof import('@google/genai');
type Interaction = Interactions.Interaction;

const judge = { isVendors: isGoogles, faultOf: googleFault };

export function createGoogleEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const base = entry.url!;
  const key = entry.key?.reveal() ?? '';
  /** Models that do not work in the background: they reply with what they made, or it is lost. */
  const impatient = new Set<string>();

  const call = <Result>(signal: AbortSignal, use: (ai: GoogleGenAI, sdk: Sdk) => Promise<Result>) => {
    const send: Send = (input, init) => net.send(input, { ...init, signal });
    return callSdk({ load: () => import('@google/genai'), send, stop: asItCame }, (sdk, fetchOnce) =>
      use(new sdk.GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: base, fetch: fetchOnce } }), sdk),
    );
  };

  function fitting(question: FitQuestion) {
    const { model } = question.use;
    if (model === null) {
      return {
        fits: false,
        what: 'model',
        why: `${question.model}; the route must name one of Google's models`,
      } as const;
    }
    // A model may have several rows, each with limits that hold together; the first that fits is asked.
    const preset = allPresets().find(
      ({ vendor, name }) => vendor === 'google' && (question.use.preset ?? name) === name,
    );
    const dialect = presetRow('google', question)?.row.dialect;
    const rows = (preset?.models ?? []).filter((row) => row.dialect === dialect && fitsPattern(model, row.model));
    const fits = rows.map((row) => fitWork(question, abilitiesOf({ row, model, preset: preset! })));
    const fit = fits.find((one) => one.fits) ?? fits[0];
    if (fit === undefined)
      return { fits: false, what: 'model', why: `${model}; no preset knows what it takes` } as const;
    return fit.fits ? { ...fit, model, dialect } : fit;
  }

  /** Links name Google's own host whatever address was asked; the key goes to the address that the operator chose. */
  function outputAt(uri: string, type: string): VendorOutput {
    const { pathname, search } = new URL(uri);
    const url = new URL(`${base}${pathname}${search}`);
    url.searchParams.set('alt', 'media');
    return linkedOutput(net, { url: url.href, type, headers: { 'x-goog-api-key': key } });
  }

  type Fitted = Extract<ReturnType<typeof fitting>, { fits: true }>;

  async function startVeo(work: EngineWork, { ask, model }: Fitted, signal: AbortSignal): Promise<Start> {
    const order = await veoOrder(work, ask, model);
    const { value, result, thrown } = await call(signal, (ai) => ai.models.generateVideos(order));
    if (typeof value?.name === 'string') return { outcome: 'accepted', handle: { dialect: 'veo', id: value.name } };
    return failedStart(result, thrown, judge);
  }

  async function startOmni(work: EngineWork, fitted: Fitted, signal: AbortSignal): Promise<Start> {
    const { ask, model } = fitted;
    const execution = impatient.has(model) ? 'at once' : 'in the background';
    const order = await omniOrder(work, ask, { model, execution });
    const { value, result, thrown } = await call(signal, (ai) =>
      ai.interactions.create(order, { retries: { strategy: 'none' } }),
    );
    if (typeof value?.id === 'string') return execution === 'at once' ? startOf(value) : acceptedAs(value.id);
    if (execution === 'in the background' && refusesBackground(result)) {
      impatient.add(model);
      return startOmni(work, fitted, signal);
    }
    return failedStart(result, thrown, judge);
  }

  /** Of an interaction whose reply was to be what it made. */
  function startOf(interaction: Interaction): Start {
    const poll = pollOf(interaction);
    if (poll.state === 'succeeded') return { outcome: 'finished', end: poll };
    if (poll.state === 'failed') return { outcome: 'refused', fault: poll.fault };
    return acceptedAs(interaction.id);
  }

  async function startImage(work: EngineWork, { ask, model }: Fitted, signal: AbortSignal): Promise<Start> {
    const order = await imageOrder(work, ask, model);
    const { value, result, thrown } = await call(signal, (ai) => ai.models.generateContent(order));
    const [candidate] = value?.candidates ?? [];
    const outputs = (candidate?.content?.parts ?? []).flatMap(({ inlineData }) =>
      inlineData?.data === undefined ? [] : [inlineOutput(inlineData.data, inlineData.mimeType ?? 'image/png')],
    );
    if (outputs.length > 0)
      return { outcome: 'finished', end: { state: 'succeeded', outputs, costUsd: null, seed: null } };
    const reason = value?.promptFeedback?.blockReason ?? candidate?.finishReason;
    if (reason !== undefined) {
      const isPrompt = value?.promptFeedback?.blockReason !== undefined;
      const fault: EngineFault = {
        class: isPrompt ? 'content_policy' : (finishReasons[reason] ?? 'declined'),
        message: `stopped with ${reason}`,
        vendorCode: reason,
      };
      return { outcome: 'refused', fault };
    }
    return failedStart(result, thrown, judge);
  }

  async function pollVeo(handle: Handle, signal: AbortSignal): Promise<Poll> {
    const { value, result, thrown } = await call(signal, (ai, { GenerateVideosOperation: Operation }) => {
      const operation: GenerateVideosOperation = new Operation();
      operation.name = String(handle['id']);
      return ai.operations.getVideosOperation({ operation });
    });
    if (value === null || typeof value.name !== 'string') return lostOr(result, thrown);
    if (value.error !== undefined) return { state: 'failed', fault: operationFault(value.error), billed: false };
    if (value.done !== true) return { state: 'running', progress: null };
    const uris = (value.response?.generatedVideos ?? []).flatMap(({ video }) => video?.uri ?? []);
    if (uris.length === 0) {
      const reasons = value.response?.raiMediaFilteredReasons?.join(' ') ?? 'done without a video';
      return { state: 'failed', fault: { class: 'content_policy', message: reasons }, billed: false };
    }
    return { state: 'succeeded', outputs: uris.map((uri) => outputAt(uri, 'video/mp4')), costUsd: null, seed: null };
  }

  async function pollOmni(handle: Handle, signal: AbortSignal): Promise<Poll> {
    const get = (ai: GoogleGenAI) => ai.interactions.get(String(handle['id']), null, { retries: { strategy: 'none' } });
    const { value, result, thrown } = await call(signal, get);
    return typeof value?.status === 'string' ? pollOf(value) : lostOr(result, thrown);
  }

  function pollOf(interaction: Interaction): Poll {
    const { status } = interaction;
    if (status === 'queued') return { state: 'queued', position: null };
    if (status === 'cancelled') return { state: 'canceled' };
    if (status === 'failed') return { state: 'failed', fault: interactionFault(interaction.errors?.[0]), billed: null };
    const ended = (fault: EngineFault): Poll => ({ state: 'failed', fault, billed: null });
    if (status === 'budget_exceeded') return ended({ class: 'quota', message: status, vendorCode: status });
    if (status === 'incomplete') return ended({ class: 'declined', message: status, vendorCode: status });
    if (status !== 'completed') return { state: 'running', progress: null };
    const outputs = mediaOf(interaction).map(({ uri, data, mime_type: type = 'video/mp4' }) =>
      uri === undefined ? inlineOutput(data ?? '', type) : outputAt(uri, type),
    );
    if (outputs.length === 0) return ended({ class: 'content_policy', message: 'completed without a video' });
    return { state: 'succeeded', outputs, costUsd: null, seed: null };
  }

  return {
    name: entry.name,
    kind: 'google',
    traits: { paid: entry.paid, slots: entry.slots, find: 'none' },

    async check(signal) {
      const about = { fine: [], faultOf: googleFault };
      return checked(await call(signal, (ai) => ai.models.list({ config: { pageSize: 1 } })), about);
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal) {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const start = { veo: startVeo, omni: startOmni }[fit.dialect ?? ''] ?? startImage;
      return start(work, fit, signal);
    },

    find: async () => 'cannot_tell',

    poll: (handle, { signal }) => (handle['dialect'] === 'omni' ? pollOmni(handle, signal) : pollVeo(handle, signal)),

    /** An operation of Veo's goes on, and is owed, whatever we say. */
    async cancel(handle, signal) {
      if (handle['dialect'] !== 'omni') return 'cannot';
      const stop = (ai: GoogleGenAI) =>
        ai.interactions.cancel(String(handle['id']), undefined, { retries: { strategy: 'none' } });
      const { thrown } = await call(signal, stop);
      return thrown === null ? 'requested' : 'cannot';
    },

    /** Google signs calls that were asked for with the order by keys of its own: whoever knows the token may make us look. */
    async hook(request) {
      if (entry.hookSecret === null) return { news: 'look', handle: null };
      const reading = readStandardWebhook(request, entry.hookSecret);
      return reading.holds ? { news: 'look', handle: null } : { news: 'refused', why: reading.why };
    },

    close: () => net.close(),
  };
}

const acceptedAs = (id: string): Start => ({ outcome: 'accepted', handle: { dialect: 'omni', id } });

/** A definite no to the one field, which costs nothing: the order may be sent without it. */
const refusesBackground = (result: RequestResult): boolean =>
  result.sent === 'replied' && result.reply.status === 400 && /background/i.test(result.reply.text);

function lostOr(result: RequestResult, thrown: unknown): Poll {
  const isGone = result.sent === 'replied' && result.reply.status === 404 && isGoogles(result.reply.json);
  return isGone ? { state: 'lost' } : silentAfter(result, thrown);
}

interface Media {
  uri?: string;
  data?: string;
  mime_type?: string;
}

function mediaOf({ steps = [] }: Pick<Interaction, 'steps'>): Media[] {
  const content = steps.flatMap((step) => ('content' in step && Array.isArray(step.content) ? step.content : []));
  return content.filter(({ type }) => type === 'video' || type === 'image') as Media[];
}
