/** The statements that read and sweep the log of what became of generations. */
import { eventHours, type Status } from '@afterimage/contract';
import type { Queryable } from '../db/postgres.ts';
import type { Cursor, LogPosition, Look } from './cursor.ts';
import { readSnapshot, snapshotText } from './snapshot.ts';

export interface Change extends LogPosition {
  accountId: string;
  generationId: string;
  status: Status;
}

export interface ReadChanges extends Look {
  changes: Change[];
  /** Whether there may be more than were asked for. */
  cut: boolean;
}

interface LookRow {
  at: number;
  snapshot: string;
}

interface ChangeRow extends LookRow {
  xid: number | null;
  number: number;
  account_id: string;
  generation_id: string;
  status: Status;
}

/** A snapshot is that of the whole statement, so the rows and what they are said to be all of belong together. */
const look = `(extract(epoch from clock_timestamp()) * 1000)::bigint as at, pg_current_snapshot()::text as snapshot`;

/** What a holder of the cursor in $1 to $4 has not been told. The first line is for the index. */
const untold = `c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
  and c.xid < pg_snapshot_xmax(pg_current_snapshot())
  and not exists (
    select from unnest($2::text[], $3::bigint[]) as begun(xid, number)
    where begun.xid::xid8 = c.xid and c.number <= begun.number)`;
const columns = `c.xid::text::bigint as xid, c.number, c.account_id, c.generation_id, c.status`;

const valuesOf = ({ seen, begun }: Cursor) => [
  snapshotText(seen),
  begun.map(({ xid }) => String(xid)),
  begun.map(({ number }) => number),
];

/** A cursor to begin at: nothing that happens from now on is before it. */
export async function lookAtLog(db: Queryable): Promise<Look> {
  const [row] = await db.query<LookRow>({ name: 'look_at_log', text: `select ${look}` });
  return asLook(row!);
}

/** Of all accounts. */
export async function readChanges(db: Queryable, cursor: Cursor, limit: number): Promise<ReadChanges> {
  const rows = await db.query<ChangeRow>(
    {
      name: 'read_changes',
      text: `select ${look}, found.* from (select) as once left join lateral (
          select ${columns} from generation_changes c where ${untold} order by c.xid, c.number limit $4) as found on true`,
    },
    [...valuesOf(cursor), limit],
  );
  return asRead(rows, limit);
}

/** Of one account, and of one family if one is named. */
export async function readChangesOf(
  db: Queryable,
  of: { accountId: string; family: string | null },
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<ReadChanges> {
  const rows = await db.query<ChangeRow>(
    {
      name: 'read_changes_of',
      text: `select ${look}, found.* from (select) as once left join lateral (
          select ${columns} from generation_changes c
          where c.account_id = $5 and ${untold} and ($6::text is null
            or exists (select from generations g where g.id = c.generation_id and g.family = $6))
          order by c.xid, c.number limit $4) as found on true`,
    },
    [...valuesOf(cursor), limit, of.accountId, of.family],
  );
  return asRead(rows, limit);
}

const asLook = ({ at, snapshot }: LookRow): Look => ({ at, snapshot: readSnapshot(snapshot) });

function asRead(rows: ChangeRow[], limit: number): ReadChanges {
  const changes = rows.flatMap(({ xid, number, account_id: accountId, generation_id: generationId, status }) =>
    xid === null ? [] : [{ xid, number, accountId, generationId, status }],
  );
  return { ...asLook(rows[0]!), changes, cut: changes.length === limit };
}

const sweptMax = 10_000;

/** Kept an hour longer than cursors are good for: a change may be seen a little after it was noted. */
export async function sweepChanges(db: Queryable): Promise<'more' | 'done'> {
  const swept = await db.change(
    {
      name: 'sweep_changes',
      text: `with oldest as (
          select ctid, changed_at from generation_changes order by xid, number limit $1)
        delete from generation_changes
        where ctid = any (array(select ctid from oldest where changed_at < now() - make_interval(hours => $2)))`,
    },
    [sweptMax, eventHours + 1],
  );
  return swept === sweptMax ? 'more' : 'done';
}
