/** What the account interface shows of keys: what they are, what they may spend, what they asked. */
import { modes } from '../mode.ts';
import { amount, id, nullable, object, oneOf, text, time, whole } from './shapes.ts';

export const mode = oneOf(...modes);

export const spendLimit = object({
  amount,
  /** Of UTC. */
  period: oneOf('day', 'month'),
  /** In the period of now: charges less what came back of them. */
  spent: amount,
  resets_at: time,
});

export const apiKey = object({
  id,
  name: text,
  mode,
  last4: text,
  state: oneOf('active', 'expiring', 'expired', 'revoked'),
  created_at: time,
  last_used_at: nullable(time),
  expires_at: nullable(time),
  revoked_at: nullable(time),
  /** Charges less refunds of the last 30 days. */
  spent_30_days: amount,
  /** Null: it may spend what the account has. A key and its successors share one. */
  spend_limit: nullable(spendLimit),
});

/** A request that was made with a key, and its answer. */
export const requestNote = object({
  at: time,
  method: text,
  path: text,
  /** 499: the caller went away before its answer was whole. */
  status: whole,
  /** The answer's `x-request-id`, which the log has, too. */
  request_id: text,
  milliseconds: whole,
  /** What a submit made. */
  generation_id: nullable(id),
});

/** Shown once, when it is made. */
export const newApiKey = object({ id, name: text, mode, key: text, expires_at: nullable(time) });
