/** Wrong passwords and links are counted, by address of the person and of the caller; too many have to wait. */
import type { Db, Tx } from '../db/postgres.ts';
import { countTry, forgetTries, secondsUntilNextTry, takeBackTry } from './attempts-store.ts';

const windowSeconds = 15 * 60;
/** For one email address: a password of ten characters is not guessed in ten tries. */
const perEmailMax = 10;
/** For one caller: many people may share an address. */
const perCallerMax = 30;

export interface Attempt {
  email: string | null;
  caller: string | null;
}

export type AttemptBegun = { allowed: true } | { allowed: false; retrySeconds: number };

export interface Attempts {
  /** Counted at once, so that a thousand tries at the same moment are not all let through; `forgive` takes it back. */
  begin(attempt: Attempt): Promise<AttemptBegun>;
  /** It was right: this try does not count, and those before it for the same email do not either. */
  forgive(attempt: Attempt): Promise<void>;
}

/** In the database: a guesser who is sent to another process of the service is still the same guesser. */
export function createAttempts(db: Db): Attempts {
  return {
    begin: (attempt) => db.transaction((tx) => count(tx, limitsOf(attempt))),
    async forgive(attempt) {
      for (const { name, kind } of limitsOf(attempt)) {
        await (kind === 'email' ? forgetTries(db, name) : takeBackTry(db, name));
      }
    },
  };
}

/** All or none: whoever has to wait for one of them is not held up by the others for longer. */
async function count(tx: Tx, limits: readonly Limit[]): Promise<AttemptBegun> {
  const counted: Limit[] = [];
  for (const limit of limits) {
    if ((await countTry(tx, { ...limit, windowSeconds })) === 'counted') {
      counted.push(limit);
      continue;
    }
    for (const { name } of counted) await takeBackTry(tx, name);
    return { allowed: false, retrySeconds: await secondsUntilNextTry(tx, { name: limit.name, windowSeconds }) };
  }
  return { allowed: true };
}

interface Limit {
  name: string;
  kind: 'email' | 'caller';
  max: number;
}

/** Always in this order, so that no two tries wait for each other's row. */
function limitsOf({ email, caller }: Attempt): Limit[] {
  return [
    ...(email === null ? [] : [{ name: `email ${email.toLowerCase()}`, kind: 'email' as const, max: perEmailMax }]),
    ...(caller === null ? [] : [{ name: `caller ${caller}`, kind: 'caller' as const, max: perCallerMax }]),
  ];
}
