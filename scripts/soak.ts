/** `npm run soak -- HOURS`: a mixed load and every fault at once, cycle after cycle, with a report at the end; `--kills` for kills alone. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runKillCycles } from '../packages/server/test/faults/kill-cycles.faults.ts';
import { runSoak } from '../packages/server/test/faults/soak.faults.ts';

const usage = `npm run soak -- [HOURS] [--seed NUMBER] [--state FOLDER] [--cycles NUMBER] [--rough SECONDS] [--kills NUMBER] [--stages NUMBER]

  HOURS     how long; the last cycle is played to its end. Default: 1; with --kills, until there are so many
  --seed    what is played; default: that of the folder, or any
  --state   where data and counts lie; the same folder again goes on with the run. Default: afterimage-soak in ${tmpdir()}
  --cycles  no more than so many
  --rough   seconds of load and faults in a cycle; default: 60
  --kills   instead: so many short cycles of one kill -9 each, in all sittings of the folder (default: afterimage-kills)
  --stages  how many services are killed side by side; default: 4`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    state: { type: 'string' },
    kills: { type: 'string' },
    stages: { type: 'string', default: '4' },
    cycles: { type: 'string' },
    rough: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
const hours = Number(positionals[0] ?? (values.kills === undefined ? 1 : 24));
if (values.help || !(hours > 0) || positionals.length > 1) {
  process.stdout.write(`${usage}\n`);
  process.exit(values.help ? 0 : 2);
}
if (process.platform !== 'linux') throw new Error('Processes are watched through /proc: the soak runs on Linux only.');

// Leaving by `exit` ends what was started; a signal's own way out would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const seed = values.seed === undefined ? undefined : Number(values.seed);
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = values.state ?? join(tmpdir(), values.kills === undefined ? 'afterimage-soak' : 'afterimage-kills');

const { report, verdicts } =
  values.kills === undefined
    ? await runSoak({
        hours,
        cyclesMax: values.cycles === undefined ? Number.POSITIVE_INFINITY : Number(values.cycles),
        seed,
        folder,
        roughSeconds: Number(values.rough),
        say,
      })
    : await runKillCycles({ cycles: Number(values.kills), stages: Number(values.stages), hours, seed, folder, say });
writeFileSync(join(folder, 'report.txt'), `${report.join('\n')}\n`);
process.stdout.write(`\n${report.join('\n')}\n`);
process.exitCode = verdicts.every(({ breaches }) => breaches.length === 0) ? 0 : 1;
