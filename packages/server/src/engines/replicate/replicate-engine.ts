/** Kind `replicate`: any model on Replicate through its client; its inputs are mapped from the schema that it publishes. */
import type Replicate from 'replicate';
import type { Prediction } from 'replicate';
import type { EngineNet } from '../../net/engine-net.ts';
import { boundInput, linkedMedia } from '../bindings.ts';
import type { Engine, EngineFault, FitQuestion, Found, Poll, RouteUse, Start, VendorOutput } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { fitOf, fitWork } from '../fit.ts';
import { failedStart, messageOf, type Reply, silentAfter } from '../one-request.ts';
import { callSdk, checked } from '../sdk-call.ts';
import { readStandardWebhook } from '../standard-webhook.ts';
import { inlineOutput, linkedOutput } from '../vendor-output.ts';
import { failureOf, isReplicates, replicateFault } from './replicate-errors.ts';
import { abilitiesOf, fieldsOf, type ModelSchema, readSchema, spelled } from './replicate-schema.ts';

type Sdk = typeof import('replicate');

export function createReplicateEngine({ entry, net }: { entry: EngineEntry; net: EngineNet }): Engine {
  const schemas = new Map<string, ModelSchema>();

  /** The client sends a dropped request again and again at once, and has no option against it. */
  const call = <Result>(use: (replicate: Replicate, sdk: Sdk) => Promise<Result>) =>
    callSdk({ load: () => import('replicate'), send: net.send, stop: asRefused }, (sdk, fetchOnce) => {
      const auth = entry.key?.reveal() ?? '';
      return use(new sdk.default({ auth, baseUrl: entry.url!, useFileOutput: false, fetch: fetchOnce }), sdk);
    });

  async function schemaOf(model: string, signal: AbortSignal): Promise<ModelSchema | EngineFault> {
    const known = schemas.get(model);
    if (known !== undefined) return known;
    const [owner = '', name = ''] = model.split(':')[0]!.split('/');
    const { value, result, thrown } = await call((replicate) => replicate.models.get(owner, name, { signal }));
    const schema = readSchema(value?.latest_version?.openapi_schema);
    if (schema !== null) {
      schemas.set(model, schema);
      return schema;
    }
    if (result.sent === 'replied' && result.reply.status >= 400) return replicateFault(result.reply);
    const why = result.sent === 'no reply' ? messageOf(result.cause) : messageOf(thrown ?? 'it publishes no schema');
    return { class: result.sent === 'replied' ? 'unsupported' : 'unavailable', message: `${model}: ${why}` };
  }

  function fitting(question: FitQuestion) {
    const { model, input } = question.use;
    if (model === null) {
      return { fits: false, what: 'model', why: `${question.model}; the route must name a model, owner/name` } as const;
    }
    const schema = schemas.get(model);
    const fields = input ?? (schema === undefined ? {} : fieldsOf(schema));
    // Not read yet: `start` reads it before anything is paid.
    const unknown = { tasks: [question.work.task], takes: [], inputs: abilitiesOf(emptySchema, {}).inputs };
    const fit = fitWork(question, schema === undefined ? unknown : abilitiesOf(schema, fields));
    return fit.fits ? { ...fit, model, fields, schema } : fit;
  }

  function outputOf(url: string): VendorOutput {
    const [head, type] = inlineHead.exec(url) ?? [];
    if (head !== undefined) return inlineOutput(url.slice(head.length), type || 'image/png');
    return linkedOutput(net, { url, type: /\.(png|jpe?g|webp)(\?|$)/i.test(url) ? 'image/png' : 'video/mp4' });
  }

  function pollOf(prediction: Prediction, progress: number | null): Poll {
    const { status, error } = prediction;
    if (status === 'starting') return { state: 'queued', position: null };
    if (status === 'canceled') return { state: 'canceled' };
    if (status === 'failed') return { state: 'failed', fault: failureOf(error), billed: null };
    if (status === 'aborted') {
      return {
        state: 'failed',
        fault: { class: 'timeout', message: 'its deadline passed before it began' },
        billed: false,
      };
    }
    if (status !== 'succeeded') return { state: 'running', progress };
    const outputs = linksIn(prediction.output).map(outputOf);
    const declined: EngineFault = { class: 'declined', message: 'succeeded without an output' };
    if (outputs.length === 0) return { state: 'failed', fault: declined, billed: null };
    return { state: 'succeeded', outputs, costUsd: null, seed: null };
  }

  return {
    name: entry.name,
    kind: 'replicate',
    traits: { paid: entry.paid, slots: entry.slots, find: 'heuristic' },

    async check(signal) {
      const about = { fine: [], faultOf: replicateFault };
      return checked(await call((replicate) => replicate.request('/account', { signal })), about);
    },

    async prepare(uses, signal) {
      const wrong: { use: RouteUse; why: string }[] = [];
      for (const use of uses) {
        const schema = await schemaOf(use.model ?? '', signal);
        if ('class' in schema) {
          wrong.push({ use, why: schema.message });
          continue;
        }
        for (const field of [...Object.keys(use.input ?? {}), ...Object.keys(use.set)]) {
          if (!schema.properties.has(field)) wrong.push({ use, why: `${use.model} has no input called ${field}` });
        }
        for (const [field, value] of Object.entries(use.set)) {
          const property = schema.properties.get(field);
          if (property?.enum !== undefined && spelled(value, property) === undefined) {
            wrong.push({ use, why: `${field} of ${use.model} must be one of ${property.enum.join(', ')}` });
          }
        }
      }
      return wrong;
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work, signal): Promise<Start> {
      const known = await schemaOf(work.use.model ?? '', signal);
      if ('class' in known) return { outcome: 'refused', fault: known };
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const media = await linkedMedia(work);
      const bound = boundInput(fit.fields, { work, ask: fit.ask, ...media });
      const typed = Object.entries(bound).map(([field, value]) => [field, spelled(value, known.properties.get(field))]);
      const input = { ...Object.fromEntries(typed.filter(([, value]) => value !== undefined)), ...work.use.set };
      const [name, version] = fit.model.split(':');
      const data = {
        input,
        ...(version !== undefined && { version }),
        ...(work.hook !== null && { webhook: work.hook, webhook_events_filter: ['completed'] }),
      };
      const seconds = Math.max(5, Math.floor((work.deadline.getTime() - Date.now()) / 1000));
      // Through `request`, because only so can the vendor be told when nobody wants it any more.
      const order = { method: 'POST', data, headers: { 'Cancel-After': `${seconds}s` }, signal };
      const path = version === undefined ? `/models/${name}/predictions` : '/predictions';
      const { result, thrown } = await call((replicate) => replicate.request(path, order));
      if (result.sent === 'replied' && result.reply.status < 300) {
        const { id } = (result.reply.json ?? {}) as { id?: unknown };
        if (typeof id === 'string') return { outcome: 'accepted', handle: { id } };
      }
      return failedStart(result, thrown, { isVendors: isReplicates, faultOf: replicateFault });
    },

    /** A prediction carries the address it will call, and ours holds the token. That it is not listed proves nothing. */
    async find(token, signal): Promise<Found> {
      const { result } = await call((replicate) => replicate.request('/predictions', { signal }));
      if (result.sent !== 'replied' || result.reply.status !== 200) return 'cannot_tell';
      const { results = [] } = (result.reply.json ?? {}) as { results?: Prediction[] };
      const found = results.find(({ webhook }) => webhook?.includes(token));
      return found === undefined ? 'cannot_tell' : { id: found.id };
    },

    async poll(handle, { signal }) {
      const { value, result, thrown } = await call(async (replicate, { parseProgressFromLogs }) => {
        const prediction = await replicate.predictions.get(String(handle['id']), { signal });
        const progress = parseProgressFromLogs(prediction.logs ?? '');
        return { prediction, progress: progress === null ? null : Math.round(progress.percentage * 100) };
      });
      if (typeof value?.prediction?.status === 'string') return pollOf(value.prediction, value.progress);
      const isGone = result.sent === 'replied' && result.reply.status === 404 && isReplicates(result.reply.json);
      return isGone ? { state: 'lost' } : silentAfter(result, thrown);
    },

    async cancel(handle, signal) {
      const { thrown } = await call((replicate) => replicate.predictions.cancel(String(handle['id']), { signal }));
      return thrown === null ? 'requested' : 'cannot';
    },

    async hook(request) {
      const reading = readStandardWebhook(request, entry.hookSecret);
      if (!reading.holds) return { news: 'refused', why: reading.why };
      const { id } = reading.body as { id?: unknown };
      return { news: 'look', handle: typeof id === 'string' ? { id } : null };
    },

    close: () => net.close(),
  };
}

const emptySchema: ModelSchema = { properties: new Map(), required: [] };

/** The one status that the client never tries again and no vendor sends. What really came is kept beside it. */
function asRefused(_reply: Reply | null): Response {
  return new Response('{"detail":"see the one request"}', { status: 420 });
}

/** Models whose outputs are small reply with the bytes themselves. */
const inlineHead = /^data:([^;,]*)[^,]*;base64,/;

/** Models reply with a link, a list of links, or an object that holds some. */
function linksIn(output: unknown): string[] {
  if (typeof output === 'string') return /^https?:/.test(output) || inlineHead.test(output) ? [output] : [];
  if (typeof output !== 'object' || output === null) return [];
  return Object.values(output).flatMap(linksIn);
}
