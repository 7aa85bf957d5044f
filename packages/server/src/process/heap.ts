/** How much garbage may gather before all that is alive is looked through for it. */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/**
 * The service keeps some 20 MB alive; V8 would look through them whenever a few more have gathered, which costs more. With
 * a thousand jobs at engines more than twice as much is alive: then garbage gets less room, so that the whole stays small.
 */
const heapBytes = 65_000_000;
const percentMax = 200;
const percentMin = 40;

/** For the whole process, from the next look on. */
export function letHeapGrow(): void {
  setGrowth(percentMax);
  const looks = new PerformanceObserver((list) => {
    const wasWhole = (list.getEntries() as GcEntry[]).some(
      ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR,
    );
    if (!wasWhole) return;
    const { heapUsed } = process.memoryUsage();
    setGrowth((100 * (heapBytes - heapUsed)) / heapUsed);
  });
  looks.observe({ entryTypes: ['gc'] });
}

/** Its types know no details. */
type GcEntry = PerformanceEntry & { detail: { kind: number } };

function setGrowth(percent: number): void {
  const whole = Math.round(Math.min(percentMax, Math.max(percentMin, percent)));
  setFlagsFromString(`--heap-growing-percent=${whole}`);
}
