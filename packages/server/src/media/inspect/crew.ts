/** Lends out lookers (processes or threads) one order at a time, replaces those that die or dawdle, ends those that idle. */

/** One process or thread that looks at files. */
export interface Looker {
  /** `died`: it ended on this order. `lost`: it was taken away for reasons that may not lie in the file. */
  look(order: unknown): Promise<{ answer: unknown } | 'died' | 'lost'>;
  /** Processor time used so far; tells a file that is hard from a machine that is loaded. */
  cpuMilliseconds(): Promise<number>;
  /** False once it has ended for whatever reason. */
  alive(): boolean;
  end(): void;
}

export interface CrewOptions {
  hire(): Promise<Looker>;
  lookersMax: number;
  /** From order to answer, once a looker has it. */
  deadlineMilliseconds: number;
  /** For a free looker. */
  waitMilliseconds: number;
  idleMilliseconds: number;
}

export type CrewOutcome =
  | { answer: unknown }
  /** The file was too much: its looker died on it, or spent the whole deadline working. */
  | 'died'
  | 'too_slow'
  | 'busy';

export interface Crew {
  look(order: unknown): Promise<CrewOutcome>;
  /** How many lookers there are now. */
  size(): number;
  close(): void;
}

/** Less processor time than this share of the deadline means that the looker hardly ran: not the file's fault. */
const starvedBelowShare = 0.25;

export function createCrew(options: CrewOptions): Crew {
  const idle = new Map<Looker, NodeJS.Timeout>();
  const waiting: ((place: 'free') => void)[] = [];
  let size = 0;
  let closed = false;

  function dismiss(looker: Looker): void {
    clearTimeout(idle.get(looker));
    idle.delete(looker);
    looker.end();
    free();
  }

  function free(): void {
    size -= 1;
    waiting.shift()?.('free');
  }

  function rest(looker: Looker): void {
    if (closed) {
      dismiss(looker);
      return;
    }
    const timer = setTimeout(dismiss, options.idleMilliseconds, looker);
    timer.unref();
    idle.set(looker, timer);
    waiting.shift()?.('free');
  }

  async function take(): Promise<Looker | 'busy'> {
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
      if (size < options.lookersMax) {
        size += 1;
        return options.hire().catch((error: unknown) => {
          free();
          throw error;
        });
      }
      const milliseconds = waitUntil - performance.now();
      if (milliseconds <= 0 || (await turn(waiting, milliseconds)) === 'too late') return 'busy';
    }
  }

  return {
    async look(order) {
      const looker = await take();
      if (looker === 'busy') return 'busy';
      let cpuBefore = 0;
      const looking = async () => {
        cpuBefore = await looker.cpuMilliseconds();
        return looker.look(order);
      };
      const outcome = await within(options.deadlineMilliseconds, looking());
      if (outcome === 'too late') {
        const cpu = (await looker.cpuMilliseconds()) - cpuBefore;
        dismiss(looker);
        return cpu < options.deadlineMilliseconds * starvedBelowShare ? 'busy' : 'too_slow';
      }
      if (outcome === 'died' || outcome === 'lost') {
        dismiss(looker);
        return outcome === 'died' ? 'died' : 'busy';
      }
      rest(looker);
      return outcome;
    },
    size: () => size,
    close() {
      closed = true;
      for (const looker of [...idle.keys()]) dismiss(looker);
    },
  };
}

/** Waits for a place in line, and leaves the line when it takes too long. */
async function turn(line: ((place: 'free') => void)[], milliseconds: number): Promise<'free' | 'too late'> {
  const place = Promise.withResolvers<'free'>();
  line.push(place.resolve);
  const outcome = await within(milliseconds, place.promise);
  if (outcome === 'too late') {
    const at = line.indexOf(place.resolve);
    // Called in the same moment: the place goes to the next in line.
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
