/** Starts the load generator against a server and reads what it and the servers used meanwhile. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadMessage, LoadPlan, LoadReport } from './load.ts';
import { type CpuSeconds, cpuBetween } from './process-figures.ts';

export interface LoadFigures extends LoadReport {
  perSecond: number;
  /** Of the server under load, its PostgreSQL apart. */
  cpuMicroseconds: { node: number; postgres: number };
}

export interface LoadTarget {
  readonly port: number;
  cpu(): CpuSeconds;
}

export interface RunningLoad {
  /** Resolves once warm-up is over and measuring begins. */
  readonly warm: Promise<void>;
  readonly figures: Promise<LoadFigures>;
  stop(): void;
}

const program = fileURLToPath(new URL('./load.ts', import.meta.url));
const defaults = { connections: 64, warmSeconds: 0.5, pauseMilliseconds: 0 };

export type LoadOptions = Partial<LoadPlan> & Pick<LoadPlan, 'requests' | 'seconds'>;

export function startLoad(target: LoadTarget, options: LoadOptions): RunningLoad {
  const plan: LoadPlan = { ...defaults, ...options, port: target.port };
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const warm = Promise.withResolvers<void>();
  const figures = Promise.withResolvers<LoadFigures>();
  let before: CpuSeconds | undefined;

  function fault(why: string): void {
    const error = new Error(`The load on port ${target.port} failed. ${why}`);
    warm.reject(error);
    figures.reject(error);
  }

  child.on('message', (message) => {
    const heard = message as LoadMessage;
    if (heard.event === 'failed') return fault(heard.why);
    if (heard.event === 'warm') {
      before = target.cpu();
      return warm.resolve();
    }
    const used = cpuBetween(before!, target.cpu());
    figures.resolve(withCpu(heard.report, used));
  });
  child.once('exit', (code) => fault(`The generator ended with ${code}.`));
  child.send(plan);
  // Whoever waits for one of the two sees the fault there; the other must not end the process.
  warm.promise.catch(() => undefined);
  figures.promise.catch(() => undefined);
  return { warm: warm.promise, figures: figures.promise, stop: () => void child.send('stop') };
}

export function applyLoad(target: LoadTarget, options: LoadOptions): Promise<LoadFigures> {
  return startLoad(target, options).figures;
}

function withCpu(report: LoadReport, used: CpuSeconds): LoadFigures {
  const each = (seconds: number) => (seconds * 1e6) / Math.max(1, report.answers);
  return {
    ...report,
    perSecond: report.answers / report.seconds,
    cpuMicroseconds: { node: each(used.node), postgres: each(used.postgres) },
  };
}
