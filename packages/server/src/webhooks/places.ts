/** Who gets the places for attempts: no account and no receiver can take so many that the others wait for them. */
import type { AttemptOutcome } from './store.ts';

/** An account's events to one host: they wait for each other and for nobody else's. */
export interface Line {
  account_id: string;
  host: string;
}

/** A line with deliveries that are due. */
export interface DueLine extends Line {
  /** At most as many as a line may have under way. */
  ready: number;
  /** The longest due one has never been tried. */
  untried: boolean;
  due_at: Date;
}

/** So many deliveries of a line to be claimed now. */
export interface Grant extends Line {
  count: number;
}

/** An attempt waits and computes nothing, so places are many: 150 receivers that never answer fit into one account's part. */
export const attemptsAtOnceMax = 512;
export const attemptsPerLineMax = 4;
const promptMilliseconds = 5_000;
/** Of the lines that answered last time; one that is forgotten begins anew with one attempt at a time. */
const rememberedMax = 10_000;

/** How a line's last attempt went; without a standing, no answer came, or it has had no attempt yet. */
type Standing = 'prompt' | 'slow';

interface Candidate {
  line: DueLine;
  prompt: boolean;
  /** Which of the line's places this would be. */
  place: number;
}

export interface Places {
  /** What may be claimed of the lines that are due. */
  share(due: readonly DueLine[]): Grant[];
  taken(line: Line): void;
  /** Null when nothing was learnt about the receiver. */
  ended(line: Line, outcome: AttemptOutcome | null): void;
}

export function createPlaces(): Places {
  const busy = new Map<string, number>();
  const busyOfAccount = new Map<string, number>();
  const standings = new Map<string, Standing>();

  function candidatesOf(line: DueLine): Candidate[] {
    const standing = standings.get(nameOf(line));
    const under = busy.get(nameOf(line)) ?? 0;
    // One at a time until an answer has come: a burst for a receiver that is gone holds one place and not four.
    const count = Math.min(line.ready, (standing === undefined ? 1 : attemptsPerLineMax) - under);
    const prompt = standing === 'prompt';
    return Array.from({ length: Math.max(0, count) }, (_, i) => ({ line, prompt, place: under + i }));
  }

  return {
    share(due) {
      const wanted = Map.groupBy(due.flatMap(candidatesOf), ({ line }) => line.account_id);
      const free = attemptsAtOnceMax - sum(busy.values());
      return asGrants(dealOut(wanted, { free, busyOfAccount }));
    },
    taken(line) {
      add(busy, nameOf(line), 1);
      add(busyOfAccount, line.account_id, 1);
    },
    ended(line, outcome) {
      add(busy, nameOf(line), -1);
      add(busyOfAccount, line.account_id, -1);
      if (outcome === null) return;
      standings.delete(nameOf(line));
      if (outcome.statusCode === null) return;
      standings.set(nameOf(line), outcome.milliseconds < promptMilliseconds ? 'prompt' : 'slow');
      if (standings.size > rememberedMax) standings.delete(standings.keys().next().value!);
    },
  };
}

/** The account with the fewest under way is next, and of several the one that is due the longest. */
function dealOut(
  wanted: Map<string, Candidate[]>,
  places: { free: number; busyOfAccount: ReadonlyMap<string, number> },
): Candidate[] {
  const dealt: Candidate[] = [];
  /** Accounts by how many they hold. */
  const levels: Candidate[][][] = [];
  const join = (held: number, candidates: Candidate[]) => {
    levels[held] ??= [];
    levels[held].push(candidates);
  };
  for (const [account, candidates] of [...wanted].sort(([, a], [, b]) => dueSince(a) - dueSince(b))) {
    // The most urgent last, where it is taken from.
    join(places.busyOfAccount.get(account) ?? 0, candidates.sort(byUrgency).reverse());
  }
  for (let held = 0; held < levels.length; held += 1) {
    for (const candidates of levels[held] ?? []) {
      // Whoever may not take one now may take none later, when fewer are free.
      if (!mayTake(candidates.at(-1), { held, free: places.free - dealt.length })) continue;
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
 * No account holds more than is left free, so alone it gets half of the places, and one that holds none takes any that
 * is free. Receivers that are slow, silent or unknown stop at a third, so that what answers finds a place.
 */
function mayTake(candidate: Candidate | undefined, { held, free }: { held: number; free: number }): boolean {
  if (candidate === undefined) return false;
  return candidate.prompt ? held < free : 2 * held < free;
}

/** What answers comes first, then every line's first place before anyone's second, and new events before retries. */
function byUrgency(a: Candidate, b: Candidate): number {
  return (
    Number(b.prompt) - Number(a.prompt) ||
    a.place - b.place ||
    Number(b.line.untried) - Number(a.line.untried) ||
    a.line.due_at.getTime() - b.line.due_at.getTime()
  );
}

function asGrants(dealt: readonly Candidate[]): Grant[] {
  const byLine = Map.groupBy(dealt, ({ line }) => line);
  return [...byLine].map(([{ account_id, host }, { length }]) => ({ account_id, host, count: length }));
}

/** A host holds no space. */
function nameOf({ account_id, host }: Line): string {
  return `${account_id} ${host}`;
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
