/** Clients of the service: they submit, repeat what got no answer, and poll, without a care for what is being killed. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, type Outcome, type Request } from './exchange.ts';
import type { FaultAccount } from './fault-accounts.ts';
import { createJournal, hasEnded, idOf, type Journal, noteStatus, promptOfRun, type Submission } from './journal.ts';
import { drawByWeight, type Random } from './random.ts';
import type { Scenario } from './scenarios.ts';

export interface Workload {
  journal: Journal;
  /** Submits that are sent and not answered, at this moment. */
  inFlight(): number;
  /** Sends this many at once. */
  burst(count: number): void;
  /** No more new submits. Each that has a key is sent once more: it must give the same generation, or its first. */
  stopSubmitting(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkloadOptions {
  /** Of one service: any of them answers for all. */
  urls: readonly string[];
  scenarios: readonly Scenario[];
  accounts: readonly Record<'live' | 'sandbox', FaultAccount>[];
  hookOf(account: string): string;
  random: Random;
  submitters: number;
  pollers: number;
  /** Between two polls of one poller, at most. */
  pollMilliseconds?: number;
  /** Of a hundred submits, how many clients leave before they have their answer. */
  leavingPercent: number;
}

const thinkMillisecondsMax = 400;
const pollMillisecondsUsual = 60;
/** From before the request is read to after most are answered. */
const leavingMillisecondsMax = 30;

export function startWorkload(options: WorkloadOptions): Workload {
  const journal = createJournal();
  const clients = createClients(options, journal);
  const stopped = { submitting: false, polling: false };
  const { random, pollMilliseconds = pollMillisecondsUsual } = options;

  async function submitLoop(): Promise<void> {
    while (!stopped.submitting) {
      await clients.submitNext();
      await pause(random.between(0, thinkMillisecondsMax));
    }
  }
  async function pollLoop(): Promise<void> {
    while (!stopped.polling) {
      await clients.pollOne();
      await pause(random.between(0, pollMilliseconds));
    }
  }

  const submitting = Array.from({ length: options.submitters }, submitLoop);
  const polling = Array.from({ length: options.pollers }, pollLoop);
  return {
    journal,
    inFlight: clients.inFlight,
    burst(count) {
      for (let sent = 0; sent < count; sent += 1) submitting.push(clients.submitNew());
    },
    async stopSubmitting() {
      stopped.submitting = true;
      await Promise.all(submitting);
      await clients.repeatKeyed();
    },
    async stop() {
      stopped.submitting = true;
      stopped.polling = true;
      await Promise.all([...submitting, ...polling]);
      clients.close();
    },
  };
}

function createClients(options: WorkloadOptions, journal: Journal) {
  const { random } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const openSubmissions = new Set<Submission>();
  /** One poll of a submission at a time: two answers could overtake each other and look like a step back. */
  const polled = new Set<Submission>();
  let inFlight = 0;

  async function send(submission: Submission): Promise<void> {
    submission.sends += 1;
    inFlight += 1;
    const leaves = random.happens(options.leavingPercent / 100);
    const outcome = await exchange(agent, {
      ...submitRequest(random.oneOf(options.urls), submission),
      ...(leaves && { leaveAfterMilliseconds: random.between(0, leavingMillisecondsMax) }),
    });
    inFlight -= 1;
    noteAnswer(journal, submission, outcome);
    if (idOf(submission) !== undefined) openSubmissions.add(submission);
  }

  async function submitNew(): Promise<void> {
    const submission = drawSubmission(options, journal.submissions.length);
    journal.submissions.push(submission);
    const keyed = submission.idempotencyKey !== null;
    // Impatient clients send the same request twice at once.
    await Promise.all(keyed && random.happens(0.15) ? [send(submission), send(submission)] : [send(submission)]);
  }

  return {
    inFlight: () => inFlight,
    submitNew,
    /** A new one, or the repeat of one with a key that has no answer yet, or has one that must be given again. */
    async submitNext(): Promise<void> {
      const repeatable = random.happens(0.3) ? random.oneOf(journal.submissions.slice(-200)) : undefined;
      if (repeatable === undefined || repeatable.idempotencyKey === null) return submitNew();
      await send(repeatable);
    },
    async repeatKeyed(): Promise<void> {
      const keyed = journal.submissions.filter(({ idempotencyKey }) => idempotencyKey !== null);
      const repeat = async () => {
        for (let next = keyed.pop(); next !== undefined; next = keyed.pop()) await send(next);
      };
      await Promise.all(Array.from({ length: options.submitters }, repeat));
    },
    async pollOne(): Promise<void> {
      const submission = random.oneOf([...openSubmissions]);
      if (submission === undefined || polled.has(submission)) return;
      polled.add(submission);
      const outcome = await exchange(agent, statusRequest(random.oneOf(options.urls), submission));
      polled.delete(submission);
      if (outcome.outcome !== 'answered') return;
      notePoll(journal, submission, outcome);
      // An end is looked at now and then: it must stay.
      if (hasEnded(submission) && random.happens(0.5)) openSubmissions.delete(submission);
    },
    close: () => agent.destroy(),
  };
}

function drawSubmission({ random, accounts, scenarios, hookOf }: WorkloadOptions, number: number): Submission {
  const scenario = drawByWeight(random, scenarios);
  const account = random.oneOf(accounts)[scenario.key];
  const tag = `${promptOfRun(random.seed)} ${number}`;
  return {
    tag,
    prompt: `a small red kite, ${tag} ${scenario.directives}`.trim(),
    scenario,
    account,
    apiKey: random.oneOf(account.keys),
    idempotencyKey: random.happens(0.5) ? tag : null,
    callbackUrl: random.happens(0.6) ? hookOf(account.name) : null,
    sends: 0,
    acknowledged: new Set(),
    refusals: [],
    unanswered: 0,
    statuses: [],
  };
}

function submitRequest(url: string, submission: Submission): Request {
  const { scenario, idempotencyKey, callbackUrl, prompt } = submission;
  return {
    method: 'POST',
    url: `${url}${scenario.path}/generate`,
    key: submission.apiKey,
    ...(idempotencyKey !== null && { headers: { 'idempotency-key': idempotencyKey } }),
    body: { ...scenario.fields, prompt, ...(callbackUrl !== null && { callback_url: callbackUrl }) },
  };
}

export function statusRequest(url: string, submission: Submission): Request {
  const { path } = submission.scenario;
  return { method: 'GET', url: `${url}${path}/generations/${idOf(submission)}`, key: submission.apiKey };
}

function noteAnswer(journal: Journal, submission: Submission, outcome: Outcome): void {
  if (outcome.outcome === 'refused') return;
  if (outcome.outcome === 'cut') {
    submission.unanswered += 1;
    return;
  }
  const { status, body } = outcome;
  if (status === 200) {
    submission.acknowledged.add(String(body[submission.scenario.idName]));
    return;
  }
  submission.refusals.push(status);
  // 503: the database is away. 409: the first send of this key has not ended.
  const expected =
    status === 503 ||
    (status === 409 && submission.idempotencyKey !== null) ||
    (status === 402 && submission.account.isPoor === true);
  if (!expected) journal.surprises.push(`A submit (${submission.tag}) was answered ${status}: ${JSON.stringify(body)}`);
}

function notePoll(journal: Journal, submission: Submission, outcome: Outcome & { outcome: 'answered' }): void {
  const { status, body } = outcome;
  if (status === 503) return;
  if (status !== 200) {
    journal.surprises.push(`A poll of ${idOf(submission)} (${submission.tag}) was answered ${status}.`);
    return;
  }
  journal.polls += 1;
  noteStatus(submission, String(body['status']));
}
