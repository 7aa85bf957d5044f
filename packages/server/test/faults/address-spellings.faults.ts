/** Generated spellings of private addresses: each is refused on every way out, and none reaches who listens there. */
import { refusedIPv4, refusedLiteral } from '../../src/net/addresses.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { startCanary } from '../net/support/canary.ts';
import { spellings } from '../net/support/spellings.ts';
import { createRandom, type Random } from './support/random.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const order = { bytesMax: 1_000, connectSeconds: 2, totalSeconds: 2, redirectsMax: 3, into: 'memory' } as const;
const post = { headers: {}, body: '', connectSeconds: 2, totalSeconds: 2, answerBytesKept: 9 };

export async function runAddressSpellings(run: { count: number; seed: number; say: Say }): Promise<Verdict[]> {
  const random = createRandom(run.seed);
  const canary = await startCanary();
  const fetch = createSafeFetch({ allow: [] });
  const taken: string[] = [];
  const different = new Set<string>();
  for (let number = 0; number < run.count; number += 1) {
    const host = random.oneOf(spellings)(refusedNumber(random));
    different.add(host);
    const url = `${random.oneOf(['http', 'https', 'HTTP'])}://${host}:${canary.port}/`;
    const got = await fetch.get(url, order);
    const posted = await fetch.post(url, post);
    if (got.ok || got.why !== 'refused_address') taken.push(`GET ${url}`);
    if (posted.answered || posted.why !== 'refused_address') taken.push(`POST ${url}`);
    if (refusedLiteral(url, []) === null) taken.push(`callback_url ${url}`);
  }
  const reached = canary.hits() === 0 ? [] : [`It was reached ${canary.hits()} times.`];
  await canary.close();
  run.say(`  ${run.count} addresses, ${different.size} different hosts, ${spellings.length} spellings`);
  return [
    judge('a private address is refused however it is spelt, when fetched, posted to and named as callback', {
      cases: run.count,
      breaches: taken,
    }),
    judge('nobody who listens there is reached', { cases: run.count, breaches: reached }),
  ];
}

function refusedNumber(random: Random): number {
  const [base = '', bits = '32'] = random.oneOf(refusedIPv4).split('/');
  const start = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return Math.floor(random.between(start, start + 2 ** (32 - Number(bits))));
}
