/** Starts the load generator against a server and reads what it and the servers used meanwhile. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadMessage, LoadOrder, LoadPlan, LoadReport } from './load.ts';
import { type CpuSeconds, cpuBetween } from './process-figures.ts';

export interface LoadFigures {
  perSecond: number;
  seconds: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Of the server under load, its PostgreSQL apart, for each answer. */
  cpuMicroseconds: { node: number; postgres: number };
}

export interface LoadTarget {
  readonly port: number;
  cpu(): CpuSeconds;
}

/** What one run gave; those of several may be added up. */
export interface LoadRun extends LoadReport {
  used: CpuSeconds;
}

export interface Load {
  run(seconds: number): Promise<LoadRun>;
  /** For as long as `work` takes. */
  runDuring(work: () => Promise<void>): Promise<LoadRun>;
  close(): void;
}

const program = fileURLToPath(new URL('./load.ts', import.meta.url));
const defaults = { connections: 64, pauseMilliseconds: 0 };

/** Opens the connections; nothing is sent on them yet. */
export async function openLoad(
  target: LoadTarget,
  options: Pick<LoadPlan, 'requests'> & Partial<LoadPlan>,
): Promise<Load> {
  const plan: LoadPlan = { ...defaults, ...options, port: target.port };
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
  let heard = Promise.withResolvers<LoadMessage>();

  const fault = (why: string) => heard.reject(new Error(`The load on port ${target.port} failed. ${why}`));
  child.on('message', (message) => {
    const said = message as LoadMessage;
    if (said.event === 'failed') fault(said.why);
    else heard.resolve(said);
  });
  child.once('exit', (code) => fault(`The generator ended with ${code}.`));
  const order = (what: LoadOrder) => void child.send(what);

  async function listen(): Promise<LoadMessage> {
    const said = await heard.promise;
    heard = Promise.withResolvers();
    // Whoever listens next sees a fault; until then it must not end the process.
    heard.promise.catch(() => undefined);
    return said;
  }

  async function runUntil(seconds: number | 'endless', work: () => Promise<void>): Promise<LoadRun> {
    const before = target.cpu();
    order({ run: seconds });
    await work();
    const said = await listen();
    if (said.event !== 'done') throw new Error(`The load generator said ${said.event} instead of what it saw.`);
    return { ...said.report, used: cpuBetween(before, target.cpu()) };
  }

  child.send(plan);
  await listen();
  return {
    run: (seconds) => runUntil(seconds, async () => undefined),
    runDuring: (work) =>
      runUntil('endless', async () => {
        await work();
        order('stop');
      }),
    close: () => child.disconnect(),
  };
}

export function figuresOf(runs: readonly LoadRun[]): LoadFigures {
  const sum = (value: (run: LoadRun) => number) => runs.reduce((total, run) => total + value(run), 0);
  const times = Float64Array.from(runs.flatMap((run) => [...run.times])).sort();
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const eachAnswer = (seconds: number) => (seconds * 1e6) / Math.max(1, times.length);
  const seconds = sum((run) => run.seconds);
  return {
    perSecond: sum(({ answers }) => answers) / seconds,
    seconds,
    p50Milliseconds: quantile(0.5),
    p99Milliseconds: quantile(0.99),
    cpuMicroseconds: {
      node: eachAnswer(sum(({ used }) => used.node)),
      postgres: eachAnswer(sum(({ used }) => used.postgres)),
    },
  };
}
