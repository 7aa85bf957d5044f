/** Two sides under the same load, in turns (A, B, B, A …), so that whatever else the machine does falls on both. */
import { applyLoad, type LoadFigures, type LoadTarget } from './apply-load.ts';
import type { Figure, Rounds } from './figure.ts';

export interface Side {
  target: LoadTarget;
  requests: string[];
}

export interface Turns {
  ours: LoadFigures[];
  theirs: LoadFigures[];
}

/** Before the first round both sides get the time that Node takes to compile what is hot. */
const firstWarmSeconds = 2;

export async function takeTurns(sides: { ours: Side; theirs: Side }, rounds: Rounds): Promise<Turns> {
  const turns: Turns = { ours: [], theirs: [] };
  for (let round = 0; round < rounds.count; round += 1) {
    const pace = { seconds: rounds.seconds, ...(round === 0 ? { warmSeconds: firstWarmSeconds } : {}) };
    // Whoever came second comes first, or a load that grows would always fall on the same side.
    const order = round % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const);
    for (const name of order) {
      const { target, requests } = sides[name];
      turns[name].push(await applyLoad(target, { requests, ...pace }));
    }
  }
  return turns;
}

/** What stands behind a ratio of requests a second. */
export function behindThem(names: { ours: string; theirs: string }, { ours, theirs }: Turns): Figure[] {
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

export function perSecondRatios({ ours, theirs }: Turns): number[] {
  return ours.map(({ perSecond }, round) => perSecond / theirs[round]!.perSecond);
}
