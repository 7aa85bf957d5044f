/** Lends out workers (processes or threads) one order at a time, replaces those that die or dawdle, ends those that idle. */
import { createFairSlots } from '../../queue/fair-slots.ts';

/** One process or thread that looks at files. */
export interface PoolWorker {
  /** `died`: it ended on this order. `lost`: it was taken away for reasons that may not lie in the file. */
  run(order: unknown): Promise<{ result: unknown } | 'died' | 'lost'>;
  /** Processor time used so far; tells a file that is hard from a machine that is loaded. */
  cpuMilliseconds(): Promise<number>;
  /** False once it has ended for whatever reason. */
  alive(): boolean;
  end(): void;
}

/** Somebody ended it before it was ready: says nothing about the file, nor about us. */
export class WorkerTakenAway extends Error {
  override name = 'WorkerTakenAway';
}

export interface WorkerPoolOptions {
  /** Rejects with `WorkerTakenAway`, or with what is wrong here. */
  start(): Promise<PoolWorker>;
  workersMax: number;
  /** Of them, what one owner may hold: somebody else always finds one free, or soon free. */
  ownerWorkersMax: number;
  /** From order to result, once a worker has it. */
  deadlineMilliseconds: number;
  /** For a free worker. */
  waitMilliseconds: number;
  idleMilliseconds: number;
}

export type PoolOutcome =
  | { result: unknown }
  /** The file was too much: its worker died on it, or spent the whole deadline working. */
  | 'died'
  | 'too_slow'
  | 'busy';

export interface WorkerPool {
  /** @param owner who waits for it, by the live account */
  run(order: unknown, owner: string): Promise<PoolOutcome>;
  /** How many workers there are now. */
  size(): number;
  close(): void;
}

/** Less processor time than this share of the deadline means that the worker hardly ran: not the file's fault. */
const starvedBelowShare = 0.25;

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  /** One for each worker there may be: whoever has one finds a worker at rest, or room to start one. */
  const slots = createFairSlots({ max: options.workersMax, ownerMax: options.ownerWorkersMax });
  const idle = new Map<PoolWorker, NodeJS.Timeout>();
  let size = 0;
  let closed = false;

  function dismiss(worker: PoolWorker): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    worker.end();
    size -= 1;
  }

  function rest(worker: PoolWorker): void {
    if (closed) {
      dismiss(worker);
      return;
    }
    const timer = setTimeout(dismiss, options.idleMilliseconds, worker);
    timer.unref();
    idle.set(worker, timer);
  }

  async function take(): Promise<PoolWorker> {
    for (;;) {
      const [rested] = idle.keys();
      if (rested === undefined) break;
      if (rested.alive()) {
        clearTimeout(idle.get(rested));
        idle.delete(rested);
        return rested;
      }
      dismiss(rested);
    }
    size += 1;
    return options.start().catch((error: unknown) => {
      size -= 1;
      throw error;
    });
  }

  async function runOn(worker: PoolWorker, order: unknown): Promise<PoolOutcome> {
    let cpuBefore = 0;
    const running = async () => {
      cpuBefore = await worker.cpuMilliseconds();
      return worker.run(order);
    };
    const outcome = await within(options.deadlineMilliseconds, running());
    if (outcome === 'too late') {
      const cpu = (await worker.cpuMilliseconds()) - cpuBefore;
      dismiss(worker);
      return cpu < options.deadlineMilliseconds * starvedBelowShare ? 'busy' : 'too_slow';
    }
    if (outcome === 'died' || outcome === 'lost') {
      dismiss(worker);
      return outcome === 'died' ? 'died' : 'busy';
    }
    rest(worker);
    return outcome;
  }

  return {
    async run(order, owner) {
      const slot = await slots.take(owner, { waitMilliseconds: options.waitMilliseconds });
      if (typeof slot === 'string') return 'busy';
      try {
        return await runOn(await take(), order);
      } catch (fault) {
        if (fault instanceof WorkerTakenAway) return 'busy';
        throw fault;
      } finally {
        slot.giveBack();
      }
    },
    size: () => size,
    close() {
      closed = true;
      for (const worker of [...idle.keys()]) dismiss(worker);
    },
  };
}

async function within<Outcome>(milliseconds: number, outcome: Promise<Outcome>): Promise<Outcome | 'too late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'too late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'too late');
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}
