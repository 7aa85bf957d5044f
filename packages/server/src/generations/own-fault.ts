/** What a fault of the service itself is, while it works on a generation: trouble that may pass, or a mistake of ours. */
import type { EngineFault } from '../engines/engine.ts';
import { StoreUnavailable } from '../media/media-store.ts';

/** What PostgreSQL says to one of two that wait for each other: the other goes on, and then this one may. */
const deadlock = '40P01';

/**
 * Not the engine's doing. A media store out of reach, a full disk, or a transaction that gave way to another may pass; a mistake
 * of ours is not tried for ever.
 */
export function ownFault(cause: unknown): EngineFault {
  const { errno, code } = (cause ?? {}) as { errno?: unknown; code?: unknown };
  const passes = cause instanceof StoreUnavailable || typeof errno === 'number' || code === deadlock;
  const message = 'The service failed while it worked on this.';
  return { class: passes ? 'unavailable' : 'internal', message, sentence: message, whose: 'ours', cause };
}
