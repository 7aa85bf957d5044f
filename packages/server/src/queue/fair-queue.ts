/** A fair queue: first come, first served for each owner, and owners take turns. */

export interface FairQueue<Waiting> {
  size(): number;
  join(owner: string, waiting: Waiting): void;
  leave(owner: string, waiting: Waiting): void;
  /** The owners who wait, in the order of their turns. */
  owners(): IteratorObject<string>;
  /** Takes out whoever is next, of the owners who may go on now; of all, when none is said. */
  next(mayGoOn?: (owner: string) => boolean): Waiting | undefined;
}

export function createFairQueue<Waiting>(): FairQueue<Waiting> {
  /** A map keeps the order of insertion, so its first owner is the one whose turn it is. */
  const queues = new Map<string, Waiting[]>();
  let size = 0;

  return {
    size: () => size,
    join(owner, waiting) {
      size += 1;
      const queue = queues.get(owner);
      if (queue === undefined) queues.set(owner, [waiting]);
      else queue.push(waiting);
    },
    leave(owner, waiting) {
      const queue = queues.get(owner) ?? [];
      const left = queue.filter((other) => other !== waiting);
      size -= queue.length - left.length;
      if (left.length > 0) queues.set(owner, left);
      else queues.delete(owner);
    },
    owners: () => queues.keys(),
    next(mayGoOn = () => true) {
      const next = queues.entries().find(([owner]) => mayGoOn(owner));
      if (next === undefined) return undefined;
      const [owner, queue] = next;
      const waiting = queue.shift()!;
      size -= 1;
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      return waiting;
    },
  };
}
