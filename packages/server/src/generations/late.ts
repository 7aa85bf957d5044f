/** Ends a generation that is past its time limit. */
import type { FailureClass } from '@afterimage/contract';
import { failGeneration, type Settled, type SettleServices } from './settle.ts';
import type { OverdueRow } from './store.ts';

export async function failLate(services: SettleServices, row: OverdueRow): Promise<Settled> {
  const failure = causeOf(row);
  return failGeneration(services, row, {
    code: services.families.get(row.family)!.failureCode(failure),
    reason:
      failure === 'unavailable'
        ? 'The engine was unavailable until the time limit.'
        : 'The generation exceeded its time limit.',
  });
}

/** An engine that was down until the end is the service's maintenance, not the job's slowness. */
function causeOf(row: OverdueRow): FailureClass {
  return row.engine_trouble === 'unavailable' ? 'unavailable' : 'timeout';
}
