/** What a soak remembers from one sitting to the next: what was played, what was checked, what was found. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultAccount } from '../fault-accounts.ts';
import { nothingToCheck, type Verdict } from '../verdict.ts';
import type { Sample } from './leaks.ts';

export interface SoakState {
  seed: number;
  /** Played to their end. */
  cycles: number;
  /** Also those that a killed sitting never ended: none is played twice, or it would find its own submits there. */
  begun: number;
  sittings: number;
  /** Of all sittings. */
  seconds: number;
  kills: Record<string, number>;
  faults: Record<string, number>;
  requests: Record<string, number>;
  /** By guarantee: how many cases it was checked on. */
  checked: Record<string, number>;
  breaches: { cycle: number; guarantee: string; breach: string }[];
  samples: Sample[];
  /** Whom the workload submits for. */
  accounts: Record<'live' | 'sandbox', FaultAccount>[];
  /** Has less than anything costs: whatever is asked with its key, nothing comes of it. */
  pauper: FaultAccount | null;
}

const fileName = 'soak.json';
const breachesKept = 200;

/** Goes on where the folder's last sitting ended; with another seed than it began with, it would be another run. */
export function readState(folder: string, seed: number | undefined): SoakState {
  mkdirSync(folder, { recursive: true });
  const before = readBefore(folder);
  if (before !== undefined && seed !== undefined && before.seed !== seed) {
    throw new Error(`${folder} holds a soak of seed ${before.seed}. Go on with that one, or name another folder.`);
  }
  return (
    before ?? {
      seed: seed ?? Math.floor(Math.random() * 2 ** 31),
      cycles: 0,
      begun: 0,
      sittings: 0,
      seconds: 0,
      kills: {},
      faults: {},
      requests: {},
      checked: {},
      breaches: [],
      samples: [],
      accounts: [],
      pauper: null,
    }
  );
}

function readBefore(folder: string): SoakState | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as SoakState;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
}

/** Whole or not at all: a sitting may be killed while it writes. Keys of the run's accounts are in it. */
export function writeState(folder: string, state: SoakState): void {
  const file = join(folder, fileName);
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function add(counts: Record<string, number>, name: string, number = 1): void {
  counts[name] = (counts[name] ?? 0) + number;
}

/** One cycle need not meet every case; the run as a whole must. */
export function noteVerdicts(state: SoakState, cycle: number, verdicts: readonly Verdict[]): number {
  let found = 0;
  for (const { guarantee, breaches, looked } of verdicts) {
    add(state.checked, guarantee, Number(looked));
    for (const breach of breaches.filter((sentence) => sentence !== nothingToCheck)) {
      found += 1;
      if (state.breaches.length < breachesKept) state.breaches.push({ cycle, guarantee, breach });
    }
  }
  return found;
}

/** The run as a whole, guarantee by guarantee. */
export function verdictsOf({ checked, breaches }: SoakState): Verdict[] {
  return Object.entries(checked).map(([guarantee, cases]) => {
    const found = breaches
      .filter((one) => one.guarantee === guarantee)
      .map(({ cycle, breach }) => `cycle ${cycle}: ${breach}`);
    return { guarantee, looked: String(cases), breaches: cases === 0 ? [nothingToCheck, ...found] : found };
  });
}

/** Of several stages of one run, as one. */
export function mergeStates(states: readonly SoakState[]): SoakState {
  const [first] = states;
  const summed = (counts: (state: SoakState) => Record<string, number>) => {
    const whole: Record<string, number> = {};
    for (const state of states) for (const [name, number] of Object.entries(counts(state))) add(whole, name, number);
    return whole;
  };
  const total = (count: (state: SoakState) => number) => states.reduce((whole, state) => whole + count(state), 0);
  return {
    ...first!,
    cycles: total(({ cycles }) => cycles),
    begun: total(({ begun }) => begun),
    seconds: total(({ seconds }) => seconds),
    sittings: Math.max(...states.map(({ sittings }) => sittings)),
    kills: summed(({ kills }) => kills),
    faults: summed(({ faults }) => faults),
    requests: summed(({ requests }) => requests),
    checked: summed(({ checked }) => checked),
    breaches: states.flatMap(({ breaches }) => breaches),
  };
}
