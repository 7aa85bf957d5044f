/** The statements behind the operator's look at every account's generations. */
import type { ListedStatus, Mode, Status } from '@afterimage/contract';
import { highestId } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';
import { rowById } from '../db/rows-by-id.ts';
import { statusCondition } from './status-filter.ts';

export interface AnyGeneration {
  id: string;
  family: string;
  model: string;
  status: Status;
  prompt: string;
  price: number;
  engine: string;
  failure_code: string | null;
  account_id: string;
  account_mode: Mode;
  email: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** Absent filters let everything through. */
export interface AllFilter {
  family?: string;
  status?: ListedStatus;
  engine?: string;
  /** An account, or the sandbox twin of one. */
  accountId?: string;
  /** Words of the prompt, part of the account's email, or the start of an id. */
  text?: string;
}

export interface AllPage {
  rows: AnyGeneration[];
  /** Where the next page begins; null when there is none. */
  next: string | null;
}

/** One statement looks at so many generations at most, whatever the filter lets through. */
const examinedMax = 5_000;

/** Newest first, by the order of ids alone. */
export async function listAllGenerations(
  db: Queryable,
  page: { before: string | null; limit: number; filter: AllFilter },
): Promise<AllPage> {
  const lets = conditions(page.filter);
  const examined = lets.texts.length === 0 ? page.limit : examinedMax;
  const found = await db.query<AnyGeneration & { last_examined: string | null; examined: number }>(
    {
      text: `with newest as materialized (select id from generations where id < $1 order by id desc limit $2),
        page as materialized (
          select g.id from newest ${rowById('generations', 'newest.id', 'g')} join accounts a on a.id = g.account_id
          where ${[...lets.texts, 'true'].join(' and ')} order by g.id desc limit $3)
        select g.id, g.family, g.model, g.status, g.prompt, g.price, g.engine, g.failure_code, g.account_id,
          a.mode as account_mode, a.email, g.created_at, g.started_at, g.finished_at, ends.last_examined, ends.examined
        from (select min(id::text) as last_examined, count(*)::integer as examined from newest) ends
        left join (page ${rowById('generations', 'page.id', 'g')} join accounts a on a.id = g.account_id) on true
        order by g.id desc`,
    },
    [page.before ?? highestId, examined, page.limit, ...lets.values],
  );
  const rows = found.filter((row) => row.id !== null);
  if (rows.length === page.limit) return { rows, next: rows.at(-1)!.id };
  const { examined: looked, last_examined: last } = found[0]!;
  return { rows, next: lets.texts.length > 0 && looked === examinedMax ? last : null };
}

export interface AccountOf {
  id: string;
  email: string;
  mode: Mode;
}

/** Whose a generation is. */
export async function findAccountOf(db: Queryable, generationId: string): Promise<AccountOf | undefined> {
  const [account] = await db.query<AccountOf>(
    {
      name: 'find_account_of',
      text: `select a.id, a.email, a.mode from generations g join accounts a on a.id = g.account_id where g.id = $1`,
    },
    [generationId],
  );
  return account;
}

/** `$1` to `$3` are taken. */
function conditions({ family, status, engine, accountId, text }: AllFilter): { texts: string[]; values: unknown[] } {
  const texts: string[] = [];
  const values: unknown[] = [];
  const add = (condition: (at: string) => string, value: unknown) => {
    values.push(value);
    texts.push(condition(`$${3 + values.length}`));
  };
  if (family !== undefined) add((at) => `g.family = ${at}`, family);
  if (status !== undefined) {
    const { condition, value } = statusCondition(status);
    add(condition, value);
  }
  if (engine !== undefined) add((at) => `g.engine = ${at}`, engine);
  if (accountId !== undefined) add((at) => `(a.id = ${at}::uuid or a.live_account_id = ${at}::uuid)`, accountId);
  if (text !== undefined) {
    const escaped = text.replaceAll(/[\\%_]/g, '\\$&');
    add(
      (at) =>
        `(g.prompt ilike '%' || ${at} || '%' or a.email ilike '%' || ${at} || '%' or g.id::text like lower(${at}) || '%')`,
      escaped,
    );
  }
  return { texts, values };
}
