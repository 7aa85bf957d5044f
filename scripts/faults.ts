/** Runs the faults: kills, stops and races against real processes, judged from outside. `--long` for the full counts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { runAddressSpellings } from '../packages/server/test/faults/address-spellings.faults.ts';
import { runDamagedInputs } from '../packages/server/test/faults/damaged-inputs.faults.ts';
import { runDamagedMedia } from '../packages/server/test/faults/damaged-media.faults.ts';
import { runEngineKills } from '../packages/server/test/faults/engine-kills.faults.ts';
import { runHostileRequests } from '../packages/server/test/faults/hostile-requests.faults.ts';
import { runKillCycles } from '../packages/server/test/faults/kill-cycles.faults.ts';
import { runLastCent } from '../packages/server/test/faults/last-cent.faults.ts';
import { runPullKills } from '../packages/server/test/faults/pull-kills.faults.ts';
import { runSigterm } from '../packages/server/test/faults/sigterm.faults.ts';
import { runSoak } from '../packages/server/test/faults/soak.faults.ts';
import { makeFaultFolder } from '../packages/server/test/faults/support/service-process.ts';
import { type Verdict, verdictLines } from '../packages/server/test/faults/support/verdict.ts';
import { runTwoAndTwo } from '../packages/server/test/faults/two-and-two.faults.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const cycles = Number(values.cycles ?? (values.long ? 200 : 12));
const kills = values.kills === undefined ? undefined : Number(values.kills);
const say = (line: string) => process.stdout.write(`${line}\n`);

const parts: Record<string, () => Promise<Verdict[]>> = {
  'kill-cycles': () => killCycles(),
  'engine-kills': () => runEngineKills({ kills: kills ?? (values.long ? 100 : 1), say }),
  'pull-kills': () => runPullKills({ kills: kills ?? (values.long ? 100 : 10), say }),
  'two-and-two': () => runTwoAndTwo({ say }),
  'last-cent': () => runLastCent({ rounds: values.long ? 100 : 5, say }),
  'damaged-inputs': () => runDamagedInputs({ files: values.long ? 2_000 : 200, seed, say }),
  'hostile-requests': () => runHostileRequests({ requests: values.long ? 200_000 : 2_000, seed, say }),
  'address-spellings': () => runAddressSpellings({ count: values.long ? 10_000 : 500, seed, say }),
  'damaged-media': () => runDamagedMedia({ files: values.long ? 10_000 : 100, seed, say }),
  // Minutes that the sample does not have.
  ...(values.long || values.only === 'soak' ? { soak: () => shortSoak() } : {}),
  sigterm: () => runSigterm({ rounds: values.long ? 50 : 3, seed, say }),
};

/** Some cycles, in a folder that goes with them; `npm run soak -- --kills 2000` is the whole. */
async function killCycles(): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  try {
    const run = { cycles, stages: 4, hours: 24, seed, folder: folder.path, say: (line: string) => say(`  ${line}`) };
    return (await runKillCycles(run)).verdicts;
  } finally {
    await folder.remove();
  }
}

/** A cycle or a few, in a folder that goes with them; `npm run soak` is the whole. What a cycle did not meet is left to that. */
async function shortSoak(): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  try {
    const cyclesMax = values.long ? 5 : 1;
    const { verdicts } = await runSoak({
      hours: 1,
      cyclesMax,
      seed,
      folder: folder.path,
      roughSeconds: values.long ? 60 : 30,
      say: (line) => say(`  ${line}`),
    });
    return verdicts.filter(({ looked }) => looked !== '0');
  } finally {
    await folder.remove();
  }
}

const running = new Set<ChildProcess>();
// Leaving by `exit` ends what was started; a signal's own way out would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

async function runHere(name: string): Promise<'passed' | 'failed'> {
  const startedAt = performance.now();
  const verdicts = await parts[name]!().catch((fault: Error): Verdict[] => [
    { guarantee: 'the run came to its end', breaches: [fault.stack ?? fault.message], looked: '1' },
  ]);
  for (const line of verdictLines(verdicts)) say(line);
  say(`  ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return verdicts.every(({ breaches }) => breaches.length === 0) ? 'passed' : 'failed';
}

/** In a process of its own: what one part leaves in memory is not for the next to be measured by. It is told when it has ended. */
async function runApart(name: string): Promise<'passed' | 'failed'> {
  const flags = [...process.argv.slice(2), '--seed', String(seed), '--only', name];
  const child = spawn(process.execPath, [import.meta.filename, ...flags], { stdio: ['inherit', 'pipe', 'inherit'] });
  running.add(child);
  const [told, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  running.delete(child);
  process.stdout.write(told);
  return code === 0 ? 'passed' : 'failed';
}

/** Each has its own service, database and folder, and mostly waits. The full counts are for hours in which nothing else runs. */
const partsAtOnce = values.long ? 1 : availableParallelism();

async function runParts(): Promise<string[]> {
  const waiting = Object.keys(parts);
  const failed: string[] = [];
  async function runSome() {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      if ((await runApart(name)) === 'failed') failed.push(name);
  }
  await Promise.all(Array.from({ length: partsAtOnce }, runSome));
  return failed;
}

if (values.only !== undefined && parts[values.only] === undefined) {
  say(`There is no part ${values.only}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
if (values.only !== undefined) {
  say(`\n${values.only}, seed ${seed} (repeat with --only ${values.only} --seed ${seed})`);
  process.exitCode = (await runHere(values.only)) === 'passed' ? 0 : 1;
} else {
  const failed = await runParts();
  say(failed.length === 0 ? '\nall passed' : `\nfailed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
