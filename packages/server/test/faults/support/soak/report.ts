/** The report of a soak, in plain lines: what was played, what was checked, what grew. */
import { judge, type Verdict, verdictLines } from '../verdict.ts';
import type { Sample } from './leaks.ts';
import { type SoakState, verdictsOf } from './state.ts';

type Measure = Exclude<keyof Sample, 'cycle' | 'sitting' | 'minutes'>;

const measures: Record<Measure, string> = {
  apiMegabytes: 'memory of the api process, MB',
  workerMegabytes: 'memory of the worker process, MB',
  apiHandles: 'handles of the api process',
  workerHandles: 'handles of the worker process',
  children: 'children of the two',
  databaseProcesses: 'processes of PostgreSQL',
  mediaFiles: 'media files',
  scratchFiles: 'scratch files',
  spoolFolders: 'spool folders',
  generationRows: 'rows of generations',
  mediaRows: 'rows of media',
};

/** Ever more of them is the purpose of the service; how long they are kept is a setting. */
const mayGrow: readonly Measure[] = ['generationRows', 'mediaFiles', 'mediaRows', 'scratchFiles'];

/** A process takes some cycles to reach its size, and what it measures goes up and down from one to the next. */
const warmCycles = 4;
const judgedCyclesMin = 12;
const flatSlack: Partial<Record<Measure, number>> = { apiMegabytes: 32, workerMegabytes: 32 };
const otherSlack = 6;
const flatShare = 0.1;

export function reportLines(state: SoakState, about: { disk: string; memory: string }): string[] {
  const { cycles, sittings, seconds, seed } = state;
  return [
    `Soak of seed ${seed}: ${cycles} cycles in ${(seconds / 3_600).toFixed(2)} hours, ${sittings} sittings`,
    '',
    `${sum(state.kills)} kills (kill -9)`,
    ...listed(state.kills),
    `${sum(state.faults)} other faults`,
    ...listed(state.faults),
    `  disk: ${about.disk}`,
    `  memory: ${about.memory}`,
    'requests and what came of them',
    ...listed(state.requests),
    '',
    'invariants, and on how many cases they were checked',
    ...verdictLines(allVerdicts(state)),
    '',
    'this sitting: at its first cycle, at its last, and its slope an hour',
    ...growthLines(lastSitting(state.samples)),
  ];
}

export const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((whole, count) => whole + count, 0);

export const listed = (counts: Record<string, number>): string[] =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `  ${String(count).padStart(9)}  ${name}`);

export function allVerdicts(state: SoakState): Verdict[] {
  return [...verdictsOf(state), ...flatVerdicts(state.samples)];
}

function lastSitting(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ sitting }) => sitting === samples.at(-1)?.sitting);
}

function growthLines(samples: readonly Sample[]): string[] {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return ['  no cycle came to its end'];
  return Object.entries(measures).map(([name, what]) => {
    const measure = name as Measure;
    const slope = slopeOf(samples, measure);
    const told = slope === null ? '' : `  ${slope >= 0 ? '+' : ''}${slope.toFixed(1)} an hour`;
    return `  ${String(first[measure]).padStart(9)} -> ${String(last[measure]).padStart(9)}  ${what}${told}`;
  });
}

/** The median of the slopes between all pairs: a single cycle that was out of line does not tilt it. */
function slopeOf(samples: readonly Sample[], measure: Measure): number | null {
  const warm = samples.slice(warmCycles);
  const slopes = warm.flatMap((one, index) =>
    warm.slice(index + 1).map((other) => (60 * (other[measure] - one[measure])) / (other.minutes - one.minutes)),
  );
  return slopes.length < 3 ? null : median(slopes);
}

/** Between the first third of a sitting, once warm, and its last: nothing may have grown. */
function flatVerdicts(samples: readonly Sample[]): Verdict[] {
  const sittings = [...Map.groupBy(samples, ({ sitting }) => sitting).values()].filter(
    (sitting) => sitting.length >= judgedCyclesMin,
  );
  // Too short to tell: the figures are shown, and nobody is judged by them.
  if (sittings.length === 0) return [];
  const breaches = sittings.flatMap((sitting) => growthIn(sitting.slice(warmCycles)));
  return [judge('memory, handles and processes stay as they are', { cases: samples.length, breaches })];
}

function growthIn(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  return (Object.keys(measures) as Measure[])
    .filter((measure) => !mayGrow.includes(measure))
    .flatMap((measure) => {
      const before = median(samples.slice(0, third).map((sample) => sample[measure]));
      const after = median(samples.slice(-third).map((sample) => sample[measure]));
      const allowed = before * (1 + flatShare) + (flatSlack[measure] ?? otherSlack);
      return after <= allowed ? [] : [`${measures[measure]}: ${before} became ${after}.`];
    });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
