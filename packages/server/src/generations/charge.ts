/** Charges and creates generations, many in one commit, and never guesses how a commit ended. */

import { createMicroBatch } from '../db/micro-batch.ts';
import { CommitUnknown, DatabaseUnavailable, type Db, type Queryable } from '../db/postgres.ts';
import { type Shortfall, whyRefused } from './shortfall.ts';
import {
  findAfterCommit,
  keptBackSeconds,
  type NewGeneration,
  type Submitted,
  submitGenerations,
} from './submit-store.ts';

export type Charged =
  | { outcome: 'accepted' }
  | Shortfall
  /** The Idempotency-Key that the submit held is no longer its own. */
  | { outcome: 'key_lost' };

const unknownCommitSeconds = 8;
/** More would hardly make each cheaper, and those behind it would wait longer. */
const batchItemsMax = 128;
/** A caller notices no more than this. */
const companyMillisecondsMax = 5;
/** A batch costs the database as much as twenty of its items (docs/decisions/0011). */
const enoughItems = 28;

/** Money that comes and goes between two looks, as others are refunded and charged. */
const refusedTriesMax = 10;

export interface ChargeServices {
  db: Db;
  /** Where submits are sent, one batch behind the other. */
  submits: Queryable;
  /** Tells the workers of an engine that there is work for it. */
  wakeWorkers(engine: string): void;
  /** How long a submit whose commit got no answer waits for the database to tell. */
  unknownCommitSeconds?: number;
}

export function createCharger(services: ChargeServices): (submit: NewGeneration) => Promise<Charged> {
  const inBatch = createMicroBatch<NewGeneration, Submitted | 'resend'>({
    itemsMax: batchItemsMax,
    companyMillisecondsMax,
    enoughItems,
    send: (submits) => sendBatch(services, submits),
  });
  return async (submit) => {
    let outcome = await inBatch(submit);
    if (outcome === 'resend') [outcome] = (await sendSurely(services, [submit])) as [Submitted];
    for (let tries = 1; outcome === 'refused'; tries += 1) {
      const why = await whyRefused(services.db, submit);
      if (why !== null) return why;
      // What was missing has come meanwhile.
      if (tries === refusedTriesMax) throw new Error('A charge is refused and nothing is missing.');
      [outcome] = (await sendSurely(services, [submit])) as [Submitted];
    }
    return { outcome };
  };
}

async function sendBatch(services: ChargeServices, submits: NewGeneration[]): Promise<(Submitted | 'resend')[]> {
  if (submits.length === 1) return sendSurely(services, submits);
  try {
    const outcomes = await sendSurely(services, submits);
    // Refused beside others: perhaps only because a larger one was counted too. By itself it is judged by balance and limit.
    return outcomes.map((outcome) => (outcome === 'refused' ? 'resend' : outcome));
  } catch (fault) {
    if (fault instanceof DatabaseUnavailable) throw fault;
    // One bad row must not fail its neighbours: each is sent by itself.
    return submits.map(() => 'resend');
  }
}

/** Sends a batch; when its commit got no answer, asks the database whether it happened before answering anyone. */
async function sendSurely(services: ChargeServices, submits: NewGeneration[]): Promise<Submitted[]> {
  const outcomes = await sendAndFind(services, submits);
  // What a scenario keeps back joins its queue later.
  const waiting = submits.filter((submit, index) => outcomes[index] === 'accepted' && keptBackSeconds(submit) === 0);
  for (const engine of new Set(waiting.map(({ engine }) => engine))) services.wakeWorkers(engine);
  return outcomes;
}

async function sendAndFind(services: ChargeServices, submits: NewGeneration[]): Promise<Submitted[]> {
  try {
    return await submitGenerations(services.submits, submits);
  } catch (fault) {
    if (!(fault instanceof CommitUnknown)) throw fault;
    const found = await findWhenBack(services, submits, fault);
    // A batch is one commit: it happened whole or not at all. That it did not happen is never certain: a server that was
    // held up may still come to it.
    if (found.size === 0) throw fault;
    return submits.map((submit) => (found.has(submit.id) ? 'accepted' : 'refused'));
  }
}

async function findWhenBack(services: ChargeServices, submits: NewGeneration[], fault: CommitUnknown) {
  const giveUpAt = performance.now() + (services.unknownCommitSeconds ?? unknownCommitSeconds) * 1000;
  for (;;) {
    const milliseconds = Math.ceil(giveUpAt - performance.now());
    if (milliseconds <= 0) throw fault;
    try {
      return await findAfterCommit(services.db, submits, { milliseconds });
    } catch (again) {
      if (!(again instanceof DatabaseUnavailable)) throw again;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
