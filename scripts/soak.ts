/** `npm run soak -- HOURS`: a mixed load and every fault at once, cycle after cycle, with a report at the end. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSoak } from '../packages/server/test/faults/soak.faults.ts';

const usage = `npm run soak -- [HOURS] [--seed NUMBER] [--state FOLDER] [--cycles NUMBER] [--rough SECONDS]

  HOURS     how long; the last cycle is played to its end. Default: 1
  --seed    what is played; default: that of the folder, or any
  --state   where data and counts lie; the same folder again goes on with the run. Default: afterimage-soak in ${tmpdir()}
  --cycles  no more than so many
  --rough   seconds of load and faults in a cycle; default: 60`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    state: { type: 'string', default: join(tmpdir(), 'afterimage-soak') },
    cycles: { type: 'string' },
    rough: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
const hours = Number(positionals[0] ?? 1);
if (values.help || !(hours > 0) || positionals.length > 1) {
  process.stdout.write(`${usage}\n`);
  process.exit(values.help ? 0 : 2);
}
if (process.platform !== 'linux') throw new Error('Processes are watched through /proc: the soak runs on Linux only.');

// Leaving by `exit` ends what was started; a signal's own way out would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { report, verdicts } = await runSoak({
  hours,
  cyclesMax: values.cycles === undefined ? Number.POSITIVE_INFINITY : Number(values.cycles),
  seed: values.seed === undefined ? undefined : Number(values.seed),
  folder: values.state,
  roughSeconds: Number(values.rough),
  say: (line) => process.stdout.write(`${line}\n`),
});
writeFileSync(join(values.state, 'report.txt'), `${report.join('\n')}\n`);
process.stdout.write(`\n${report.join('\n')}\n`);
process.exitCode = verdicts.every(({ breaches }) => breaches.length === 0) ? 0 : 1;
