/** The kinds of engine beyond this process: an entry each, loaded when the operator's file names it. */
import { createEngineNet, type EngineNet } from '../net/engine-net.ts';
import type { PullOrders } from '../pull/orders.ts';
import type { Engine, EngineFault, Poll, Start } from './engine.ts';
import type { EngineEntry, Secret } from './engine-entry.ts';

export interface VendorKind {
  /** Where the vendor lives; null: the operator says. */
  url: string | null;
  /** Other hosts of the same vendor that its SDK calls. */
  otherUrls?: readonly string[];
  /** Whether it costs money unless the operator's file says otherwise. */
  paid: boolean;
  load(): Promise<(given: EngineGiven) => Engine>;
}

/** What every adapter is made from. */
export interface EngineGiven {
  entry: EngineEntry;
  net: EngineNet;
}

export const vendorKinds: Readonly<Record<string, VendorKind>> = {
  http: {
    url: null,
    paid: false,
    load: async () => (await import('./http/http-engine.ts')).createHttpEngine,
  },
  comfyui: {
    url: null,
    paid: false,
    load: async () => (await import('./comfyui/comfyui-engine.ts')).createComfyuiEngine,
  },
  kling: {
    url: 'https://api-singapore.klingai.com',
    paid: true,
    load: async () => (await import('./kling/kling-engine.ts')).createKlingEngine,
  },
  fal: {
    url: 'https://queue.fal.run',
    otherUrls: ['https://rest.fal.ai'],
    paid: true,
    load: async () => (await import('./fal/fal-engine.ts')).createFalEngine,
  },
  openai: {
    url: 'https://api.openai.com/v1',
    paid: true,
    load: async () => (await import('./openai/openai-engine.ts')).createOpenaiEngine,
  },
  google: {
    url: 'https://generativelanguage.googleapis.com',
    paid: true,
    load: async () => (await import('./google/google-engine.ts')).createGoogleEngine,
  },
  replicate: {
    url: 'https://api.replicate.com/v1',
    paid: true,
    load: async () => (await import('./replicate/replicate-engine.ts')).createReplicateEngine,
  },
};

export async function createVendorEngine(options: {
  kind: string;
  entry: EngineEntry;
  /** CIDRs that results may be fetched from though they are private. */
  allow: readonly string[];
  /** For the kind whose workers fetch their work; absent where no work is given to engines. */
  orders?: PullOrders;
}): Promise<Engine> {
  if (options.kind === 'pull' && options.orders !== undefined) {
    const { createPullEngine } = await import('./pull/pull-engine.ts');
    return createPullEngine({ entry: options.entry, orders: options.orders });
  }
  const kind = vendorKinds[options.kind];
  if (kind === undefined) throw new Error(`There is no kind of engine called ${options.kind}.`);
  const url = options.entry.url ?? kind.url;
  if (url === null) throw new Error(`An engine of kind ${options.kind} needs a url.`);
  // A gateway stands for all of the vendor's hosts.
  const others = options.entry.url === null ? (kind.otherUrls ?? []) : [];
  const net = createEngineNet({ addresses: [url, ...others], allow: options.allow });
  const create = await kind.load();
  const entry = { ...options.entry, url };
  const { key, accessKey, secretKey, hookSecret, headers } = entry;
  return withoutSecrets(create({ entry, net }), [key, accessKey, secretKey, hookSecret, ...Object.values(headers)]);
}

/** Vendors repeat keys in their errors; none leaves the adapter. */
function withoutSecrets(engine: Engine, secrets: readonly (Secret | null)[]): Engine {
  const values = secrets.flatMap((secret) => (secret === null || secret.reveal() === '' ? [] : [secret.reveal()]));
  const hide = (text: string) => values.reduce((clean, value) => clean.replaceAll(value, '***'), text);
  // Without its cause: an SDK's error holds the request that it sent.
  const clean = ({ cause: _, vendorCode, ...fault }: EngineFault): EngineFault => ({
    ...fault,
    message: hide(fault.message),
    ...(vendorCode !== undefined && { vendorCode: hide(vendorCode) }),
  });
  const cleanPoll = (poll: Poll): Poll => ('fault' in poll ? { ...poll, fault: clean(poll.fault) } : poll);
  const cleanStart = (start: Start): Start => ('fault' in start ? { ...start, fault: clean(start.fault) } : start);
  const { pollMany, watch, prepare } = engine;
  return {
    ...engine,
    async check(signal) {
      const { ok, detail } = await engine.check(signal);
      return { ok, detail: hide(detail) };
    },
    start: async (work, signal) => cleanStart(await engine.start(work, signal)),
    poll: async (handle, options) => cleanPoll(await engine.poll(handle, options)),
    ...(prepare && {
      prepare: async (uses, signal) => (await prepare(uses, signal)).map(({ use, why }) => ({ use, why: hide(why) })),
    }),
    ...(pollMany && { pollMany: async (handles, signal) => (await pollMany(handles, signal)).map(cleanPoll) }),
    ...(watch && { watch: (handle, tell, signal) => watch(handle, (poll) => tell(cleanPoll(poll)), signal) }),
  };
}
