/** What the service counts about itself, for Prometheus. Labels are routes, families and lanes, never accounts. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

export interface Metrics {
  answered(route: string, status: number, milliseconds: number): void;
  /** Figures that are looked up when someone asks, by the name given here. */
  gauge(name: string, help: string, read: () => Promise<Record<string, number>> | Record<string, number>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'afterimage_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'afterimage_http_seconds',
    help: 'Time from the request to its answer, by route.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  // Looking a child up by its labels costs more than counting; routes and statuses are few.
  const durationsOf = keep((route: string) => durations.labels(route));
  const answersOf = keep((route: string) => keep((status: number) => answers.labels(route, String(status))));

  return {
    answered(route, status, milliseconds) {
      answersOf(route)(status).inc();
      durationsOf(route).observe(milliseconds / 1000);
    },
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function keep<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
