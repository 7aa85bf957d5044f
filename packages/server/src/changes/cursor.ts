/** A position in the log of changes, good in any process: what its holder has been told, and what not. */
import { includes, type Snapshot, upTo } from './snapshot.ts';

/** Where a change stands in the log. */
export interface LogPosition {
  xid: number;
  number: number;
}

export interface Cursor {
  /** When it was made, in milliseconds since 1970, by the database's clock. */
  readonly at: number;
  readonly seen: Snapshot;
  /** Transactions of which only the changes up to a number have been told. */
  readonly begun: readonly LogPosition[];
}

/** What a look at the log found, besides changes. */
export interface Look {
  at: number;
  snapshot: Snapshot;
}

export const cursorAt = ({ at, snapshot }: Look): Cursor => ({ at, seen: snapshot, begun: [] });

export function wasTold({ seen, begun }: Cursor, { xid, number }: LogPosition): boolean {
  return includes(seen, xid) || begun.some((one) => one.xid === xid && number <= one.number);
}

/** For who was at `before`, looked, and has been told what was found up to this position, in the order of positions. */
export function cursorAfter(before: Cursor, { at, snapshot }: Look, { xid, number }: LogPosition): Cursor {
  const seen = upTo(before.seen, snapshot, xid);
  const begun = before.begun.filter((one) => one.xid !== xid && !includes(seen, one.xid));
  return { at, seen, begun: [...begun, { xid, number }] };
}

const charactersMax = 4_000;
const base = 36;
const whole = '[0-9a-z]{1,10}';
const form = new RegExp(`^(${whole})\\.(${whole})\\.((?:${whole}_?)*)\\.((?:${whole}-${whole}_?)*)$`);

/** Letters, digits, `.`, `-` and `_` only: it stands in headers and addresses as it is. */
export function cursorText({ at, seen, begun }: Cursor): string {
  const running = seen.running.map(written).join('_');
  const partly = begun.map(({ xid, number }) => `${written(xid)}-${written(number)}`).join('_');
  return `${written(at)}.${written(seen.end)}.${running}.${partly}`;
}

/** Undefined: nothing that `cursorText` makes. */
export function readCursor(text: string): Cursor | undefined {
  const [, at, end, running, partly] = (text.length <= charactersMax ? form.exec(text) : null) ?? [];
  if (at === undefined) return undefined;
  const parts = (list: string | undefined) => (list ? list.split('_') : []);
  const cursor: Cursor = {
    at: read(at),
    seen: { end: read(end!), running: parts(running).map(read) },
    begun: parts(partly).map((position) => {
      const [xid, number] = position.split('-');
      return { xid: read(xid!), number: read(number!) };
    }),
  };
  return cursorText(cursor) === text && isInOrder(cursor.seen) ? cursor : undefined;
}

const isInOrder = ({ end, running }: Snapshot): boolean =>
  [...running, end].every((xid, index, all) => index === 0 || all[index - 1]! < xid);

const written = (number: number): string => number.toString(base);
const read = (text: string): number => Number.parseInt(text, base);
