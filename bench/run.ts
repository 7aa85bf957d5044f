/** `npm run bench`: measures every figure, or those named, prints them and writes docs/performance.md. */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureEngines } from './engines.ts';
import { measureFairShare } from './fair-share.ts';
import { cells, type Figure, isKept, type Rounds } from './figure.ts';
import { measureInteractions } from './interactions.ts';
import { performancePage } from './page.ts';
import { measurePickup } from './pickup.ts';
import { measurePoll } from './poll.ts';
import { measureStart } from './start.ts';
import { measureStudio } from './studio.ts';
import { measureSubmit } from './submit.ts';
import { measureSubmitLoads } from './submit-loads.ts';
import { measureTableSize } from './table-size.ts';
import { measureUploads } from './uploads.ts';
import { measureWaitsAndEvents } from './waits-and-events.ts';

const measurements = {
  submit: measureSubmit,
  'submit-loads': measureSubmitLoads,
  poll: measurePoll,
  'waits-and-events': measureWaitsAndEvents,
  'table-size': measureTableSize,
  uploads: measureUploads,
  'fair-share': measureFairShare,
  pickup: measurePickup,
  start: measureStart,
  interactions: measureInteractions,
  engines: measureEngines,
  studio: measureStudio,
} as const satisfies Record<string, (rounds: Rounds) => Promise<Figure[]>>;

type Name = keyof typeof measurements;
const names = Object.keys(measurements) as Name[];

const usage = `npm run bench -- [${names.join('|')}]... [--quick] [--strict]

  --quick   two short rounds instead of five
  --strict  end with 1 when a promise is not kept

All figures, in five rounds, are written to docs/performance.md; a part or a quick run is only printed.`;

const thorough: Rounds = { count: 5, seconds: 2 };
const quick: Rounds = { count: 2, seconds: 1 };

function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const [what, target, measured, spread, verdict] = cells(figure);
    const columns = [what.padEnd(72), target.padEnd(12), measured.padEnd(12), spread.padEnd(26), verdict];
    process.stdout.write(`${columns.join(' ').trimEnd()}\n`);
  }
}

function readArguments(): { chosen: Name[]; quick: boolean; strict: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, strict: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !names.includes(name as Name));
  if (values.help || unknown.length > 0) {
    process.stdout.write(`${usage}\n`);
    process.exit(unknown.length > 0 ? 2 : 0);
  }
  const chosen = positionals.length === 0 ? names : (positionals as Name[]);
  return { chosen, quick: values.quick === true, strict: values.strict === true };
}

const options = readArguments();
if (process.platform !== 'linux') throw new Error('CPU and memory are read from /proc: the bench runs on Linux only.');

const measured: Figure[] = [];
const [loadBefore = 0] = loadavg();
for (const name of options.chosen) {
  const figures = await measurements[name](options.quick ? quick : thorough);
  printFigures(figures);
  measured.push(...figures);
}
if (options.chosen.length === names.length && !options.quick) {
  const page = new URL('../docs/performance.md', import.meta.url);
  writeFileSync(page, performancePage({ figures: measured, rounds: thorough, measuredAt: new Date(), loadBefore }));
}
if (options.strict && !measured.every(isKept)) process.exitCode = 1;
