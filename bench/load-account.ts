/** The account that the load runs on, made with the operator's commands, and the requests it sends. */
import { createAccount } from '@afterimage/server/accounts/accounts';
import { createKey } from '@afterimage/server/accounts/api-keys';
import type { Db } from '@afterimage/server/db/postgres';
import { operate, type Service } from './processes.ts';

export interface LoadAccount {
  readonly accountId: string;
  readonly key: string;
}

export const loadAccountEmail = 'bench@example.com';
/** More than any run can spend: a submit takes 0.0390. */
const creditUsd = 1_000_000;

export async function openLoadAccount({ dataFolder }: Service): Promise<LoadAccount> {
  const account = await operate<{ account_id: string }>(dataFolder, [
    'account',
    'create',
    '--email',
    loadAccountEmail,
    '--credit',
    String(creditUsd),
  ]);
  const { key } = await operate<{ key: string }>(dataFolder, [
    'key',
    'create',
    '--account',
    loadAccountEmail,
    '--name',
    'bench',
  ]);
  return { accountId: account.account_id, key };
}

/** Many, and so not by command: each would be a process. */
export async function openLoadAccounts(db: Db, count: number): Promise<LoadAccount[]> {
  const accounts: LoadAccount[] = [];
  for (let number = 1; number <= count; number += 1) {
    const account = await db.transaction(async (tx) => {
      const opening = { email: `bench-${number}@example.com`, credit: creditUsd * 10_000 };
      const creation = await createAccount(tx, opening);
      if (creation.outcome !== 'created') throw new Error(`The account of ${opening.email} was not created.`);
      const accountId = creation.account.id;
      const { key } = await createKey(tx, { accountId, mode: 'live', name: 'bench', expiresAt: null });
      return { accountId, key };
    });
    accounts.push(account);
  }
  return accounts;
}

const path = '/v1/epsilon-images';
const prompt = 'A red kite over a green hill';

/** The same bytes go to the service and to its baseline. */
export function submitRequest({ key }: LoadAccount): string {
  const body = JSON.stringify({ prompt, aspect_ratio: '1:1' });
  return [
    `POST ${path}/generate HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

export function pollRequest({ key }: LoadAccount, id: string): string {
  return [`GET ${path}/generations/${id} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${key}`, '', ''].join(
    '\r\n',
  );
}

export async function submitOne(service: Service, { key }: LoadAccount): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, aspect_ratio: '1:1' }),
  });
  if (answer.status !== 200) throw new Error(`A submit was answered ${answer.status}: ${await answer.text()}`);
  const { task_uuid: id } = (await answer.json()) as { task_uuid: string };
  return id;
}
