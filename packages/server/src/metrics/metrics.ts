/** What the service counts about itself, for Prometheus. Labels are routes, families and engines, never accounts. */
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import { Answers } from './answers.ts';
import { createWorkDone, type WorkDone } from './work-done.ts';

export interface Metrics {
  answered(route: string, status: number, milliseconds: number): void;
  readonly work: WorkDone;
  /** Figures that are looked up when someone asks, by the name given here. */
  gauge(name: string, help: string, read: () => Promise<Record<string, number>>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

let ofProcess: Registry | undefined;

/** Once a process, however many services run in it: the timers of the library, a hundred looks a second, never end. */
function processFigures(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const itself = processFigures();
  const answers = new Answers();
  const work = createWorkDone();
  return {
    answered: (route, status, milliseconds) => answers.add(route, status, milliseconds),
    work,
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        labelNames: ['name'],
        registers: [registry],
        async collect() {
          this.reset();
          for (const [label, value] of Object.entries(await read())) this.set({ name: label }, value);
        },
      });
    },
    text: async () =>
      [await itself.metrics(), await registry.metrics(), ...answers.lines(), ...work.lines(), ''].join('\n'),
    contentType: registry.contentType,
  };
}
