/** Submits race over two api processes for credit that pays for some of them: exactly those are accepted. */
import { Agent } from 'node:http';
import { withCast } from './support/cast.ts';
import { exchange } from './support/exchange.ts';
import { grantCredit, openFaultAccount } from './support/fault-accounts.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const submits = 40;
const paidFor = 7;
/** epsilon-images, in USD; seven of them and a rest that pays for none. */
const priceUsd = 0.039;
const creditUsd = (paidFor * priceUsd + 0.0389).toFixed(4);

export function runLastCent({ rounds, say }: { rounds: number; say: Say }): Promise<Verdict[]> {
  // No worker: what was accepted stays, so the balance is that of the race and nothing else.
  return withCast({ database: 'embedded', apis: 2, workers: 0 }, async (cast) => {
    const { live } = await openFaultAccount(cast.env, { email: 'cent@example.com', creditUsd, keys: 2 });
    const agent = new Agent({ keepAlive: true, maxSockets: submits });
    const breaches: string[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        if (round > 1) await grantCredit(cast.env, live, (paidFor * priceUsd).toFixed(4));
        const statuses = await race({ urls: cast.apis.map(({ url }) => url), keys: live.keys, agent });
        const accepted = statuses.filter((status) => status === 200).length;
        const refused = statuses.filter((status) => status === 402).length;
        const balance = await balanceOf({ url: cast.apis[0]!.url, key: live.keys[0]!, agent });
        const right = accepted === paidFor && refused === submits - paidFor && balance === 0.0389;
        if (!right) breaches.push(`Round ${round}: ${accepted} accepted, ${refused} refused, balance ${balance}.`);
      }
    } finally {
      agent.destroy();
    }
    say(`  ${rounds} rounds of ${submits} submits for credit that pays for ${paidFor}`);
    const guarantee = `of ${submits} submits racing over two processes exactly the ${paidFor} that are paid for are accepted`;
    return [judge(guarantee, { cases: rounds * submits, breaches })];
  });
}

function race({ urls, keys, agent }: { urls: string[]; keys: string[]; agent: Agent }): Promise<(number | string)[]> {
  const sends = Array.from({ length: submits }, async (_, index) => {
    const outcome = await exchange(agent, {
      method: 'POST',
      url: `${urls[index % urls.length]}/v1/epsilon-images/generate`,
      key: keys[index % 3 === 0 ? 0 : 1]!,
      body: { prompt: `a small red kite, number ${index}` },
    });
    return outcome.outcome === 'answered' ? outcome.status : outcome.outcome;
  });
  return Promise.all(sends);
}

async function balanceOf({ url, key, agent }: { url: string; key: string; agent: Agent }): Promise<unknown> {
  const outcome = await exchange(agent, { method: 'GET', url: `${url}/v1/data/balance`, key });
  return outcome.outcome === 'answered' ? outcome.body['balance'] : outcome.outcome;
}
