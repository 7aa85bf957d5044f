/** What follows when an engine did not make it: another engine, the same once more, or the end. By the one table of faults. */
import type { EngineFault, EngineTraits } from '../engines/engine.ts';
import type { Policy } from '../engines/engine-roster.ts';
import { faultRules } from '../engines/faults.ts';
import type { EngineAttempt } from './attempts-store.ts';

/** Pauses before the same is tried again. */
export interface RetryTimings {
  /** After what passes by itself; at an engine elsewhere twice as long each time, up to the longest. */
  passingSeconds: number;
  passingSecondsMax: number;
  /** After the first breakdown; twice as long after the second. */
  brokenSeconds: number;
}

export interface Situation {
  fault: EngineFault;
  /** Whether the engine wants money for it; null: it does not say. */
  billed: boolean | null;
  traits: Pick<EngineTraits, 'paid' | 'embedded'>;
  engine: string;
  /** Those made so far, oldest first; the one that just ended is the last. */
  attempts: readonly Pick<EngineAttempt, 'engine' | 'error_class' | 'tries'>[];
  /** The engines of the route that could take it over, in order. */
  others: readonly string[];
  policy: Policy;
  timings: RetryTimings;
}

export type Following =
  | { step: 'next'; engine: string }
  | { step: 'again'; afterSeconds: number; trouble: 'unavailable' | 'internal' | null }
  | { step: 'fail' };

/** The same work is tried this often when an engine breaks down under it. */
const breakdownsMax = 3;

export function whatFollows(situation: Situation): Following {
  const { fault, billed, traits, others, policy, attempts } = situation;
  const { passingSeconds, passingSecondsMax, brokenSeconds } = situation.timings;
  const rule = faultRules[fault.class];
  // A scenario asked for exactly this.
  if (fault.familyCode !== undefined) return { step: 'fail' };
  const tried = new Set(attempts.map(({ engine }) => engine));
  const [other] = others.filter((name) => !tried.has(name));
  const mayMove = !traits.embedded && other !== undefined && tried.size < policy.enginesMax;
  if (mayMove && isForOthers(situation)) return { step: 'next', engine: other };
  // Nobody knows that it wants no money for what came of the order before.
  const mayBeOwed = traits.paid && billed !== false && fault.whose !== 'ours';
  if (rule.again === 'passes' && !mayBeOwed) {
    const rest = traits.embedded
      ? passingSeconds
      : Math.min(passingSecondsMax, passingSeconds * 2 ** (inARow(situation) - 1));
    return { step: 'again', afterSeconds: Math.max(fault.retryAfterSeconds ?? 0, rest), trouble: rule.trouble };
  }
  const breakdowns = attempts.filter(({ error_class }) => error_class === 'internal').length;
  if (rule.again === 'free' && !traits.paid && breakdowns < breakdownsMax) {
    return { step: 'again', afterSeconds: brokenSeconds * 2 ** (breakdowns - 1), trouble: rule.trouble };
  }
  return { step: 'fail' };
}

function isForOthers(situation: Situation): boolean {
  const { fault, billed, traits, policy } = situation;
  // What the service itself is short of, another engine does not have either.
  if (fault.whose === 'ours' && fault.class === 'unavailable') return false;
  const { next } = faultRules[fault.class];
  if (next === 'never') return false;
  // Nobody pays a second engine for what the first one wants money for.
  if (billed !== false && traits.paid) return false;
  if (next === 'operator') return policy.contentPolicyFallback;
  return next === 'unbilled' || inARow(situation) >= next;
}

/** How often this engine has just answered in this way, itself asked several times or not. */
function inARow({ engine, attempts, fault }: Situation): number {
  const { again } = faultRules[fault.class];
  let times = 0;
  for (const attempt of attempts.toReversed()) {
    const alike = attempt.error_class !== null && faultRules[attempt.error_class].again === again;
    if (attempt.engine !== engine || !(alike || times === 0)) break;
    times += attempt.tries;
  }
  return Math.max(1, times);
}
