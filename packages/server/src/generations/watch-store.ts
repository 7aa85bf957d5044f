/** The statements that tell a watched account's generations apart from what they were a moment ago. */
import type { Status } from '@afterimage/contract';
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

/** All that can change about a generation that has not ended. */
export interface GenerationState {
  id: string;
  status: Status;
  progress: number | null;
}

/** The newest of each family since then; by the index that lists have anyway. */
export function listStatesSince(
  db: Queryable,
  watch: { accountId: string; families: readonly string[]; since: Date; perFamilyMax: number },
): Promise<GenerationState[]> {
  return db.query<GenerationState>(
    {
      name: 'list_states_since',
      text: `select newest.* from unnest($2::text[]) as f(slug) cross join lateral (
          select id, status, progress from generations
          where account_id = $1 and family = f.slug and id >= $3 order by id desc limit $4) newest`,
    },
    [watch.accountId, watch.families, lowestIdAt(watch.since), watch.perFamilyMax],
  );
}

export function findStates(db: Queryable, ids: readonly string[]): Promise<GenerationState[]> {
  return db.query<GenerationState>(
    { name: 'find_states', text: 'select id, status, progress from generations where id = any ($1::uuid[])' },
    [ids],
  );
}

/** What runs, and what would run next: waiting generations beyond the limit come into sight as others leave. */
export function listUnfinished(
  db: Queryable,
  watch: { accountId: string; engines: readonly string[]; perEngineMax: number },
): Promise<GenerationState[]> {
  return db.query<GenerationState>(
    {
      name: 'list_unfinished',
      text: `select waiting.* from unnest($2::text[]) as l(engine) cross join lateral (
            select id, status, progress from generations
            where engine = l.engine and account_id = $1 and turn is not null
            order by engine, account_id, priority desc, id limit $3) waiting
        union all
          select id, status, progress from generations where lease_until is not null and account_id = $1
        union all
          (select id, status, progress from generations where ready_at is not null and account_id = $1
            order by ready_at limit $3)`,
    },
    [watch.accountId, watch.engines, watch.perEngineMax],
  );
}
