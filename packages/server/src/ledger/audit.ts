/** Does the money agree? Every balance with its entries, every entry with its account, every refund with its failure. */
import { formatPrice } from '@afterimage/contract';
import type { Db, Tx } from '../db/postgres.ts';
import * as questions from './audit-store.ts';

export interface Problem {
  kind: 'balance' | 'refund' | 'stray_entry';
  /** The account, generation or entry it is about. */
  id: string;
  sentence: string;
}

export interface Audit extends questions.Counts {
  ok: boolean;
  problems: Problem[];
}

/** Of each kind; a thousand cases of one fault say no more than these. */
const casesMax = 100;

export function audit(db: Db): Promise<Audit> {
  return db.transaction(async (tx) => {
    await questions.freezeMoment(tx);
    const counts = await questions.countAll(tx);
    const problems = await findProblems(tx);
    return { ok: problems.length === 0, ...counts, problems };
  });
}

async function findProblems(tx: Tx): Promise<Problem[]> {
  const balances = await questions.findWrongBalances(tx, casesMax);
  const refunds = await questions.findWrongRefunds(tx, casesMax);
  const strays = await questions.findStrayEntries(tx, casesMax);
  return [...balances.map(balanceProblem), ...refunds.map(refundProblem), ...strays.map(strayProblem)];
}

function balanceProblem(row: questions.WrongBalance): Problem {
  const sentence =
    `Account ${row.account_id} has a balance of ${formatPrice(row.balance)}, ` +
    `but its entries add up to ${formatPrice(row.entered)}.`;
  return { kind: 'balance', id: row.account_id, sentence };
}

function refundProblem(row: questions.WrongRefund): Problem {
  const sentence =
    `Generation ${row.generation_id} (${row.status}) has a price of ${formatPrice(row.price)}, ` +
    `but its refunds are ${row.times} of ${formatPrice(row.entered)} in all.`;
  return { kind: 'refund', id: row.generation_id, sentence };
}

const strayReasons = {
  no_account: 'whose account does not exist',
  no_generation: 'whose generation does not exist',
  other_account: "whose generation is another account's",
} as const;

function strayProblem(row: questions.StrayEntry): Problem {
  const about = row.generation_id === null ? `account ${row.account_id}` : `generation ${row.generation_id}`;
  const sentence = `Entry ${row.id} is a ${row.kind} of ${formatPrice(row.amount)} for ${about}, ${strayReasons[row.stray]}.`;
  return { kind: 'stray_entry', id: row.id, sentence };
}
