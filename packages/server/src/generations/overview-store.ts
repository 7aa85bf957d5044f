/** The statements behind an account's overview of its generations, all families together. */
import { isIdStart, type ListedStatus } from '@afterimage/contract';
import { highestId, lowestId, lowestIdAt } from '../db/id-times.ts';
import { maybeOne, type Queryable } from '../db/postgres.ts';
import { rowById } from '../db/rows-by-id.ts';
import { statusCondition } from './status-filter.ts';
import type { GenerationRow } from './store.ts';
import type { StoredInput } from './submit-store.ts';

export interface OverviewRow extends GenerationRow {
  started_at: Date | null;
  api_key_id: string;
  key_name: string;
  refunded: number | null;
}

/** What a page asks for; absent filters let everything through. */
export interface OverviewFilter {
  families: readonly string[];
  status?: ListedStatus;
  keyId?: string;
  /** Words of the prompt, or the start of an id. */
  text?: string;
  from?: Date;
  to?: Date;
}

export interface OverviewPage {
  rows: OverviewRow[];
  /** Where the next page begins; null when there is none. */
  next: string | null;
}

/** One statement looks at so many generations at most, whatever the filter lets through. */
const examinedMax = 2_000;
/** Ids carry the clock of the process that made them, rows the database's: so far may they be apart. */
const clockSlackMilliseconds = 60_000;

const overviewColumns = `g.id, g.account_id, g.family, g.status, g.model, g.prompt, g.seed, g.price, g.progress,
  g.failure_code, g.failure_reason, g.created_at, g.started_at, g.finished_at, g.output_media_id, g.api_key_id,
  m.file_name as output_file_name, m.expires_at as output_expires_at, k.name as key_name,
  (select e.amount from ledger_entries e where e.generation_id = g.id) as refunded`;

const overviewJoins = `left join media_objects m on m.id = g.output_media_id
  left join api_keys k on k.id = g.api_key_id`;

/** Newest first by index alone, the families side by side: no index of its own slows the submits down. */
const newestOfFamilies = `select newest.id from unnest($2::text[]) as f(slug) cross join lateral (
    select id from generations where account_id = $1 and family = f.slug and id < $3 and id >= $4
    order by id desc limit $5) newest
  order by newest.id desc limit $5`;

/** The first page of 100,000 own generations among a million of others takes as long as that of ten. */
export async function listOverview(
  db: Queryable,
  page: { accountId: string; before: string | null; limit: number; filter: OverviewFilter },
): Promise<OverviewPage> {
  const { accountId, limit, filter } = page;
  const [low, high] = idBounds(filter);
  const before = page.before !== null && page.before < high ? page.before : high;
  const lets = conditions(filter);
  const examined = lets.texts.length === 0 ? limit : examinedMax;
  // No name: the filters differ, and a plan for the values at hand costs little.
  const found = await db.query<OverviewRow & { last_examined: string; examined: number }>(
    {
      text: `with newest as materialized (${newestOfFamilies}),
        page as materialized (
          select g.id from newest ${rowById('generations', 'newest.id', 'g')}
          where ${[...lets.texts, 'true'].join(' and ')} order by g.id desc limit $6)
        select ${overviewColumns}, ends.last_examined, ends.examined
        from (select min(id::text) as last_examined, count(*)::integer as examined from newest) ends
        left join (page ${rowById('generations', 'page.id', 'g')} ${overviewJoins}) on true
        order by g.id desc`,
    },
    [accountId, filter.families, before, low, examined, limit, ...lets.values],
  );
  // The outer join answers one row of nulls when nothing fits, so that the end of the examined is always told.
  const rows = found.filter((row) => row.id !== null);
  if (rows.length === limit) return { rows, next: rows.at(-1)!.id };
  const { examined: looked, last_examined: last } = found[0]!;
  return { rows, next: lets.texts.length > 0 && looked === examinedMax ? last : null };
}

/** A filter that lets little through goes on for so long, and then leaves the rest to the next page. */
const lookMilliseconds = 100;

/** Statement after statement, each short, until the page is full or the time is over. */
export async function lookForPage(db: Queryable, wanted: Parameters<typeof listOverview>[1]): Promise<OverviewPage> {
  const giveUpAt = performance.now() + lookMilliseconds;
  const rows: OverviewPage['rows'] = [];
  let before = wanted.before;
  for (;;) {
    const page = await listOverview(db, { ...wanted, before, limit: wanted.limit - rows.length });
    rows.push(...page.rows);
    if (page.next === null || rows.length === wanted.limit || performance.now() > giveUpAt) {
      return { rows, next: page.next };
    }
    before = page.next;
  }
}

function idBounds({ text = '', from, to }: OverviewFilter): [low: string, high: string] {
  const bounds = [{ low: lowestId, high: highestId }];
  if (isIdStart(text)) {
    // No other row need be looked at. The part that tells the millisecond; the condition on the whole text does the rest.
    const start = text.toLowerCase().slice(0, 13);
    bounds.push({ low: start + lowestId.slice(start.length), high: start + highestId.slice(start.length) });
  }
  if (from !== undefined) {
    bounds.push({ low: lowestIdAt(new Date(from.getTime() - clockSlackMilliseconds)), high: highestId });
  }
  if (to !== undefined) {
    bounds.push({ low: lowestId, high: lowestIdAt(new Date(to.getTime() + clockSlackMilliseconds)) });
  }
  const lows = bounds.map(({ low }) => low).sort();
  const highs = bounds.map(({ high }) => high).sort();
  return [lows.at(-1)!, highs[0]!];
}

/** `$1` to `$6` are taken. */
function conditions({ status, keyId, text, from, to }: OverviewFilter): { texts: string[]; values: unknown[] } {
  const texts: string[] = [];
  const values: unknown[] = [];
  const add = (condition: (at: string) => string, value: unknown) => {
    values.push(value);
    texts.push(condition(`$${6 + values.length}`));
  };
  if (status !== undefined) {
    const { condition, value } = statusCondition(status);
    add(condition, value);
  }
  if (keyId !== undefined) add((at) => `g.api_key_id = ${at}::uuid`, keyId);
  if (from !== undefined) add((at) => `g.created_at >= ${at}`, from);
  if (to !== undefined) add((at) => `g.created_at < ${at}`, to);
  if (text !== undefined && isIdStart(text)) add((at) => `g.id::text like ${at}`, `${text.toLowerCase()}%`);
  else if (text !== undefined) {
    const escaped = text.replaceAll(/[\\%_]/g, '\\$&');
    add((at) => `(g.prompt ilike '%' || ${at} || '%' or g.id::text like lower(${at}) || '%')`, escaped);
  }
  return { texts, values };
}

/** In no order; those that are not the account's are left out. */
export function findOverviewRows(db: Queryable, accountId: string, ids: readonly string[]): Promise<OverviewRow[]> {
  return db.query<OverviewRow>(
    {
      name: 'find_overview_rows',
      text: `select ${overviewColumns} from generations g ${overviewJoins}
        where g.id = any ($2::uuid[]) and g.account_id = $1`,
    },
    [accountId, ids],
  );
}

export interface DetailRow extends OverviewRow {
  /** Without the prompt. */
  fields: Record<string, unknown>;
  inputs: StoredInput[];
  callback_url: string | null;
  deadline_at: Date;
  attempt: number;
  output_type: string | null;
  output_bytes: number | null;
  /** What its engine could not do of what was asked. */
  notes: string[];
}

export async function findDetail(db: Queryable, accountId: string, id: string): Promise<DetailRow | undefined> {
  return maybeOne(await findDetails(db, accountId, [id]));
}

/** In no order; those that are not the account's are left out. */
export function findDetails(db: Queryable, accountId: string, ids: readonly string[]): Promise<DetailRow[]> {
  return db.query<DetailRow>(
    {
      name: 'find_generation_details',
      text: `select ${overviewColumns}, g.fields::json, g.inputs::json, g.callback_url, g.deadline_at, g.attempt,
          m.content_type as output_type, m.bytes as output_bytes,
          coalesce((select a.account_notes from generation_attempts a
            where a.generation_id = g.id and a.state = 'succeeded'), '{}') as notes
        from generations g ${overviewJoins} where g.id = any ($2::uuid[]) and g.account_id = $1`,
    },
    [accountId, ids],
  );
}
