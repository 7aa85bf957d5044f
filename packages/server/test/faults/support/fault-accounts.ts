/** The accounts of a fault run, made with the operator's commands. */
import type { Mode } from '@afterimage/contract';
import { operate } from './service-process.ts';

export interface FaultAccount {
  email: string;
  mode: Mode;
  /** The account behind this mode: a sandbox twin is an account of its own. */
  name: string;
  keys: string[];
  secret: string;
  /** Ten-thousandths of a dollar. */
  granted: number;
  /** Has less than its submits cost: 402 is an answer that it expects. */
  isPoor?: boolean;
}

/** What an account's sandbox twin starts with. */
const playMoneyUsd = 1_000;

/** An account with its sandbox twin, each with `keys` keys and its own webhook secret. */
export async function openFaultAccount(
  env: Record<string, string>,
  account: { email: string; creditUsd: string; keys: number; checkout?: string },
): Promise<Record<Mode, FaultAccount>> {
  const { email, creditUsd, checkout } = account;
  await run(env, ['account', 'create', '--email', email, '--credit', creditUsd], checkout);
  const open = async (mode: Mode, usd: number): Promise<FaultAccount> => {
    const twin = mode === 'sandbox' ? ['--sandbox'] : [];
    const keys: string[] = [];
    for (let number = 1; number <= account.keys; number += 1) {
      const words = ['key', 'create', '--account', email, '--name', `key ${number}`, ...twin];
      keys.push((await run<{ key: string }>(env, words, checkout)).key);
    }
    const show = ['webhook-secret', 'show', '--account', email, ...twin];
    const { secret } = await run<{ secret: string }>(env, show, checkout);
    return { email, mode, name: `${mode}-${email}`, keys, secret, granted: Math.round(usd * 10_000) };
  };
  return { live: await open('live', Number(creditUsd)), sandbox: await open('sandbox', playMoneyUsd) };
}

export async function grantCredit(env: Record<string, string>, account: FaultAccount, usd: string): Promise<void> {
  const twin = account.mode === 'sandbox' ? ['--sandbox'] : [];
  await run(env, ['credit', 'grant', '--account', account.email, '--amount', usd, ...twin]);
  account.granted += Math.round(Number(usd) * 10_000);
}

async function run<Answer>(env: Record<string, string>, words: string[], checkout?: string): Promise<Answer> {
  const { code, answer } = await operate<Answer>(env, words, checkout);
  if (code !== 0) throw new Error(`afterimage ${words.join(' ')} ended with ${code}: ${JSON.stringify(answer)}`);
  return answer;
}
