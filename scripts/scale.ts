/** Runs what needs more than one server: failovers, poolers, stores, two versions side by side. `--long` for the full counts. */
import { parseArgs } from 'node:util';
import { type Verdict, verdictLines } from '../packages/server/test/faults/support/verdict.ts';
import { runFailover } from '../packages/server/test/scale/failover.scale.ts';
import { runPgbouncer } from '../packages/server/test/scale/pgbouncer.scale.ts';
import { runStores } from '../packages/server/test/scale/stores.scale.ts';
import { runTwoNodes } from '../packages/server/test/scale/two-nodes.scale.ts';
import { runVersionBefore } from '../packages/server/test/scale/version-before.scale.ts';

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, only: { type: 'string' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a suite found; or, in a sentence, what it lacks here. */
type Suite = () => Promise<Verdict[] | { skipped: string }>;

const suites: Record<string, Suite> = {
  failover: () => runFailover({ kills: values.long ? 10 : 2, say }),
  pgbouncer: () => runPgbouncer({ say }),
  stores: () => runStores({ say }),
  'two-nodes': () => runTwoNodes({ say }),
  'version-before': () => runVersionBefore({ say }),
};

if (values.only !== undefined && suites[values.only] === undefined) {
  say(`There is no suite ${values.only}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const chosen = Object.entries(suites).filter(([name]) => values.only === undefined || name === values.only);
const failed: string[] = [];
for (const [name, suite] of chosen) {
  say(`\n${name}`);
  const startedAt = performance.now();
  const found = await suite().catch((fault: Error): Verdict[] => [
    { guarantee: 'the run came to its end', breaches: [fault.stack ?? fault.message], looked: '1' },
  ]);
  if ('skipped' in found) say(`  skipped: ${found.skipped}`);
  else {
    for (const line of verdictLines(found)) say(line);
    if (found.some(({ breaches }) => breaches.length > 0)) failed.push(name);
  }
  say(`  ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
say(failed.length === 0 ? '\nall passed' : `\nfailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
