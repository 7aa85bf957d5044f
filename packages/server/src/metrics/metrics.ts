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

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    text: async () => [await registry.metrics(), ...answers.lines(), ...work.lines(), ''].join('\n'),
    contentType: registry.contentType,
  };
}
