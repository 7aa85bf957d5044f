/** Which generations a filter by status takes, by the service's own rule: what somebody cancelled did not fail. */

interface Ended {
  status: string;
  failure_code: string | null;
}

export const isCancelled = ({ failure_code }: Pick<Ended, 'failure_code'>): boolean => failure_code === 'CANCELLED';

/** What the service is asked for: its `failed` are the cancelled ones, too. */
export const askedStatus = <Status extends string>(status: Status): Exclude<Status, 'failed'> | 'faulted' =>
  status === 'failed' ? 'faulted' : (status as Exclude<Status, 'failed'>);

export function fitsStatus(generation: Ended, asked: string | undefined): boolean {
  if (asked === 'cancelled') return isCancelled(generation);
  if (asked === 'faulted') return generation.status === 'failed' && !isCancelled(generation);
  return asked === undefined || generation.status === asked;
}
