/** Two sides under the same load, alternately (A, B, B, A …), so that whatever else the machine does falls on both. */
import { figuresOf, type Load, type LoadFigures, type LoadRun, type LoadTarget, openLoad } from './apply-load.ts';
import type { Figure, Rounds } from './figure.ts';

export interface Side {
  target: LoadTarget;
  requests: string[];
  /** 64 where nothing is said. */
  connections?: number;
}

export interface Measured {
  ours: LoadFigures[];
  theirs: LoadFigures[];
}

/** Before the first round both sides get the time that Node takes to compile what is hot: after two seconds a poll still takes half as long again. */
const warmSeconds = 10;
/** A machine may be twice as quick as it was two seconds ago, but seldom twice as quick as it was just now. */
const sliceSeconds = 0.25;

export async function alternate(sides: { ours: Side; theirs: Side }, rounds: Rounds): Promise<Measured> {
  const open = ({ target, ...plan }: Side) => openLoad(target, plan);
  const ours = await open(sides.ours);
  const theirs = await open(sides.theirs);
  try {
    await takeRound({ ours, theirs }, warmSeconds);
    const measured: Measured = { ours: [], theirs: [] };
    for (let round = 0; round < rounds.count; round += 1) {
      const runs = await takeRound({ ours, theirs }, rounds.seconds);
      measured.ours.push(figuresOf(runs.ours));
      measured.theirs.push(figuresOf(runs.theirs));
    }
    return measured;
  } finally {
    ours.close();
    theirs.close();
  }
}

async function takeRound(loads: { ours: Load; theirs: Load }, seconds: number) {
  const runs: { ours: LoadRun[]; theirs: LoadRun[] } = { ours: [], theirs: [] };
  for (let slice = 0; slice * sliceSeconds < seconds; slice += 1) {
    // Whoever came second comes first, or a load that grows would always fall on the same side.
    const order = slice % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
    for (const name of order) runs[name].push(await loads[name].run(sliceSeconds));
  }
  return runs;
}

/** What stands behind a ratio of requests a second. */
export function behindThem(names: { ours: string; theirs: string }, { ours, theirs }: Measured): Figure[] {
  return [
    { what: `${names.ours}s`, unit: 'per second', rounds: ours.map(({ perSecond }) => perSecond) },
    { what: `${names.theirs}s`, unit: 'per second', rounds: theirs.map(({ perSecond }) => perSecond) },
    { what: `${names.ours}, p50`, unit: 'ms', rounds: ours.map(({ p50Milliseconds }) => p50Milliseconds) },
    { what: `${names.ours}, p99`, unit: 'ms', rounds: ours.map(({ p99Milliseconds }) => p99Milliseconds) },
    { what: `CPU a ${names.ours}, our process`, unit: 'us', rounds: ours.map(({ cpuMicroseconds: { node } }) => node) },
    {
      what: `CPU a ${names.ours}, PostgreSQL`,
      unit: 'us',
      rounds: ours.map(({ cpuMicroseconds: { postgres } }) => postgres),
    },
    { what: `CPU a ${names.theirs}`, unit: 'us', rounds: theirs.map(({ cpuMicroseconds: { node } }) => node) },
  ];
}

export function cpuRatios({ ours, theirs }: Measured): number[] {
  return ours.map((figures, round) => cpuOf(figures) / cpuOf(theirs[round]!));
}

/** Of both: where PostgreSQL takes part, that is where most things show. */
export const cpuOf = ({ cpuMicroseconds }: LoadFigures): number => cpuMicroseconds.node + cpuMicroseconds.postgres;

export function perSecondRatios({ ours, theirs }: Measured): number[] {
  return ours.map(({ perSecond }, round) => perSecond / theirs[round]!.perSecond);
}
