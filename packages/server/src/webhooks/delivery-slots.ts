/** Who gets the slots for attempts: no account and no receiver can take so many that the others wait for them. */
import { createTally, type Tally } from '../queue/tally.ts';
import type { AttemptOutcome } from './store.ts';

/** An account's events to one host: they wait for each other and for nobody else's. */
export interface Line {
  account_id: string;
  host: string;
}

/** A line's deliveries that are due; those never tried and those tried before are counted apart. */
export interface DueLine extends Line {
  tried: boolean;
  /** At most as many as a line may have under way. */
  ready: number;
  due_at: Date;
}

/** So many deliveries of a line to be claimed now. */
export interface Share extends Line {
  tried: boolean;
  count: number;
}

/** An attempt that waits for its response computes nothing and holds little: decision 0015 has the figures. */
export const attemptsAtOnceMax = 512;
/**
 * A receiver that hangs keeps each attempt for 30 s, then leaves it for 30 s. So this many slots make the repeats of
 * twice as many events on time, and whoever answers behind them on the same host waits for none of them.
 */
export const attemptsPerLineMax = 64;
const quickMilliseconds = 5_000;
/** Of the lines that answered last time; one that is forgotten counts as silent until it answers again. */
const rememberedMax = 10_000;

interface Candidate {
  line: DueLine;
  quick: boolean;
  /** Which of the line's slots this would be. */
  slot: number;
}

export interface DeliverySlots {
  /** What may be claimed of the lines that are due. */
  share(due: readonly DueLine[]): Share[];
  taken(line: Line): void;
  /** Null when nothing was learnt about the receiver. */
  ended(line: Line, outcome: AttemptOutcome | null): void;
}

export function createDeliverySlots(): DeliverySlots {
  const busy = createTally();
  const busyOfAccount = createTally();
  /** The lines whose last attempt was answered soon. */
  const quick = new Set<string>();

  function candidatesOf(account: readonly DueLine[]): Candidate[] {
    /** The line's slots, once its first attempts have some. */
    const slots = new Map<string, number>();
    const bySpeed = Map.groupBy(account, (line) => quick.has(nameOf(line)));
    // First attempts before repeats: whoever answers behind receivers that hang is found out soon.
    const firstAttemptsFirst = account.toSorted((a, b) => Number(a.tried) - Number(b.tried));
    return firstAttemptsFirst.flatMap((line) => {
      const name = nameOf(line);
      const under = slots.get(name) ?? busy.of(name);
      // The account's part is used up before these are; more of each would only make the look longer.
      const wanted = Math.ceil(attemptsAtOnceMax / bySpeed.get(quick.has(name))!.length);
      const length = Math.max(0, Math.min(line.ready, wanted, attemptsPerLineMax - under));
      slots.set(name, under + length);
      return Array.from({ length }, (_, i) => ({ line, quick: quick.has(name), slot: under + i }));
    });
  }

  return {
    share(due) {
      const wanted = new Map<string, Candidate[]>();
      for (const [account, lines] of Map.groupBy(due, (line) => line.account_id)) {
        wanted.set(account, candidatesOf(lines));
      }
      const free = attemptsAtOnceMax - busy.all();
      return asShares(dealOut(wanted, { free, busyOfAccount }));
    },
    taken(line) {
      busy.add(nameOf(line), 1);
      busyOfAccount.add(line.account_id, 1);
    },
    ended(line, outcome) {
      busy.add(nameOf(line), -1);
      busyOfAccount.add(line.account_id, -1);
      if (outcome === null) return;
      quick.delete(nameOf(line));
      if (outcome.statusCode === null || outcome.milliseconds >= quickMilliseconds) return;
      quick.add(nameOf(line));
      if (quick.size > rememberedMax) quick.delete(quick.values().next().value!);
    },
  };
}

/** The account with the fewest under way is next, and of several the one that is due the longest. */
function dealOut(wanted: Map<string, Candidate[]>, slots: { free: number; busyOfAccount: Tally }): Candidate[] {
  const dealt: Candidate[] = [];
  /** Accounts by how many they hold. */
  const levels: Candidate[][][] = [];
  const join = (held: number, candidates: Candidate[]) => {
    levels[held] ??= [];
    levels[held].push(candidates);
  };
  for (const [account, candidates] of [...wanted].sort(([, a], [, b]) => dueSince(a) - dueSince(b))) {
    // The most urgent last, where it is taken from.
    join(slots.busyOfAccount.of(account), candidates.sort(byUrgency).reverse());
  }
  for (let held = 0; held < levels.length; held += 1) {
    for (const candidates of levels[held] ?? []) {
      // Whoever may not take one now may take none later, when fewer are free.
      if (!mayTake(candidates.at(-1), { held, free: slots.free - dealt.length })) continue;
      dealt.push(candidates.pop()!);
      join(held + 1, candidates);
    }
  }
  return dealt;
}

function dueSince(candidates: readonly Candidate[]): number {
  return candidates.reduce((since, { line }) => Math.min(since, line.due_at.getTime()), Number.POSITIVE_INFINITY);
}

/**
 * No account holds more than is left free, so alone it gets half of the slots, and one that holds none takes any that
 * is free. Receivers that are slow, silent or unknown stop at a third, so that what answers finds a slot; beyond their
 * line's first slot they stop at a fifth, so that a host which hangs leaves some for the other hosts of its account.
 */
function mayTake(candidate: Candidate | undefined, { held, free }: { held: number; free: number }): boolean {
  if (candidate === undefined) return false;
  if (candidate.quick) return held < free;
  return (candidate.slot === 0 ? 2 : 4) * held < free;
}

/** What answers comes first, then every line's first slot before anyone's second, and first attempts before repeats. */
function byUrgency(a: Candidate, b: Candidate): number {
  return (
    Number(b.quick) - Number(a.quick) ||
    a.slot - b.slot ||
    Number(a.line.tried) - Number(b.line.tried) ||
    a.line.due_at.getTime() - b.line.due_at.getTime()
  );
}

function asShares(dealt: readonly Candidate[]): Share[] {
  const byLine = Map.groupBy(dealt, ({ line }) => line);
  return [...byLine].map(([{ account_id, host, tried }, { length }]) => ({ account_id, host, tried, count: length }));
}

/** A host holds no space. */
function nameOf({ account_id, host }: Line): string {
  return `${account_id} ${host}`;
}
