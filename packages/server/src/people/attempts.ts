/** Wrong passwords and links are counted, by address of the person and of the caller; too many have to wait. */

const windowMilliseconds = 15 * 60_000;
/** For one email address: a password of ten characters is not guessed in ten tries. */
const perEmailMax = 10;
/** For one caller: many people may share an address. */
const perCallerMax = 30;
/** Names not seen for a window are forgotten when this many are known. */
const namesMax = 10_000;

export interface Attempt {
  email: string | null;
  caller: string | null;
}

export interface Attempts {
  /** Counted at once, so that a thousand tries at the same moment are not all let through; `forgive` takes it back. */
  begin(attempt: Attempt): { allowed: true } | { allowed: false; retrySeconds: number };
  /** It was right: this try does not count, and those before it for the same email do not either. */
  forgive(attempt: Attempt): void;
}

/** @param now milliseconds, of a clock that nobody can set back */
export function createAttempts(now: () => number): Attempts {
  const counts = new Map<string, number[]>();

  function recent(name: string): number[] {
    const times = (counts.get(name) ?? []).filter((time) => time > now() - windowMilliseconds);
    if (times.length === 0) counts.delete(name);
    return times;
  }

  function forgetIdle(): void {
    for (const name of counts.keys()) recent(name);
  }

  return {
    begin(attempt) {
      const limits = limitsOf(attempt);
      const waits = limits.map(({ name, max }) => {
        const times = recent(name);
        return times.length < max ? 0 : times[times.length - max]! + windowMilliseconds - now();
      });
      const longest = Math.max(0, ...waits);
      if (longest > 0) return { allowed: false, retrySeconds: Math.ceil(longest / 1000) };
      if (counts.size >= namesMax) forgetIdle();
      for (const { name } of limits) counts.set(name, [...recent(name), now()]);
      return { allowed: true };
    },
    forgive(attempt) {
      for (const { name, kind } of limitsOf(attempt)) {
        if (kind === 'email') counts.delete(name);
        else counts.set(name, recent(name).slice(0, -1));
      }
    },
  };
}

function limitsOf({ email, caller }: Attempt): { name: string; kind: 'email' | 'caller'; max: number }[] {
  return [
    ...(email === null ? [] : [{ name: `email ${email.toLowerCase()}`, kind: 'email' as const, max: perEmailMax }]),
    ...(caller === null ? [] : [{ name: `caller ${caller}`, kind: 'caller' as const, max: perCallerMax }]),
  ];
}
