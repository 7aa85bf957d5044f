/** The statement that counts what failed of an account, by family and reason. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface FailureCount {
  family: string;
  code: string;
  generations: number;
}

/** So many of the newest: the answer costs the same for an account that failed a million times. */
const countedMax = 50_000;

export function countFailures(db: Queryable, accountId: string, since: Date): Promise<FailureCount[]> {
  return db.query<FailureCount>(
    {
      name: 'count_failures',
      text: `select family, failure_code as code, count(*)::integer as generations
        from (select family, failure_code from generations
          where account_id = $1 and status = 'failed' and id >= $2 order by id desc limit ${countedMax}) newest
        group by family, failure_code order by generations desc, family, code`,
    },
    [accountId, lowestIdAt(since)],
  );
}
