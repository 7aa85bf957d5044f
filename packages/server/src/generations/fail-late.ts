/** How a generation ends that is past its time limit. */
import type { FailureClass } from '@afterimage/contract';
import { failGeneration, type Settled, type SettleServices } from './settle.ts';
import type { OverdueRow } from './store.ts';

export async function failLate(services: SettleServices, row: OverdueRow): Promise<Settled> {
  // An engine that was down until the end is the service's maintenance, not the job's slowness.
  const wasDown = row.engine_trouble === 'unavailable';
  const failure: FailureClass = wasDown ? 'unavailable' : 'timeout';
  const reason = wasDown
    ? 'The engine was unavailable until the time limit.'
    : 'The generation exceeded its time limit.';
  return failGeneration(services, row, { code: services.families.get(row.family)!.failureCode(failure), reason });
}
