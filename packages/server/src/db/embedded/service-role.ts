/** The role that the service speaks to its embedded server as: owner of its database, and no superuser. */
import { createHmac } from 'node:crypto';
import { Client } from 'pg';

export const serviceRole = 'afterimage_service';
export const serviceDatabase = 'afterimage';

/** Never written anywhere: it follows from the superuser's, which only the owner of the cluster can read. */
export const servicePassword = (superusersPassword: string): string =>
  createHmac('sha256', superusersPassword).update(serviceRole).digest('base64url');

const preparing = 2;

/** Several processes may do this at once: they take turns. */
export async function prepareServiceRole(
  superuser: Client,
  { password, urlOf }: { password: string; urlOf(database: string): string },
): Promise<void> {
  await superuser.query('select pg_advisory_lock($1)', [preparing]);
  try {
    if (!(await exists(superuser, 'select from pg_roles where rolname = $1', serviceRole))) {
      await superuser.query(`create role ${serviceRole} login password '${password}'`);
    }
    if (!(await exists(superuser, 'select from pg_database where datname = $1', serviceDatabase))) {
      await superuser.query(`create database ${serviceDatabase} owner ${serviceRole}`);
      return;
    }
    const owned = 'select from pg_database where datname = $1 and datdba = to_regrole($2)';
    if (await exists(superuser, owned, serviceDatabase, serviceRole)) return;
    await handOverObjects(urlOf(serviceDatabase));
    // Last, because it is the sign that all is done.
    await superuser.query(`alter database ${serviceDatabase} owner to ${serviceRole}`);
  } finally {
    await superuser.query('select pg_advisory_unlock($1)', [preparing]);
  }
}

async function exists(client: Client, text: string, ...values: string[]): Promise<boolean> {
  return (await client.query(text, values)).rowCount !== 0;
}

/**
 * Of a database that a version before this one made as the superuser. REASSIGN OWNED refuses the role that initdb made, so
 * they are named one by one. What belongs to a table (its row type, the sequence of an identity) goes with it.
 */
const handOver = `do $$
declare one record;
begin
  alter schema public owner to ${serviceRole};
  for one in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and (c.relispartition or not exists (select from pg_depend d where d.objid = c.oid and d.refobjid <> c.oid
        and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
  loop execute format('alter table %s owner to ${serviceRole}', one.name); end loop;
  for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
  loop execute format('alter routine %s owner to ${serviceRole}', one.name); end loop;
  for one in select t.oid::regtype as name from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and (t.typtype in ('e', 'd') or c.relkind = 'c')
  loop execute format('alter type %s owner to ${serviceRole}', one.name); end loop;
end $$`;

async function handOverObjects(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'afterimage presence' });
  await client.connect();
  try {
    await client.query(handOver);
  } finally {
    await client.end();
  }
}
