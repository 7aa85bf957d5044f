/** What the account interface shows: generations, keys, money, deliveries, people, and the operator's view. */
import { statuses } from '../states.ts';
import { apiKey, mode } from './key-resources.ts';
import * as shape from './shapes.ts';

export * from './key-resources.ts';

const { amount, day, fraction, id, link, list, nullable, object, oneOf, text, time, whole, yesOrNo } = shape;

export const role = oneOf('owner', 'member');

const summaryMembers = {
  id,
  family: text,
  model: text,
  output: oneOf('video', 'image'),
  status: oneOf(...statuses),
  prompt: text,
  price: amount,
  /** Null while it is not failed, and when its failure gives nothing back. */
  refund: nullable(amount),
  /** 0-100 while processing. */
  progress: nullable(whole),
  queue_position: nullable(whole),
  failure_code: nullable(text),
  /** Null until completed, and once the file's days are over. */
  media_url: nullable(link),
  poster_url: nullable(link),
  /** Base64 of a thumbhash: shape and colours before the poster is there. */
  thumbhash: nullable(text),
  key: object({ id, name: text }),
  created_at: time,
  started_at: nullable(time),
  finished_at: nullable(time),
};

export const generationSummary = object(summaryMembers);

export const attempt = object({
  number: whole,
  started_at: time,
  milliseconds: nullable(whole),
  status_code: nullable(whole),
  error: nullable(text),
  answer_excerpt: nullable(text),
});

const deliverySummaryMembers = {
  id,
  generation_id: nullable(id),
  /** Such as `generation.completed`, `generation.failed` or `test`. */
  event: text,
  host: text,
  url: text,
  state: oneOf('waiting', 'delivered', 'failed'),
  attempts: whole,
  attempts_max: whole,
  last_status_code: nullable(whole),
  last_milliseconds: nullable(whole),
  /** Why the last attempt got no answer; null when it got one. */
  last_error: nullable(text),
  next_attempt_at: nullable(time),
  created_at: time,
  finished_at: nullable(time),
};

export const deliverySummary = object(deliverySummaryMembers);
export const delivery = object({
  ...deliverySummaryMembers,
  /** The exact text that is sent. */
  payload: text,
  /** What an attempt carries besides; the signature is of the last attempt's time. */
  request_headers: shape.mapOf(text),
  attempts_made: list(attempt),
});

/** One attempt to have a generation made by an engine, as the operator sees it. */
export const engineAttempt = object({
  engine: text,
  state: oneOf('submitting', 'accepted', 'refused', 'unknown', 'succeeded', 'failed', 'cancelled', 'late'),
  /** What the work is called at the engine. */
  vendor_id: nullable(text),
  cost_usd: nullable(fraction),
  /** What the engine did not take, or not as asked: `seed:not_applied`. */
  notes: list(text),
  started_at: time,
  ended_at: nullable(time),
  error_class: nullable(text),
  /** In the engine's own words. */
  error: nullable(text),
});

const accountName = object({ id, email: text, mode });

export const generation = object({
  ...summaryMembers,
  seed: whole,
  failure_reason: nullable(text),
  deadline_at: time,
  callback_url: nullable(text),
  /** The fields used, as the submit takes them, media left out. */
  fields: shape.anyObject,
  inputs: list(object({ field: text, kind: oneOf('image', 'video'), url: nullable(text), expires_at: nullable(time) })),
  /** The status record as `GET …/generations/{id}` of its family answers it. */
  record: shape.anyObject,
  media_expires_at: nullable(time),
  media_link_expires_at: nullable(time),
  media_bytes: nullable(whole),
  media_type: nullable(text),
  /** What of the request the output does not show, in sentences; empty where nothing is missing, or nothing was made. */
  notes: list(text),
  attempt: whole,
  /** Whose it is, where the operator looks at another account's; else null. */
  account: nullable(accountName),
  /** Oldest first; null for everybody but the operator. */
  attempts: nullable(list(engineAttempt)),
  deliveries: list(deliverySummary),
});

export const balance = object({
  balance: amount,
  currency: oneOf('USD'),
  spent_today: amount,
  spent_30_days: amount,
  /** Below this the dashboard says that the balance is low; null: it never does. */
  low_balance_threshold: nullable(amount),
  /** Days without spending are there, with zero. */
  days: list(object({ day, spent: amount, generations: whole })),
});

const used = { spent: amount, generations: whole };

/** Charges less refunds, and generations submitted; those that cost most first. */
export const usage = object({
  families: list(object({ family: text, ...used })),
  models: list(object({ family: text, model: text, ...used })),
  keys: list(object({ id, name: text, ...used })),
  /** Those submitted in these days; of very many, the newest. */
  failures: list(object({ family: text, code: text, generations: whole })),
});

export const ledgerEntry = object({
  id: text,
  kind: oneOf('grant', 'charge', 'refund', 'carried'),
  amount,
  balance_after: amount,
  reason: nullable(text),
  generation: nullable(object({ id, family: text, prompt: text })),
  created_at: time,
});

export const webhookSecret = object({
  secret: text,
  created_at: time,
  /** Old secrets that still sign beside it, for the time of a rotation. */
  also_signing_until: nullable(time),
});

export const familyState = object({
  slug: text,
  /** Ten-thousandths of a dollar by price item, as the operator set them. */
  prices: shape.mapOf(whole),
  time_limits: shape.mapOf(whole),
  maintenance: yesOrNo,
});

export const membership = object({ account_id: id, email: text, role, suspended_at: nullable(time) });

export const person = object({
  id,
  email: text,
  operator: yesOrNo,
  has_password: yesOrNo,
  memberships: list(membership),
});

export const welcome = object({
  version: text,
  sign_up: oneOf('open', 'closed'),
  /** The name on the button; null when the operator set none up. */
  oidc: nullable(text),
  public_url: link,
  /** Between one failed attempt of a webhook and the next. */
  webhook_retry_seconds: fraction,
});

export const session = object({
  id,
  current: yesOrNo,
  user_agent: nullable(text),
  address: nullable(text),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
});

export const invitation = object({
  id,
  email: text,
  role,
  /** Null: the link makes a new account. */
  account: nullable(object({ id, email: text })),
  state: oneOf('open', 'used', 'expired', 'withdrawn'),
  created_at: time,
  expires_at: time,
});

export const operatorPerson = object({
  id,
  email: text,
  operator: yesOrNo,
  has_password: yesOrNo,
  /** `must_stay`: the account's only owner, or the operator's only account. */
  memberships: list(object({ account_id: id, email: text, role, suspended_at: nullable(time), must_stay: yesOrNo })),
  last_seen_at: nullable(time),
  created_at: time,
});

const operatorAccountMembers = {
  id,
  email: text,
  balance: amount,
  sandbox_balance: amount,
  people: whole,
  keys: whole,
  generations_30_days: whole,
  spent_30_days: amount,
  /** Since when it takes no requests; null: it works. */
  suspended_at: nullable(time),
  created_at: time,
};

export const operatorAccount = object(operatorAccountMembers);

/** One account with everything about it. */
export const operatorAccountWhole = object({
  ...operatorAccountMembers,
  sandbox_id: id,
  /** What the live account spent in the last 30 days; days without spending are there, with zero. */
  days: list(object({ day, spent: amount, generations: whole })),
  members: list(object({ id, email: text, role })),
  /** Of the account and its twin, those that have ended too, newest first. */
  all_keys: list(apiKey),
});

export const operatorOverview = object({
  version: text,
  started_at: time,
  queues: list(
    object({
      engine: text,
      waiting: whole,
      processing: whole,
      /** Age of the job that has waited longest. */
      oldest_seconds: nullable(shape.fraction),
    }),
  ),
  engines: list(
    object({
      name: text,
      state: oneOf('up', 'troubled'),
      detail: text,
      concurrency: whole,
      completed_24_hours: whole,
      failed_24_hours: whole,
      seconds_p50: nullable(shape.fraction),
    }),
  ),
  storage: object({
    objects: whole,
    bytes: whole,
    free_bytes: nullable(whole),
    nearly_full: yesOrNo,
  }),
  webhooks: object({
    waiting: whole,
    /** Of these, after an attempt that was not taken. */
    failing: whole,
    oldest_due_seconds: nullable(shape.fraction),
    delivered_24_hours: whole,
    failed_24_hours: whole,
    worst_hosts: list(object({ host: text, failed: whole, delivered: whole })),
  }),
  families: list(object({ slug: text, title: text, maintenance: yesOrNo, maintenance_since: nullable(time) })),
});

export const operatorSeries = object({
  step_seconds: whole,
  /** False while the service still counts what is older: the points begin later, and the next answer has more of them. */
  complete: yesOrNo,
  /** Oldest first, without gaps; `at` is the beginning of a step. */
  points: list(
    object({
      at: time,
      /** The most at once in the step, of looks a quarter of a minute apart. */
      waiting: whole,
      running: whole,
      completed: whole,
      failed: whole,
      queue_seconds_p50: nullable(fraction),
      finish_seconds_p50: nullable(fraction),
      webhooks_delivered: whole,
      webhooks_failed: whole,
    }),
  ),
});

export const operatorAction = object({
  id,
  created_at: time,
  /** Of the operator. */
  email: text,
  /** The route's name: `grantCredit`; `makeSignInLink` where the invited person was in the account already. */
  action: text,
  /** What it was done to: an account, a person, an invitation, a family, an engine. */
  subject: text,
  subject_email: nullable(text),
  /** Of the account that somebody was invited into or taken out of. */
  account_email: nullable(text),
  detail: shape.anyObject,
});

/** Anybody's, as the operator's list shows it. */
export const operatorGeneration = object({
  id,
  family: text,
  model: text,
  status: oneOf(...statuses),
  prompt: text,
  price: amount,
  engine: text,
  failure_code: nullable(text),
  account: accountName,
  created_at: time,
  started_at: nullable(time),
  finished_at: nullable(time),
});

export const operatorEngine = object({
  name: text,
  kind: text,
  paid: yesOrNo,
  /** Whether it answered the last time it was asked, and what it said. */
  ok: yesOrNo,
  detail: text,
  checked_at: nullable(time),
  slots: whole,
  /** With it now, over all processes. */
  running: whole,
  waiting: whole,
  breaker: oneOf('closed', 'open', 'half-open'),
  breaker_until: nullable(time),
  /** The operator wants it to get no new work. */
  drained: yesOrNo,
  spent_today_usd: fraction,
  daily_cap_usd: nullable(fraction),
  succeeded_24_hours: whole,
  failed_24_hours: whole,
  seconds_p50: nullable(fraction),
  /** What it cost, and what was paid to us for what it made; null for engines that cost nothing. */
  cost_24_hours_usd: nullable(fraction),
  price_24_hours_usd: nullable(fraction),
  /** Newest first. */
  errors: list(object({ class: text, message: nullable(text), at: time, generation_id: id })),
});

export const operatorEngines = object({
  items: list(operatorEngine),
  /** Who makes what, in the order of fallback. */
  routes: list(object({ family: text, model: text, use: list(text) })),
});

export const pageOf = <Value>(shapes: shape.Shape<Value>) =>
  object({ items: list(shapes), next: nullable(text) }) as shape.Shape<{ items: Value[]; next: string | null }>;
