/** Counts answers and their times in plain numbers: a library's counters cost ten times as much (docs/decisions/0012). */

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

class RouteAnswers {
  readonly byStatus = new Map<number, number>();
  /** How many took as long as each bucket allows and longer than the one before; the last took longer than all. */
  readonly byBucket = new Array<number>(secondsBuckets.length + 1).fill(0);
  seconds = 0;

  add(status: number, seconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.seconds += seconds;
    let bucket = 0;
    while (seconds > secondsBuckets[bucket]!) bucket += 1;
    this.byBucket[bucket]! += 1;
  }
}

export class Answers {
  readonly #byRoute = new Map<string, RouteAnswers>();

  /** @param route a pattern, of which there are few and none holds a quotation mark */
  add(route: string, status: number, milliseconds: number): void {
    let known = this.#byRoute.get(route);
    if (known === undefined) {
      known = new RouteAnswers();
      this.#byRoute.set(route, known);
    }
    known.add(status, milliseconds / 1000);
  }

  /** In Prometheus' text format. */
  text(): string {
    const routes = [...this.#byRoute];
    return [
      '# HELP afterimage_http_answers_total Answers by route and status.',
      '# TYPE afterimage_http_answers_total counter',
      ...routes.flatMap(([route, { byStatus }]) =>
        [...byStatus].map(([status, count]) => {
          return `afterimage_http_answers_total{route="${route}",status="${status}"} ${count}`;
        }),
      ),
      '# HELP afterimage_http_seconds Time from the request to its answer, by route.',
      '# TYPE afterimage_http_seconds histogram',
      ...routes.flatMap(([route, answers]) => histogramLines(route, answers)),
      '',
    ].join('\n');
  }
}

/** Prometheus counts in each bucket all that took at most so long, the faster ones too. */
function histogramLines(route: string, { byBucket, seconds }: RouteAnswers): string[] {
  let count = 0;
  const buckets = byBucket.map((added, index) => {
    count += added;
    return `afterimage_http_seconds_bucket{le="${secondsBuckets[index] ?? '+Inf'}",route="${route}"} ${count}`;
  });
  const labels = `{route="${route}"}`;
  return [
    ...buckets,
    `afterimage_http_seconds_sum${labels} ${seconds}`,
    `afterimage_http_seconds_count${labels} ${count}`,
  ];
}
