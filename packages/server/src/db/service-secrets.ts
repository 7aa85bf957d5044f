/** What every process of a service must agree on and no operator has to choose: drawn once, kept in the database. */
import type { Db } from './postgres.ts';

/** Whoever comes first draws it; should two come first, both get the one that was kept. */
export async function agreedSecret(db: Db, name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await findSecret(db, name);
  if (kept !== undefined) return kept;
  await db.query({ text: 'insert into service_secrets (name, value) values ($1, $2) on conflict (name) do nothing' }, [
    name,
    await draw(),
  ]);
  return (await findSecret(db, name))!;
}

async function findSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ value: Buffer }>({ text: 'select value from service_secrets where name = $1' }, [
    name,
  ]);
  return row?.value;
}
