/** Which generations a list takes by their status: somebody ended the cancelled ones, and the faulted failed by themselves. */
import { cancelledCode, type ListedStatus } from '@afterimage/contract';

/** Of `generations g`; the value stands at the parameter that is given. */
export function statusCondition(status: ListedStatus): { condition(at: string): string; value: string } {
  if (status === 'cancelled') return { condition: (at) => `g.failure_code = ${at}`, value: cancelledCode };
  if (status === 'faulted') {
    return {
      condition: (at) => `g.status = 'failed' and g.failure_code is distinct from ${at}`,
      value: cancelledCode,
    };
  }
  return { condition: (at) => `g.status = ${at}`, value: status };
}
