/** Deals out the machine's render slots: first come, first served inside an account, and accounts take turns. */

export interface RenderTurns {
  /** Resolves with the function that gives the slot back; rejects when `signal` aborts first. */
  take(accountId: string, signal: AbortSignal): Promise<() => void>;
}

export function createRenderTurns(slots: number): RenderTurns {
  let free = slots;
  /** A map keeps the order of insertion, so its first account is the one whose turn it is. */
  const queues = new Map<string, (() => void)[]>();

  function next(): void {
    const [turn] = queues;
    if (free === 0 || turn === undefined) return;
    const [accountId, queue] = turn;
    const begin = queue.shift()!;
    queues.delete(accountId);
    if (queue.length > 0) queues.set(accountId, queue);
    free -= 1;
    begin();
  }

  function leave(accountId: string, begin: () => void): void {
    const left = queues.get(accountId)?.filter((other) => other !== begin) ?? [];
    if (left.length > 0) queues.set(accountId, left);
    else queues.delete(accountId);
  }

  function giveBackOnce(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      free += 1;
      next();
    };
  }

  return {
    take(accountId, signal) {
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(accountId, begin);
          reject(signal.reason);
        };
        const begin = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(giveBackOnce());
        };
        signal.addEventListener('abort', giveUp, { once: true });
        const queue = queues.get(accountId);
        if (queue === undefined) queues.set(accountId, [begin]);
        else queue.push(begin);
        next();
      });
    },
  };
}
