/** What the database says, read by the checker with statements of its own. */
import type { Db } from '../../../src/db/postgres.ts';
import { promptOfRun } from './journal.ts';

export interface GenerationFact {
  id: string;
  prompt: string;
  status: string;
  failure_code: string | null;
  price: number;
  attempt: number;
  callback_url: string | null;
  media_bytes: number | null;
  charges: number[];
  refunds: number[];
}

/** All, or those that the workload of one run asked for. */
export function readGenerations(db: Db, { ofRun }: { ofRun?: number } = {}): Promise<GenerationFact[]> {
  const prompts = ofRun === undefined ? '%' : `%, ${promptOfRun(ofRun)} %`;
  return db.query<GenerationFact>(
    {
      text: `select g.id, g.prompt, g.status, g.failure_code, g.price, g.attempt, g.callback_url, m.bytes as media_bytes,
        coalesce((select json_agg(e.amount) from ledger e where e.generation_id = g.id and e.kind = 'charge'),
          '[]'::json) as charges,
        coalesce((select json_agg(e.amount) from ledger e where e.generation_id = g.id and e.kind = 'refund'),
          '[]'::json) as refunds
      from generations g left join media_objects m on m.id = g.output_media_id
      where g.prompt like $1 order by g.id`,
    },
    [prompts],
  );
}

async function count(db: Db, text: string): Promise<number> {
  const [row] = await db.query<{ count: number }>({ text });
  return Number(row!.count);
}

export const countProcessing = (db: Db): Promise<number> =>
  count(db, `select count(*) from generations where status = 'processing'`);

export const countUnfinished = (db: Db): Promise<number> =>
  count(db, 'select count(*) from generations where finished_at is null');

export const countWaitingDeliveries = (db: Db): Promise<number> =>
  count(db, `select count(*) from webhook_deliveries where state = 'waiting'`);

/** One generation with everything that must exist once, or change no more. */
export interface JobFact {
  status: string;
  attempt: number;
  worker: string | null;
  finished_at: Date | null;
  output_media_id: string | null;
  charges: number;
  refunds: number;
  deliveries: number;
}

export async function readJob(db: Db, id: string): Promise<JobFact> {
  const [row] = await db.query<JobFact>(
    {
      text: `select status, attempt, worker, finished_at, output_media_id,
          (select count(*)::integer from ledger where generation_id = g.id and kind = 'charge') as charges,
          (select count(*)::integer from ledger where generation_id = g.id and kind = 'refund') as refunds,
          (select count(*)::integer from webhook_deliveries where generation_id = g.id) as deliveries
        from generations g where id = $1`,
    },
    [id],
  );
  return row!;
}
