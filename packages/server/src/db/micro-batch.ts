/** Many calls, one statement: collects what arrives in one iteration of the event loop and sends it as one batch. */
import { setImmediate as nextIteration } from 'node:timers/promises';

export interface MicroBatchOptions<Item, Result> {
  /** Returns in the order of the items. */
  send(items: Item[]): Promise<Result[]>;
  itemsMax: number;
  /**
   * Callers who were just answered often call again: whoever comes meanwhile waits for most of them, as long as the last
   * batch took and no longer than this, because a batch costs the database far more than one of its items (docs/decisions/
   * 0004). Null: nobody waits.
   */
  companyMillisecondsMax: number | null;
  /**
   * So many are worth a batch of their own: they leave while another is still in flight, and nobody waits for company
   * where as many callers are about. Null: one batch at a time.
   */
  enoughItems: number | null;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}

/** Of those that were answered or waiting when the last batch came back: a straggler does not hold up the rest. */
const companyShare = 0.75;

/** A call that nobody shared the last batch with leaves at once; under load batches form while others are in flight. */
export function createMicroBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;
  const enoughItems = options.enoughItems ?? Number.POSITIVE_INFINITY;
  const company = createCompany({ ...options, enoughItems });

  function mayLeave(): boolean {
    if (inFlight === 0) return waiting.length > 0 && company.isComplete(waiting.length, flush);
    return inFlight === 1 && waiting.length >= enoughItems;
  }

  function schedule() {
    if (scheduled || !mayLeave()) return;
    scheduled = true;
    setImmediate(flush);
  }

  async function send(batch: Waiting<Item, Result>[]): Promise<void> {
    const leftAt = performance.now();
    const [outcome] = await Promise.allSettled([
      Promise.try(
        options.send,
        batch.map((entry) => entry.item),
      ),
    ]);
    inFlight -= 1;
    company.expect(batch.length + waiting.length, performance.now() - leftAt);
    flush();
    // What waited is with the database before these are answered: it would be idle for as long as that takes.
    if (inFlight > 0) await nextIteration();
    for (const [index, entry] of batch.entries()) {
      if (outcome.status === 'fulfilled') entry.resolve(outcome.value[index] as Result);
      else entry.reject(outcome.reason);
    }
  }

  function flush() {
    scheduled = false;
    if (!mayLeave()) return;
    company.leave();
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

interface CompanyOptions {
  companyMillisecondsMax: number | null;
  enoughItems: number;
}

/** How many are likely to come, and until when they are waited for. */
function createCompany({ companyMillisecondsMax: max, enoughItems }: CompanyOptions) {
  let expected = 0;
  let until = 0;
  let timer: NodeJS.Timeout | undefined;

  function leave(): void {
    expected = 0;
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    leave,
    expect(callers: number, batchMilliseconds: number): void {
      if (max === null || callers >= enoughItems) return;
      expected = Math.ceil(callers * companyShare);
      until = performance.now() + Math.min(max, batchMilliseconds);
    },
    /** @param then called when the waiting is over and those that were expected have not come */
    isComplete(callers: number, then: () => void): boolean {
      const milliseconds = callers >= expected ? 0 : until - performance.now();
      if (milliseconds <= 0) return true;
      timer ??= setTimeout(() => {
        leave();
        then();
      }, milliseconds);
      return false;
    },
  };
}
