/** Makes an engine beyond this process from its entry in the operator's file. */
import { createEngineNet } from '../net/engine-net.ts';
import type { PullOrders } from '../pull/orders.ts';
import type { Engine, EngineFault, Poll, Start } from './engine.ts';
import type { EngineEntry, Secret } from './engine-entry.ts';
import { type CalledKind, calledKinds, comingKinds, isCalled, type Kind } from './kinds.ts';

export async function createEngine(options: {
  kind: Kind;
  entry: EngineEntry;
  /** CIDRs that results may be fetched from though they are private. */
  allow: readonly string[];
  /** For the kind whose workers fetch their work; absent where no work is given to engines. */
  orders?: PullOrders;
}): Promise<Engine> {
  const { kind: name, orders } = options;
  if (!isCalled(name)) {
    if (orders === undefined) throw new Error(`Nobody gives work to engines of kind ${name} here.`);
    return (await comingKinds[name].load())({ entry: options.entry, orders });
  }
  const kind: CalledKind = calledKinds[name];
  const url = options.entry.url ?? kind.url;
  if (url === null) throw new Error(`An engine of kind ${name} needs a url.`);
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
