/** Charges and creates generations, many in one commit, and never guesses how a commit ended. */

import { createMicroBatch } from '../db/micro-batch.ts';
import { CommitUnknown, DatabaseUnavailable, type Db, type Queryable } from '../db/postgres.ts';
import { findGenerations } from './store.ts';
import { type NewGeneration, type SubmitAnswer, submitGenerations } from './submit-store.ts';

export type Charged =
  | { outcome: 'accepted' }
  | { outcome: 'insufficient'; balance: number }
  /** The Idempotency-Key that the submit held is no longer its own. */
  | { outcome: 'key_lost' };

/** How long a submit whose commit got no answer waits for the database to come back and tell. */
const unknownCommitSeconds = 8;
/** A batch of so many takes PostgreSQL under two milliseconds; more would hardly make each cheaper. */
const batchItemsMax = 128;

/** PostgreSQL finds the next batch at hand when one is committed. Fewer than a batch itself costs wait for company. */
const besideItemsMin = 28;

export interface ChargeServices {
  db: Db;
  /** Where submits are sent, one batch behind the other. */
  submits: Queryable;
}

export function createCharger(services: ChargeServices): (submit: NewGeneration) => Promise<Charged> {
  const inBatch = createMicroBatch<NewGeneration, SubmitAnswer | 'alone'>({
    itemsMax: batchItemsMax,
    besideItemsMin,
    send: (submits) => sendBatch(services, submits),
  });
  return async (submit) => {
    let answer = await inBatch(submit);
    // Refused beside others: perhaps only because a larger one was counted first. Alone it is judged by the balance.
    if (answer === 'alone') [answer] = (await sendSurely(services, [submit])) as [SubmitAnswer];
    if (answer.accepted) return { outcome: 'accepted' };
    return answer.keyLost ? { outcome: 'key_lost' } : { outcome: 'insufficient', balance: answer.balance };
  };
}

async function sendBatch(services: ChargeServices, submits: NewGeneration[]): Promise<(SubmitAnswer | 'alone')[]> {
  try {
    const answers = await sendSurely(services, submits);
    return submits.length === 1 ? answers : answers.map((answer) => (answer.accepted ? answer : 'alone'));
  } catch (fault) {
    if (fault instanceof DatabaseUnavailable || submits.length === 1) throw fault;
    // One bad row must not fail its neighbours: each is sent alone.
    return submits.map(() => 'alone');
  }
}

/** Sends a batch; when its commit got no answer, asks the database whether it happened before answering anyone. */
async function sendSurely(services: ChargeServices, submits: NewGeneration[]): Promise<SubmitAnswer[]> {
  try {
    return await submitGenerations(services.submits, submits);
  } catch (fault) {
    if (!(fault instanceof CommitUnknown)) throw fault;
    const found = await findWhenBack(services.db, submits, fault);
    // A batch is one commit: it happened whole or not at all.
    if (found.size === 0) throw fault;
    return submits.map((submit) => ({ accepted: found.has(submit.id), balance: 0 }));
  }
}

async function findWhenBack(db: Db, submits: NewGeneration[], fault: CommitUnknown): Promise<Set<string>> {
  const giveUpAt = performance.now() + unknownCommitSeconds * 1000;
  const ids = submits.map((submit) => submit.id);
  while (performance.now() < giveUpAt) {
    try {
      return new Set((await findGenerations(db, ids)).map((row) => row.id));
    } catch (again) {
      if (!(again instanceof DatabaseUnavailable)) throw again;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw fault;
}
