/** Which limits apply where, and how an answer tells them. */
import { errors, type Family } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { RateLimits } from '../config/config.ts';
import type { Exchange } from './exchange.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { refuse } from './refuse.ts';

/** Answers 429 and false when the key has had its share. */
export type Limiter = (exchange: Exchange, holder: Pick<KeyHolder, 'keyId'>) => boolean;

export interface Limits {
  forSubmit(family: Family): Limiter;
  forStatus(family: Family): Limiter;
  forList(family: Family): Limiter;
  /** The list over all families counts with those of one. */
  forListAll: Limiter;
  forBalance: Limiter;
  /** Whatever a pull worker asks. */
  forEngine: Limiter;
  /** By the owner, not the key: a session has none. */
  forApi(exchange: Exchange, owner: string): boolean;
}

/** Named as in the settings: a client that keeps books by name must not mix two quotas. */
export function createLimits(settings: RateLimits, now: () => number): Limits {
  const limiterOf = (name: string, perMinute: number | undefined): Limiter => {
    if (perMinute === undefined) return () => true;
    const limit = createRateLimit(perMinute);
    return (exchange, holder) => admit(exchange, { name, limit, key: holder.keyId, now: now() });
  };
  const api = settings.api === undefined ? null : createRateLimit(settings.api);
  const o3Status = limiterOf('o3_status', settings.o3Status);
  const status = limiterOf('status', settings.status);
  const submit = limiterOf('submit', settings.submit);
  const list = limiterOf('list', settings.list);
  return {
    forSubmit: () => submit,
    forStatus: (family) => (family.statusLimited ? o3Status : status),
    forList: () => list,
    forListAll: list,
    forBalance: limiterOf('balance', settings.balance),
    forEngine: limiterOf('engine', settings.engine),
    forApi: (exchange, owner) => api === null || admit(exchange, { name: 'api', limit: api, key: owner, now: now() }),
  };
}

function admit(exchange: Exchange, ask: { name: string; limit: RateLimit; key: string; now: number }): boolean {
  const verdict = ask.limit.take(ask.key, ask.now);
  exchange.headers['ratelimit-policy'] = `"${ask.name}";q=${verdict.limit};w=60`;
  exchange.headers['ratelimit'] = `"${ask.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`;
  if (!verdict.allowed) refuse(exchange, errors.rateLimited(verdict.resetSeconds));
  return verdict.allowed;
}
