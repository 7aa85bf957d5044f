/** Counts a generation that has ended, once its end is committed. */
import { timeOfId } from '../db/id-times.ts';
import type { Metrics } from '../metrics/metrics.ts';

export function countEnd({ work }: Metrics, { id, family }: { id: string; family: string }, code: string | null): void {
  work.ended(family, code, (Date.now() - timeOfId(id)) / 1000);
}
