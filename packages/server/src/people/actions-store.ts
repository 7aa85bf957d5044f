/** The statements about what operators did: written once, read newest first. */
import { highestId } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface NewAction {
  /** Null: done by a command, by whoever may run it on this machine. */
  personId: string | null;
  email: string;
  action: string;
  subject: string;
  detail: unknown;
}

export async function insertAction(
  db: Queryable,
  { personId, email, action, subject, detail }: NewAction,
): Promise<void> {
  await db.query(
    {
      name: 'insert_operator_action',
      text: 'insert into operator_actions (person_id, email, action, subject, detail) values ($1, $2, $3, $4, $5)',
    },
    [personId, email, action, subject, JSON.stringify(detail)],
  );
}

export interface ActionRow {
  id: string;
  created_at: Date;
  email: string;
  action: string;
  subject: string;
  /** The email of the account, person or invitation that it was done to; null where it was none. */
  subject_email: string | null;
  /** The email of the account that it names beside. */
  account_email: string | null;
  detail: Record<string, unknown>;
}

export function listActions(db: Queryable, page: { before: string | null; limit: number }): Promise<ActionRow[]> {
  return db.query<ActionRow>(
    {
      name: 'list_operator_actions',
      text: `select o.id, o.created_at, o.email, o.action, o.subject, o.detail,
          coalesce((select email from accounts where id = named.subject), (select email from people where id = named.subject),
            (select email from invitations where id = named.subject)) as subject_email,
          (select email from accounts where id = named.account) as account_email
        from operator_actions o
        cross join lateral (select case when pg_input_is_valid(o.subject, 'uuid') then o.subject::uuid end as subject,
          case when pg_input_is_valid(o.detail ->> 'account_id', 'uuid') then (o.detail ->> 'account_id')::uuid end as account
        ) named
        where o.id < $1 order by o.id desc limit $2`,
    },
    [page.before ?? highestId, page.limit],
  );
}
