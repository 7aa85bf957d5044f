/** Lends out workers (processes or threads) one order at a time, replaces those that die or dawdle, ends those that idle. */

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

export interface WorkerPoolOptions {
  start(): Promise<PoolWorker>;
  workersMax: number;
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
  run(order: unknown): Promise<PoolOutcome>;
  /** How many workers there are now. */
  size(): number;
  close(): void;
}

type Waiting = (call: 'free') => void;

/** Less processor time than this share of the deadline means that the worker hardly ran: not the file's fault. */
const starvedBelowShare = 0.25;

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const idle = new Map<PoolWorker, NodeJS.Timeout>();
  /** Those who wait for a worker, or for room to start one. */
  const waiting: Waiting[] = [];
  let size = 0;
  let closed = false;

  function dismiss(worker: PoolWorker): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    worker.end();
    free();
  }

  function free(): void {
    size -= 1;
    waiting.shift()?.('free');
  }

  function rest(worker: PoolWorker): void {
    if (closed) {
      dismiss(worker);
      return;
    }
    const timer = setTimeout(dismiss, options.idleMilliseconds, worker);
    timer.unref();
    idle.set(worker, timer);
    waiting.shift()?.('free');
  }

  async function take(): Promise<PoolWorker | 'busy'> {
    const waitUntil = performance.now() + options.waitMilliseconds;
    for (;;) {
      const [rested] = idle.keys();
      if (rested && !rested.alive()) {
        dismiss(rested);
        continue;
      }
      if (rested) {
        clearTimeout(idle.get(rested));
        idle.delete(rested);
        return rested;
      }
      if (size < options.workersMax) {
        size += 1;
        return options.start().catch((error: unknown) => {
          free();
          throw error;
        });
      }
      const milliseconds = waitUntil - performance.now();
      if (milliseconds <= 0 || (await called(waiting, milliseconds)) === 'too late') return 'busy';
    }
  }

  return {
    async run(order) {
      const worker = await take();
      if (worker === 'busy') return 'busy';
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
    },
    size: () => size,
    close() {
      closed = true;
      for (const worker of [...idle.keys()]) dismiss(worker);
    },
  };
}

/** Waits until it is called, and leaves the line when that takes too long. */
async function called(line: Waiting[], milliseconds: number): Promise<'free' | 'too late'> {
  const call = Promise.withResolvers<'free'>();
  line.push(call.resolve);
  const outcome = await within(milliseconds, call.promise);
  if (outcome === 'too late') {
    const at = line.indexOf(call.resolve);
    // Called in the same moment: the next in line is called instead.
    if (at === -1) line.shift()?.('free');
    else line.splice(at, 1);
  }
  return outcome;
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
