/** What an account has when a cycle begins is what it may spend in it. */
import { Agent } from 'node:http';
import { exchange } from './exchange.ts';
import type { FaultAccount } from './fault-accounts.ts';

export async function noteBalances(serviceUrl: string, accounts: readonly FaultAccount[]): Promise<void> {
  const agent = new Agent();
  const url = `${serviceUrl}/v1/data/balance`;
  for (const account of accounts) {
    const answer = await exchange(agent, { method: 'GET', url, key: account.keys[0]! });
    if (answer.outcome !== 'answered' || answer.status !== 200) throw new Error(`No balance: ${answer.outcome}`);
    account.granted = Math.round(Number(answer.body['balance']) * 10_000);
  }
}
