/**
 * Wrong passwords are counted, by whom they are for and who sends them; after some, each next one is answered later. An
 * address is never locked: whoever knows its password gets in, however many strangers have tried.
 */
import type { Db } from '../db/postgres.ts';
import { createTally } from '../queue/tally.ts';
import { countTry, forgetTries, takeBackTry } from './sign-in-tries-store.ts';

const windowSeconds = 15 * 60;

interface Slowdown {
  /** So many in a quarter of an hour are answered at once. */
  free: number;
  /** Each further one waits so much longer. */
  stepSeconds: number;
  secondsMax: number;
  /** So many may wait at once in a process: a guesser who asks in parallel is no quicker. */
  waitingMax: number;
}

/** One caller's tries for one address. A password of ten characters is not guessed at nine a minute. */
const pairSlowdown: Slowdown = { free: 10, stepSeconds: 1, secondsMax: 20, waitingMax: 3 };
/** One caller's for whatever address: many people may share it. */
const callerSlowdown: Slowdown = { free: 30, stepSeconds: 0.1, secondsMax: 5, waitingMax: 64 };

export interface SignInTry {
  /** Null: not for anybody's address. */
  email: string | null;
  /** Who counts as one caller. */
  caller: string;
}

export type TryBegun = { allowed: true } | { allowed: false; retrySeconds: number };

export interface SignInTries {
  /** Resolves when the try may go on. Counted at once, so that a thousand at the same moment are not all let through. */
  begin(signInTry: SignInTry): Promise<TryBegun>;
  /** It was right: this try does not count, and this caller's before it for the same address do not either. */
  forgive(signInTry: SignInTry): Promise<void>;
}

/** In the database: a guesser who is sent to another process of the service is still the same guesser. */
export function createSignInTries(db: Db, { pause }: { pause(milliseconds: number): Promise<unknown> }): SignInTries {
  const waiting = createTally();

  /** Refused only where the very same caller has others waiting. */
  async function waitOut(name: string, { waitingMax }: Slowdown, seconds: number): Promise<'waited' | 'too_many'> {
    if (seconds === 0) return 'waited';
    if (waiting.of(name) >= waitingMax) return 'too_many';
    waiting.add(name, 1);
    await pause(seconds * 1000).finally(() => waiting.add(name, -1));
    return 'waited';
  }

  return {
    async begin(signInTry) {
      const counts = countsOf(signInTry);
      // Before anything is written: guesses that are refused must not make everybody wait for the disk.
      const crowded = counts.find(({ name, slowdown }) => waiting.of(name) >= slowdown.waitingMax);
      if (crowded !== undefined) return { allowed: false, retrySeconds: Math.ceil(crowded.slowdown.secondsMax) };
      const delays: number[] = [];
      // One by one and always in this order, so that no two tries wait for each other's row.
      for (const { name, slowdown } of counts) {
        const tries = await db.transaction((tx) => countTry(tx, { name, windowSeconds, keptMax: keptMax(slowdown) }));
        delays.push(Math.min(Math.max(0, tries - slowdown.free) * slowdown.stepSeconds, slowdown.secondsMax));
      }
      for (const [index, { name, slowdown }] of counts.entries()) {
        if ((await waitOut(name, slowdown, delays[index]!)) === 'waited') continue;
        for (const counted of counts) await takeBackTry(db, counted.name);
        return { allowed: false, retrySeconds: Math.ceil(slowdown.secondsMax) };
      }
      return { allowed: true };
    },
    async forgive(signInTry) {
      for (const { name, slowdown } of countsOf(signInTry)) {
        await (slowdown === pairSlowdown ? forgetTries(db, name) : takeBackTry(db, name));
      }
    },
  };
}

/** More would change nothing. */
const keptMax = ({ free, stepSeconds, secondsMax }: Slowdown): number => free + Math.ceil(secondsMax / stepSeconds);

function countsOf({ email, caller }: SignInTry): { name: string; slowdown: Slowdown }[] {
  const ofCaller = { name: `caller ${caller}`, slowdown: callerSlowdown };
  return email === null
    ? [ofCaller]
    : [{ name: `pair ${email.toLowerCase()} ${caller}`, slowdown: pairSlowdown }, ofCaller];
}
