/** Families that take no new work for now: submits get 503, generations already accepted run on. */
import { one, type Queryable } from '../db/postgres.ts';

export interface MaintenanceRow {
  family: string;
  since: Date;
}

/** By its slug; since the first time it was asked for. */
export async function startMaintenance(db: Queryable, family: string): Promise<MaintenanceRow> {
  const text = `insert into maintenance as m (family) values ($1)
    on conflict (family) do update set since = m.since returning family, since`;
  return one(await db.query<MaintenanceRow>({ text }, [family]));
}

export async function endMaintenance(db: Queryable, family: string): Promise<void> {
  await db.query({ text: `delete from maintenance where family = $1` }, [family]);
}

export function listMaintenance(db: Queryable): Promise<MaintenanceRow[]> {
  return db.query<MaintenanceRow>({
    name: 'list_maintenance',
    text: `select family, since from maintenance order by family`,
  });
}
