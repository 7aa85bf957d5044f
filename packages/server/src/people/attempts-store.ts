/** The statements about tries to sign in: counted under a name, forgotten after a while. */
import { one, type Queryable, type Tx } from '../db/postgres.ts';

const recent = `select at from unnest(t.tried_at) as at where at > now() - make_interval(secs => $2)`;

/** The row's lock makes tries of the same moment take turns. */
export async function countTry(
  tx: Tx,
  { name, windowSeconds, max }: { name: string; windowSeconds: number; max: number },
): Promise<'counted' | 'too_many'> {
  const text = `insert into sign_in_tries as t (name, tried_at, expires_at)
    values ($1, array[now()], now() + make_interval(secs => $2))
    on conflict (name) do update set tried_at = array(${recent}) || now(), expires_at = excluded.expires_at
      where (select count(*) from (${recent}) as lately) < $3
    returning 1`;
  return (await tx.query({ text }, [name, windowSeconds, max])).length === 1 ? 'counted' : 'too_many';
}

/** Until the oldest of those that count is forgotten; at least one. */
export async function secondsUntilNextTry(
  tx: Tx,
  { name, windowSeconds }: { name: string; windowSeconds: number },
): Promise<number> {
  const text = `select greatest(1, ceil(extract(epoch from min(at) - now()) + $2))::integer as seconds
    from sign_in_tries t, lateral (${recent}) as lately where t.name = $1`;
  return one(await tx.query<{ seconds: number }>({ text }, [name, windowSeconds])).seconds;
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
