/** Which transactions a reader can have seen: PostgreSQL's snapshots, as plain numbers. */

export interface Snapshot {
  /** No transaction from here on had ended. */
  readonly end: number;
  /** Those below that had not ended either, in order. */
  readonly running: readonly number[];
}

/** Of PostgreSQL's own text, `xmin:xmax:xip,xip`. */
export function readSnapshot(text: string): Snapshot {
  const [, end, running] = text.split(':');
  return { end: Number(end), running: running ? running.split(',').map(Number) : [] };
}

export function snapshotText({ end, running }: Snapshot): string {
  return `${running[0] ?? end}:${end}:${running.join(',')}`;
}

export function includes({ end, running }: Snapshot, xid: number): boolean {
  return xid < end && !running.includes(xid);
}

/** Snapshots of one server follow each other: of two, one has seen all that the other has. */
export function isAtLeast(later: Snapshot, earlier: Snapshot): boolean {
  return later.end >= earlier.end && later.running.every((xid) => !includes(earlier, xid));
}

/**
 * All of `before`, and of what `now` has seen besides, the transactions below `xid`: what a reader has been told that was
 * at `before`, read at `now`, and goes through what it found in the order of transactions.
 */
export function upTo(before: Snapshot, now: Snapshot, xid: number): Snapshot {
  const stillRunning = before.running.filter((one) => one >= xid || !includes(now, one));
  const since = now.running.filter((one) => one >= before.end && one < xid);
  return { end: Math.max(before.end, xid), running: [...stillRunning, ...since] };
}
