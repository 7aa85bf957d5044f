/** A fair queue: first come, first served inside an account, and accounts take turns. */

export interface FairQueue<Waiting> {
  size(): number;
  join(accountId: string, waiting: Waiting): void;
  leave(accountId: string, waiting: Waiting): void;
  /** The accounts that wait, in the order of their turns. */
  accounts(): IteratorObject<string>;
  /** Takes out whoever is next, of the accounts that may go on now; of all, when none is said. */
  next(mayGoOn?: (accountId: string) => boolean): Waiting | undefined;
}

export function createFairQueue<Waiting>(): FairQueue<Waiting> {
  /** A map keeps the order of insertion, so its first account is the one whose turn it is. */
  const queues = new Map<string, Waiting[]>();
  let size = 0;

  return {
    size: () => size,
    join(accountId, waiting) {
      size += 1;
      const queue = queues.get(accountId);
      if (queue === undefined) queues.set(accountId, [waiting]);
      else queue.push(waiting);
    },
    leave(accountId, waiting) {
      const queue = queues.get(accountId) ?? [];
      const left = queue.filter((other) => other !== waiting);
      size -= queue.length - left.length;
      if (left.length > 0) queues.set(accountId, left);
      else queues.delete(accountId);
    },
    accounts: () => queues.keys(),
    next(mayGoOn = () => true) {
      const next = queues.entries().find(([accountId]) => mayGoOn(accountId));
      if (next === undefined) return undefined;
      const [accountId, queue] = next;
      const waiting = queue.shift()!;
      size -= 1;
      queues.delete(accountId);
      if (queue.length > 0) queues.set(accountId, queue);
      return waiting;
    },
  };
}
