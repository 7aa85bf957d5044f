/** The questions of the audit: each finds what can only be there if money went wrong, and names at most so many cases. */
import { one, type Tx } from '../db/postgres.ts';

/** A service of years takes longer than a request may. */
const timeoutMilliseconds = 30 * 60 * 1000;

/** All questions see the same moment, so that submits may go on meanwhile. */
export async function freezeMoment(tx: Tx): Promise<void> {
  await tx.query({ text: 'set transaction isolation level repeatable read, read only' });
  await tx.query({ text: `set local statement_timeout = ${timeoutMilliseconds}` });
}

const ask = <Row>(tx: Tx, text: string, values?: unknown[]) => tx.query<Row>({ text, timeoutMilliseconds }, values);

export interface Counts {
  accounts: number;
  entries: number;
  generations: number;
}

export async function countAll(tx: Tx): Promise<Counts> {
  const text = `select (select count(*) from accounts) as accounts, (select count(*) from ledger) as entries,
    (select count(*) from generations) as generations`;
  return one(await ask<Counts>(tx, text));
}

export interface WrongBalance {
  account_id: string;
  balance: number;
  entered: number;
}

export function findWrongBalances(tx: Tx, casesMax: number): Promise<WrongBalance[]> {
  const text = `select a.id as account_id, a.balance, coalesce(e.entered, 0)::bigint as entered
    from accounts a
    left join (select account_id, sum(amount) as entered from ledger group by account_id) e on e.account_id = a.id
    where a.balance <> coalesce(e.entered, 0) order by a.id limit $1`;
  return ask(tx, text, [casesMax]);
}

export interface WrongRefund {
  generation_id: string;
  status: string;
  price: number;
  times: number;
  entered: number;
}

/** Refunds beyond the first, of another amount than the price, or of a generation that did not fail. */
export function findWrongRefunds(tx: Tx, casesMax: number): Promise<WrongRefund[]> {
  const text = `select g.id as generation_id, g.status, g.price, e.times, e.entered::bigint as entered
    from (select generation_id, count(*) as times, sum(amount) as entered from ledger_entries
      where kind = 'refund' group by generation_id) e
    join generations g on g.id = e.generation_id
    where e.times <> 1 or e.entered <> g.price or g.status <> 'failed' order by g.id limit $1`;
  return ask(tx, text, [casesMax]);
}

export interface StrayEntry {
  id: string;
  kind: string;
  amount: number;
  account_id: string;
  generation_id: string | null;
  stray: 'no_account' | 'no_generation' | 'other_account';
}

/** Entries whose account or generation does not exist, or that took from one account what another had ordered. */
export function findStrayEntries(tx: Tx, casesMax: number): Promise<StrayEntry[]> {
  const text = `select * from (
      select e.id, e.kind, e.amount, e.account_id, e.generation_id,
        case when a.id is null then 'no_account'
          when e.generation_id is not null and g.id is null then 'no_generation'
          when g.account_id <> e.account_id then 'other_account' end as stray
      from ledger e
      left join accounts a on a.id = e.account_id
      left join generations g on g.id = e.generation_id) judged
    where stray is not null order by id limit $1`;
  return ask(tx, text, [casesMax]);
}
