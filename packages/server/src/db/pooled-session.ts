/** How statements are sent where a pooler hands the session on after each transaction: what they rely on goes with them. */

import type { ClientBase } from 'pg';

/** The terms of a session (session-options.ts and its time limits), for one transaction. */
export function beginWithTerms(statementMilliseconds: number): string {
  return `begin isolation level read committed; set local datestyle = 'ISO, MDY';
    set local statement_timeout = ${statementMilliseconds};
    set local idle_in_transaction_session_timeout = ${statementMilliseconds}`;
}

/** All three leave at once, on a client that sends without waiting: it takes one way to the server and back. */
export async function sendInTransaction<T>(client: ClientBase, begin: string, send: () => Promise<T>): Promise<T> {
  const [begun, sent, committed] = await Promise.allSettled([client.query(begin), send(), client.query('commit')]);
  for (const step of [begun, sent, committed]) if (step.status === 'rejected') throw step.reason;
  return (sent as PromiseFulfilledResult<T>).value;
}
