/** The statements that read everything of an account for its owner, as one JSON object a row. */
import type { Queryable } from '../db/postgres.ts';
import type { ObjectLocation } from '../media/objects-store.ts';

export interface ExportPart {
  name: string;
  /** Of `$1`, the account and its twin; rows after the id `$2`, `$3` at most. */
  text: string;
}

/** What is a secret, or only ours to run the service with, is not the account's: hashes, leases, tokens of attempts. */
export const exportParts: readonly ExportPart[] = [
  {
    name: 'accounts',
    text: `select id, json_build_object('id', id, 'mode', mode, 'email', email, 'balance_usd', round(balance / 10000.0, 4),
        'created_at', created_at) as line from accounts where id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
  {
    name: 'people',
    text: `select p.id, json_build_object('id', p.id, 'email', p.email, 'role', m.role, 'since', m.created_at) as line
      from memberships m join people p on p.id = m.person_id
      where m.account_id = any ($1::uuid[]) and p.id > $2 order by p.id limit $3`,
  },
  {
    name: 'keys',
    text: `select id, json_build_object('id', id, 'account_id', account_id, 'name', name, 'last4', last4,
        'created_at', created_at, 'expires_at', expires_at, 'revoked_at', revoked_at, 'last_used_at', last_used_at) as line
      from api_keys where account_id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
  {
    name: 'generations',
    text: `select id, json_build_object('id', id, 'account_id', account_id, 'key_id', api_key_id, 'family', family,
        'model', model, 'status', status, 'prompt', prompt, 'fields', fields::json, 'seed', seed,
        'price_usd', round(price / 10000.0, 4), 'callback_url', callback_url, 'failure_code', failure_code,
        'failure_reason', failure_reason, 'output_media_id', output_media_id, 'created_at', created_at,
        'started_at', started_at, 'finished_at', finished_at) as line
      from generations where account_id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
  {
    name: 'ledger',
    text: `select id, json_build_object('id', id, 'account_id', account_id, 'kind', kind, 'amount_usd', round(amount / 10000.0, 4),
        'generation_id', generation_id, 'reason', reason, 'created_at', created_at) as line
      from ledger where account_id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
  {
    name: 'webhooks',
    text: `select id, json_build_object('id', id, 'account_id', account_id, 'event', event, 'generation_id', generation_id,
        'url', url, 'payload', payload, 'state', state, 'attempts', attempts, 'created_at', created_at,
        'finished_at', finished_at) as line
      from webhook_deliveries where account_id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
  {
    name: 'media',
    text: `select id, json_build_object('id', id, 'account_id', account_id, 'purpose', purpose,
        'content_type', content_type, 'bytes', bytes, 'sha256', sha256, 'file_name', file_name, 'created_at', created_at,
        'expires_at', expires_at, 'removed_at', removed_at) as line
      from media_objects where account_id = any ($1::uuid[]) and id > $2 order by id limit $3`,
  },
];

export interface ExportRow {
  id: string;
  line: object;
}

export function listPart(
  db: Queryable,
  { text }: ExportPart,
  page: { accountIds: readonly string[]; afterId: string; limit: number },
): Promise<ExportRow[]> {
  return db.query<ExportRow>({ text }, [page.accountIds, page.afterId, page.limit]);
}

export interface ExportedFile extends ObjectLocation {
  file_name: string;
}

export function listExportedFiles(
  db: Queryable,
  page: { accountIds: readonly string[]; afterId: string; limit: number },
): Promise<ExportedFile[]> {
  const text = `select id, store, store_key, file_name from media_objects
    where account_id = any ($1::uuid[]) and removed_at is null and id > $2 order by id limit $3`;
  return db.query({ text }, [page.accountIds, page.afterId, page.limit]);
}
