/** The statements that read and end generations; submits have submit-store.ts, the queue has queue-store.ts. */
import { type Status, statusesBefore } from '@afterimage/contract';
import { bigintArray, textArray, uuidArray } from '../db/array-bytes.ts';
import type { Queryable, Tx } from '../db/postgres.ts';
import { rowById } from '../db/rows-by-id.ts';
import type { Claim } from './claim.ts';

/** What a record needs; the wide columns stay behind. */
export interface GenerationRow {
  id: string;
  account_id: string;
  family: string;
  status: Status;
  model: string;
  prompt: string;
  seed: number;
  price: number;
  progress: number | null;
  failure_code: string | null;
  failure_reason: string | null;
  created_at: Date;
  finished_at: Date | null;
  output_media_id: string | null;
  output_file_name: string | null;
  output_expires_at: Date | null;
}

const recordColumns = `g.id, g.account_id, g.family, g.status, g.model, g.prompt, g.seed, g.price, g.progress,
  g.failure_code, g.failure_reason, g.created_at, g.finished_at, g.output_media_id,
  m.file_name as output_file_name, m.expires_at as output_expires_at`;

export function findGenerations(db: Queryable, ids: readonly string[]): Promise<GenerationRow[]> {
  return db.query<GenerationRow>(
    {
      name: 'find_generations',
      text: `select ${recordColumns} from generations g
        left join media_objects m on m.id = g.output_media_id where g.id = any ($1::uuid[])`,
    },
    [ids],
  );
}

/** All that a record shows changing while a generation has not ended; null when nothing is known of it yet. */
export interface KnownState {
  id: string;
  status: Status | null;
  progress: number | null;
}

/**
 * Those that are no longer as they are known. Most polls find nothing new, and then neither the row is sent nor the
 * record written. How long the lists are is hidden from the planner by `(select …)`: it would
 * plan anew for each length, which takes longer than to look.
 */
export function findChangedGenerations(db: Queryable, known: readonly KnownState[]): Promise<GenerationRow[]> {
  return db.query<GenerationRow>(
    {
      name: 'find_changed_generations',
      text: `select ${recordColumns}
        from unnest((select $1::uuid[]), (select $2::text[]), (select $3::bigint[])) as known(id, status, progress)
        join generations g on g.id = known.id left join media_objects m on m.id = g.output_media_id
        where g.status is distinct from known.status or g.progress is distinct from known.progress`,
    },
    [
      uuidArray(known.map(({ id }) => id)),
      textArray(known.map(({ status }) => status)),
      bigintArray(known.map(({ progress }) => progress)),
    ],
  );
}

/** Of jobs that may be taken now, and of those that are kept back. */
export function queuePositions(db: Queryable, ids: readonly string[]): Promise<{ id: string; position: number }[]> {
  return db.query(
    {
      name: 'queue_positions',
      text: `select id, position_in_queue as position from queue_positions($1::uuid[])
        union all select id, position_in_queue from delayed_positions($1::uuid[])`,
    },
    [ids],
  );
}

/** The ids by index alone first, then the rows: those that are skipped are never read (docs/decisions/0010). */
export function listGenerations(
  db: Queryable,
  account: { accountId: string; family: string },
  page: { limit: number; offset: number },
): Promise<GenerationRow[]> {
  return db.query<GenerationRow>(
    {
      name: 'list_generations',
      text: `with page as materialized (
          select id from generations where account_id = $1 and family = $2 order by id desc limit $3 offset $4)
        select ${recordColumns} from page ${rowById('generations', 'page.id', 'g')}
        left join media_objects m on m.id = g.output_media_id order by g.id desc`,
    },
    [account.accountId, account.family, page.limit, page.offset],
  );
}

/** The part of a generation that settling needs, locked for the transaction that settles it. */
export interface SettlingRow {
  id: string;
  account_id: string;
  family: string;
  price: number;
  callback_url: string | null;
}

/** A move that another made first, or that the table of moves does not name, finds no row. */
export const mayBecome = (status: Status) => `status in ('${statusesBefore(status).join("', '")}')`;

/** Undefined when someone else settled it first, or our lease was taken over: then nothing may follow. */
export async function markCompleted(tx: Tx, claim: Claim, outputMediaId: string): Promise<SettlingRow | undefined> {
  const rows = await tx.query<SettlingRow>(
    {
      name: 'mark_completed',
      text: `update generations
        set status = 'completed', output_media_id = $3, progress = 100, finished_at = account_now(account_id),
          worker = null, lease_until = null
        where id = $1 and attempt = $2 and ${mayBecome('completed')}
        returning id, account_id, family, price, callback_url`,
    },
    [claim.id, claim.claim_number, outputMediaId],
  );
  return tellOfChange(tx, rows[0]);
}

/** Held until the transaction ends, so that its end is ours or was another's. */
export async function lockForCancel(
  tx: Tx,
  { id, accountId, family }: { id: string; accountId: string; family: string },
): Promise<(Claim & { finished_at: Date | null }) | undefined> {
  const rows = await tx.query<Claim & { finished_at: Date | null }>(
    {
      text: `select id, attempt as claim_number, finished_at from generations
        where id = $1 and account_id = $2 and family = $3 for no key update`,
    },
    [id, accountId, family],
  );
  return rows[0];
}

/** Undefined as for `markCompleted`. */
export async function markFailed(
  tx: Tx,
  claim: Claim,
  failure: { code: string; reason: string },
): Promise<SettlingRow | undefined> {
  const rows = await tx.query<SettlingRow>(
    {
      name: 'mark_failed',
      text: `update generations
        set status = 'failed', failure_code = $3, failure_reason = $4, finished_at = account_now(account_id),
          turn = null, ready_at = null, worker = null, lease_until = null
        where id = $1 and attempt = $2 and ${mayBecome('failed')}
        returning id, account_id, family, price, callback_url`,
    },
    [claim.id, claim.claim_number, failure.code, failure.reason],
  );
  return tellOfChange(tx, rows[0]);
}

function tellOfChange<Row>(tx: Tx, changed: Row | undefined): Row | undefined {
  if (changed !== undefined) tx.tell(changesChannel, '');
  return changed;
}

export interface OverdueRow extends Claim {
  family: string;
  engine_trouble: 'unavailable' | 'internal' | null;
}

/**
 * Unfinished generations past their time limit, queue time included. Those that are with an engine elsewhere are left to the
 * worker that holds them for a moment: it looks once more before it ends them.
 */
export function findOverdue(db: Queryable, limit: number, embedded: readonly string[]): Promise<OverdueRow[]> {
  return db.query<OverdueRow>(
    {
      name: 'find_overdue',
      text: 'select id, attempt as claim_number, family, engine_trouble from overdue_generations($1, $2)',
    },
    [limit, embedded],
  );
}

/** To those who follow the log of changes: whoever changes a status tells, after the commit. */
export const changesChannel = 'generation_changes';

/** To every process that remembers its record, for some seconds. Its payload is the generation. */
export const deletedFilesChannel = 'deleted_files';

/** To the same, when the end of an account's files has come nearer. Its payload is the account. */
export const movedClocksChannel = 'moved_clocks';
