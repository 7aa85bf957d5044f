/** The one place that decides what a failed statement means: no database, an unknown outcome, or a fault of the statement. */

import { DatabaseError } from 'pg';

/** There is no database to answer now; nothing was changed. The HTTP layer answers 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The connection broke after the server may have committed: the caller must not guess either outcome. */
export class CommitUnknown extends DatabaseUnavailable {
  override name = 'CommitUnknown';
}

/**
 * Answers of a living server that mean "not now", after which nothing was changed: 53 no room (disk, memory,
 * connections), 55P03 a lock that others hold, 57014 the statement timeout, 57P03 starting or recovering, 58030 the disk failed, 25006 a read-only
 * standby after a failover.
 */
const notNow = /^(53...|55P03|57014|57P03|58030|25006)$/;

/** 23514 of a month that is sealed, or that no table is there for any more: the id is of long ago (migration 0131). */
const isOfMonthThatIsOver = (error: DatabaseError) =>
  error.code === '23514' && (error.constraint === 'sealed' || error.message.startsWith('no partition of relation'));

/** FATAL and PANIC end the session that receives them; 57P01 (a shutdown) and every crash arrive this way. */
export function endsSession(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return error instanceof Error && error.message === 'Query read timeout';
}

/** What a standby says to a change: whoever led us there is behind the times. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006';
}

/** A lock was not there within `lock_timeout`; nothing was changed. */
export function isLockTimeout(fault: unknown): boolean {
  return fault instanceof DatabaseUnavailable && fault.cause instanceof DatabaseError && fault.cause.code === '55P03';
}

/** PgBouncer's, of whatever mode: only we know what is to be set. */
const poolerRefusal = /^unsupported startup parameter/;

export function asConnectFailure(error: Error): DatabaseUnavailable {
  if (poolerRefusal.test(error.message)) {
    return new DatabaseUnavailable(
      `DATABASE_URL leads to a pooler (${error.message}); DATABASE_DIRECT_URL must be set too: the address of the server behind it.`,
      { cause: error },
    );
  }
  return new DatabaseUnavailable(`The database cannot be reached: ${error.message}`, { cause: error });
}

/** @param inFlight what a broken connection leaves behind: an open transaction is rolled back, the rest nobody knows. */
export function asStatementFailure(
  error: unknown,
  inFlight: { connectionLost: boolean; mayHaveCommitted: boolean },
): unknown {
  if (error instanceof DatabaseError) hideRows(error);
  if (inFlight.connectionLost || endsSession(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return inFlight.mayHaveCommitted
      ? new CommitUnknown(`The connection broke before the database confirmed: ${message}`, { cause: error })
      : new DatabaseUnavailable(`The connection to the database broke: ${message}`, { cause: error });
  }
  if (error instanceof DatabaseError && notNow.test(error.code ?? '')) {
    return new DatabaseUnavailable(`The database cannot do this now: ${error.message}`, { cause: error });
  }
  if (error instanceof DatabaseError && isOfMonthThatIsOver(error)) {
    const sentence = "The month of an id is over: this machine's clock is weeks behind the database's.";
    return new DatabaseUnavailable(`${sentence} (${error.message})`, { cause: error });
  }
  return error;
}

/** PostgreSQL explains a refusal with the row it refused, prompt and all; errors end up in the log. */
function hideRows(error: DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
}
