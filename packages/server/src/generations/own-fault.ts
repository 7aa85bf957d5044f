/** What a fault of the service itself is, while it works on a generation: trouble that may pass, or a mistake of ours. */
import type { EngineFault } from '../engines/engine.ts';
import { StoreUnavailable } from '../media/media-store.ts';

/** Not the engine's doing. A media store out of reach, or a full disk, may pass; a mistake of ours is not tried for ever. */
export function ownFault(cause: unknown): EngineFault {
  const passes = cause instanceof StoreUnavailable || typeof (cause as { errno?: unknown } | null)?.errno === 'number';
  const message = 'The service failed while it worked on this.';
  return { class: passes ? 'unavailable' : 'internal', message, sentence: message, whose: 'ours', cause };
}
