/** Makes an engine beyond this process from its entry in the operator's file. */
import { createEngineNet } from '../net/engine-net.ts';
import type { PullOrders } from '../pull/orders.ts';
import type { Engine } from './engine.ts';
import type { EngineEntry } from './engine-entry.ts';
import { keepable } from './keepable.ts';
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
  return keepable(create({ entry, net }), [key, accessKey, secretKey, hookSecret, ...Object.values(headers)]);
}
