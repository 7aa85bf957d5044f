/** Which limits apply where, and how an answer tells them. */
import { errors, type Family, statusChecksSeconds } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { RateLimits } from '../config/config.ts';
import type { Exchange } from './exchange.ts';
import { createRateLimit, type RateLimit, type Verdict } from './rate-limit.ts';
import { refuse } from './refuse.ts';
import { beforeRefusal } from './slow-refusal.ts';

/** Answers 429 and false when the key has had its share. */
export type Limiter = (exchange: Exchange, holder: Pick<KeyHolder, 'keyId'>) => boolean;

export interface Limits {
  forSubmit(family: Family): Limiter;
  forStatus(family: Family): Limiter;
  forList(family: Family): Limiter;
  /** The list over all families counts with those of one. */
  forListAll: Limiter;
  forBalance: Limiter;
  /** Opening a stream is a status check, of no family. */
  forEvents: Limiter;
  /** Whatever a pull worker asks. */
  forEngine: Limiter;
  /** By the owner, not the key: a session has none. */
  forApi(exchange: Exchange, owner: string): Promise<boolean>;
  /** What was allowed since it was last asked. */
  taken(): Taken[];
  /** What another process has allowed counts here too. */
  count(taken: Taken): void;
}

/** So many requests of a key, under a limit of this name. */
export type Taken = [name: string, key: string, requests: number];

/** Named as in the settings: a client that keeps books by name must not mix two quotas. */
export function createLimits(settings: RateLimits, now: () => number): Limits {
  const all = new Map<string, RateLimit>();
  const limitOf = (name: string, perMinute: number): RateLimit => {
    const limit = createRateLimit(perMinute);
    all.set(name, limit);
    return limit;
  };
  const limiterOf = (name: string, perMinute: number | undefined): Limiter => {
    if (perMinute === undefined) return () => true;
    const limit = limitOf(name, perMinute);
    return (exchange, holder) => admit(exchange, { name, limit, key: holder.keyId, now: now() });
  };
  const api = settings.api === undefined ? null : limitOf('api', settings.api);
  const o3Status = limiterOf('o3_status', settings.o3Status);
  const status = limiterOf('status', settings.status);
  const submit = limiterOf('submit', settings.submit);
  const list = limiterOf('list', settings.list);
  return {
    forSubmit: () => submit,
    forStatus: (family) => (family.statusLimited ? o3Status : status),
    forList: () => list,
    forListAll: list,
    forEvents: status,
    forBalance: limiterOf('balance', settings.balance),
    forEngine: limiterOf('engine', settings.engine),
    async forApi(exchange, owner) {
      if (api === null) return true;
      const verdict = count(exchange, { name: 'api', limit: api, key: owner, now: now() });
      if (verdict.allowed) return true;
      await beforeRefusal();
      refuse(exchange, errors.rateLimited(verdict.resetSeconds));
      return false;
    },
    taken: () =>
      [...all].flatMap(([name, limit]) => [...limit.taken()].map(([key, requests]): Taken => [name, key, requests])),
    count: ([name, key, requests]) => all.get(name)?.count(key, requests, now()),
  };
}

interface LimitedCall {
  name: string;
  limit: RateLimit;
  key: string;
  now: number;
}

function admit(exchange: Exchange, call: LimitedCall): boolean {
  const verdict = count(exchange, call);
  if (!verdict.allowed) refuse(exchange, errors.rateLimited(verdict.resetSeconds));
  return verdict.allowed;
}

/** Every answer tells what is left, whatever it is. */
function count(exchange: Exchange, call: LimitedCall): Verdict {
  const verdict = call.limit.take(call.key, call.now);
  exchange.headers['ratelimit-policy'] = `"${call.name}";q=${verdict.limit};w=${statusChecksSeconds}`;
  exchange.headers['ratelimit'] = `"${call.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`;
  return verdict;
}
