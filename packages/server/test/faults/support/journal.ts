/** What clients know: every submit with what was answered to it, and every status that a poll has shown. */

import type { FaultAccount } from './fault-accounts.ts';
import type { Scenario } from './scenarios.ts';

export interface Submission {
  /** Unique, and part of the prompt: by it the checker finds what the database made of this submit. */
  tag: string;
  prompt: string;
  scenario: Scenario;
  account: FaultAccount;
  apiKey: string;
  idempotencyKey: string | null;
  callbackUrl: string | null;
  sends: number;
  /** The ids of all answers that accepted it: at most one is right. */
  acknowledged: Set<string>;
  /** Sends that were answered with a refusal: such a send promised that nothing was charged. */
  refusals: number[];
  /** Sends that nobody answered. */
  unanswered: number;
  /** Statuses in the order in which polls saw them change. */
  statuses: string[];
}

export interface Journal {
  submissions: Submission[];
  /** What no client should ever see, as sentences. */
  surprises: string[];
  polls: number;
}

export const createJournal = (): Journal => ({ submissions: [], surprises: [], polls: 0 });

/** What all prompts of a workload have in common. */
export const promptOfRun = (seed: number): string => `run ${seed} number`;

const order = ['pending', 'processing', 'completed', 'failed'];

/** True when a status may follow another: only forward, and an end stays. */
export function mayFollow(before: string, after: string): boolean {
  if (before === after) return true;
  if (before === 'completed' || before === 'failed') return false;
  return order.indexOf(after) > order.indexOf(before);
}

export function noteStatus(submission: Submission, status: string): void {
  if (submission.statuses.at(-1) !== status) submission.statuses.push(status);
}

export function hasEnded({ statuses }: Submission): boolean {
  const last = statuses.at(-1);
  return last === 'completed' || last === 'failed';
}

export const idOf = (submission: Submission): string | undefined => [...submission.acknowledged][0];
