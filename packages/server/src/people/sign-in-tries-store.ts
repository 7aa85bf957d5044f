/** The statements about tries to sign in: counted under a name, forgotten after a while. */
import { one, type Queryable, type Tx } from '../db/postgres.ts';

const recent = `select at from unnest(t.tried_at) as at where at > now() - make_interval(secs => $2)`;

/** How many there were lately, this one included. The row's lock makes tries of the same moment wait for each other. */
export async function countTry(
  tx: Tx,
  { name, windowSeconds, keptMax }: { name: string; windowSeconds: number; keptMax: number },
): Promise<number> {
  const text = `insert into sign_in_tries as t (name, tried_at, expires_at)
    values ($1, array[now()], now() + make_interval(secs => $2))
    on conflict (name) do update
      set tried_at = array(${recent} order by at desc limit $3 - 1) || now(), expires_at = excluded.expires_at
    returning cardinality(tried_at) as tries`;
  return one(await tx.query<{ tries: number }>({ text }, [name, windowSeconds, keptMax])).tries;
}

export async function takeBackTry(db: Queryable, name: string): Promise<void> {
  const text = `update sign_in_tries set tried_at = trim_array(tried_at, 1) where name = $1 and tried_at <> '{}'`;
  await db.query({ text }, [name]);
}

export async function forgetTries(db: Queryable, name: string): Promise<void> {
  await db.query({ text: `delete from sign_in_tries where name = $1` }, [name]);
}

export async function deleteForgottenTries(db: Queryable): Promise<void> {
  await db.query({ text: `delete from sign_in_tries where expires_at <= now()` });
}
