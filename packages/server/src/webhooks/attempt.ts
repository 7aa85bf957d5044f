/** One attempt at one delivery: sign, post, record what came of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDelivered, webhookAttemptsMax, webhookConnectSeconds, webhookRequestSeconds } from '@afterimage/contract';
import { DatabaseUnavailable, type Db } from '../db/postgres.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PostOutcome } from '../net/fetch-outcomes.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { LeaseTimings, LoopTimings } from '../queue/timings.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import { signatureHeaders } from './sign.ts';
import {
  type AttemptMade,
  type AttemptOutcome,
  type ClaimedDelivery,
  type NextStep,
  recordAttempt,
  releaseDelivery,
} from './store.ts';

const excerptBytesMax = 1024;
const recordAgainMilliseconds = 250;

/** A lease outlasts the longest attempt, so that only a dead sender's runs out. */
export type DeliveryTimings = LoopTimings & Pick<LeaseTimings, 'leaseSeconds'>;

export interface Sender {
  db: Db;
  safeFetch: Pick<SafeFetch, 'post'>;
  /** Every secret that is valid now, newest first. */
  secretsOf(accountId: string): Promise<readonly string[]>;
  /** From the end of one attempt to the start of the next. */
  retrySeconds: number;
  timings: DeliveryTimings;
  workerName: string;
  metrics: Metrics;
  /** Null: nobody traces. */
  tracing: Tracing | null;
}

export type Attempted =
  | { state: NextStep['state']; outcome: AttemptOutcome }
  /** Unsent or cut off because this sender stops: the same attempt will be made again. */
  | { state: 'released' }
  /** Our claim ran out, and someone else's attempt counts. */
  | { state: 'not_ours' };

export interface Sending {
  /** Aborted when this sender stops. */
  signal: AbortSignal;
  span: Span | null;
}

export async function attemptDelivery(
  sender: Sender,
  delivery: ClaimedDelivery,
  { signal, span }: Sending,
): Promise<Attempted> {
  // A fault here (no secret, no database) leaves the claim to run out: it costs none of the five attempts, and
  // the pause until then keeps a lasting fault from spinning.
  const response = await send(sender, delivery, { signal, span });
  if (!response.answered && response.why === 'aborted') {
    await releaseDelivery(sender.db, delivery, sender.workerName);
    return { state: 'released' };
  }
  const outcome = outcomeOf(response);
  const next = nextStep(delivery.number, outcome, sender.retrySeconds);
  const made = { delivery, worker: sender.workerName, outcome, next };
  const recorded = await recordPatiently(sender, made, signal);
  return recorded ? { state: next.state, outcome } : { state: 'not_ours' };
}

async function send(sender: Sender, delivery: ClaimedDelivery, { signal, span }: Sending): Promise<PostOutcome> {
  const secrets = await sender.secretsOf(delivery.account_id);
  const message = { id: delivery.id, body: delivery.payload, sentAt: new Date() };
  return sender.safeFetch.post(delivery.url, {
    // So that the receiver can go on with the trace.
    headers: { ...attemptHeaders(message, secrets), ...(span !== null && { traceparent: span.traceparent }) },
    body: delivery.payload,
    connectSeconds: webhookConnectSeconds,
    totalSeconds: webhookRequestSeconds,
    answerBytesKept: excerptBytesMax,
    signal,
  });
}

/** What an attempt carries besides its body; the delivery log shows the same. */
export function attemptHeaders(
  message: { id: string; body: string; sentAt: Date },
  secrets: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Afterimage-Webhooks/1',
    ...signatureHeaders(message, secrets),
  };
}

function outcomeOf(response: PostOutcome): AttemptOutcome {
  const { milliseconds } = response;
  if (!response.answered) return { statusCode: null, milliseconds, error: response.sentence, answerExcerpt: null };
  const { status, excerpt } = response;
  return { statusCode: status, milliseconds, error: complaintAbout(status), answerExcerpt: printable(excerpt) };
}

function complaintAbout(status: number): string | null {
  if (isDelivered(status)) return null;
  if (status >= 300 && status <= 399) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

/** A receiver's response ends up on pages and in terminals: what is not text to read becomes a space. */
function printable(excerpt: string): string | null {
  const text = excerpt.replaceAll(/[^\P{C}\n\t]+/gu, ' ').trim();
  return text === '' ? null : text;
}

function nextStep(number: number, outcome: AttemptOutcome, retrySeconds: number): NextStep {
  if (outcome.statusCode !== null && isDelivered(outcome.statusCode)) return { state: 'delivered' };
  return number < webhookAttemptsMax ? { state: 'waiting', afterSeconds: retrySeconds } : { state: 'failed' };
}

/** The event has been sent: while the claim lasts, a database that is away for a moment is worth waiting for. */
async function recordPatiently({ db, timings }: Sender, made: AttemptMade, signal: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + (timings.leaseSeconds - webhookRequestSeconds) * 1000;
  for (;;) {
    try {
      return await recordAttempt(db, made);
    } catch (error) {
      const mayPass = error instanceof DatabaseUnavailable && performance.now() < giveUpAt && !signal.aborted;
      if (!mayPass) throw error;
      await pause(recordAgainMilliseconds);
    }
  }
}
