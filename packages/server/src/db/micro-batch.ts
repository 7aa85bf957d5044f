/** Many calls, one statement: collects what arrives in one turn of the event loop and sends it as one batch. */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface MicroBatchOptions<Item, Result> {
  /** Answers in the order of the items. */
  send(items: Item[]): Promise<Result[]>;
  itemsMax: number;
  /**
   * A second batch leaves while one is in flight when it carries at least this many: each costs the database as much as
   * thirty of its items (docs/decisions/0011). Null: never.
   */
  besideItemsMin: number | null;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}

/** No timer: under load batches form by themselves while earlier ones are in flight; a lone call leaves at once. */
export function createMicroBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function mayLeave(): boolean {
    if (inFlight === 0) return waiting.length > 0;
    return inFlight === 1 && options.besideItemsMin !== null && waiting.length >= options.besideItemsMin;
  }

  function schedule() {
    if (scheduled || !mayLeave()) return;
    scheduled = true;
    setImmediate(flush);
  }

  async function send(batch: Waiting<Item, Result>[]): Promise<void> {
    const [outcome] = await Promise.allSettled([
      Promise.try(
        options.send,
        batch.map((entry) => entry.item),
      ),
    ]);
    inFlight -= 1;
    flush();
    // What waited is with the database before these are answered: it would be idle for as long as that takes.
    if (inFlight > 0) await nextTurn();
    for (const [place, entry] of batch.entries()) {
      if (outcome.status === 'fulfilled') entry.resolve(outcome.value[place] as Result);
      else entry.reject(outcome.reason);
    }
  }

  function flush() {
    scheduled = false;
    if (!mayLeave()) return;
    const batch = waiting.length <= options.itemsMax ? waiting : waiting.slice(0, options.itemsMax);
    waiting = waiting.length <= options.itemsMax ? [] : waiting.slice(options.itemsMax);
    inFlight += 1;
    void send(batch);
    schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
