/** Counts answers and their times in plain numbers: a library's counters cost much more (docs/decisions/0012). */
import { Durations, type Series } from './durations.ts';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface RouteAnswers {
  labels: string;
  byStatus: Map<number, number>;
  times: Series;
}

export class Answers {
  readonly #byRoute = new Map<string, RouteAnswers>();
  readonly #times = new Durations('afterimage_http_seconds', {
    help: 'Time from the request to its answer, by route.',
    buckets,
  });

  /** @param route a pattern, of which there are few and none holds a quotation mark */
  add(route: string, status: number, milliseconds: number): void {
    let known = this.#byRoute.get(route);
    if (known === undefined) {
      const labels = `route="${route}"`;
      known = { labels, byStatus: new Map(), times: this.#times.of(labels) };
      this.#byRoute.set(route, known);
    }
    known.byStatus.set(status, (known.byStatus.get(status) ?? 0) + 1);
    known.times.add(milliseconds / 1000);
  }

  /** In Prometheus' text format. */
  lines(): string[] {
    return [
      '# HELP afterimage_http_answers_total Answers by route and status.',
      '# TYPE afterimage_http_answers_total counter',
      ...[...this.#byRoute.values()].flatMap(({ labels, byStatus }) =>
        [...byStatus].map(([status, count]) => `afterimage_http_answers_total{${labels},status="${status}"} ${count}`),
      ),
      ...this.#times.lines(),
    ];
  }
}
