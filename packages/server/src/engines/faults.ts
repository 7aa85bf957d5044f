/** The one table of what may go wrong at an engine: what families call it, and whether it is tried again, or elsewhere. */
import type { FailureClass } from '@afterimage/contract';
import type { ErrorClass } from './engine.ts';

export interface FaultRule {
  /** Which of its codes a family shows. Whether the price is given back follows from the code. */
  failure: FailureClass;
  /**
   * The next engine of the route. `operator`: where the file's policy says so. A number: when this engine has answered so
   * this many times in a row. `unbilled`: where nothing is owed for it.
   */
  next: 'never' | 'operator' | 'unbilled' | number;
  /** The same engine. `passes`: until the time limit. `free`: a few times, where asking costs nothing. */
  again: 'never' | 'passes' | 'free';
  /** What the wait until the time limit counts as: an engine that is down, or one that has no room. */
  trouble: 'unavailable' | 'internal' | null;
  /** Whether it counts against the engine itself. */
  breaker: 'counts' | 'ignores';
  /** For callers: nothing in it is a vendor's. */
  sentence: string;
}

const final = { next: 'never', again: 'never', trouble: null, breaker: 'ignores' } as const;
const down = { failure: 'unavailable', again: 'passes', trouble: 'unavailable', breaker: 'counts' } as const;
const full = { failure: 'timeout', next: 3, again: 'passes', trouble: null, breaker: 'ignores' } as const;

export const faultRules: Readonly<Record<ErrorClass, FaultRule>> = {
  content_policy: { ...final, failure: 'content_policy', next: 'operator', sentence: 'The content was refused.' },
  declined: { ...final, failure: 'declined', sentence: 'Nothing was made, and no reason was given.' },
  image_inaccessible: { ...final, failure: 'image_inaccessible', sentence: 'A medium could not be fetched.' },
  invalid_image: { ...final, failure: 'invalid_image', sentence: 'A medium that was sent cannot be used.' },
  unsupported: { ...final, failure: 'internal', next: 1, sentence: 'No engine here can make this.' },
  rate_limited: { ...full, sentence: 'No engine had room for it in time.' },
  capacity: { ...full, sentence: 'No engine had room for it in time.' },
  auth: { ...down, next: 1, sentence: 'The engine was unavailable.' },
  quota: { ...down, next: 1, sentence: 'The engine was unavailable.' },
  unavailable: { ...down, next: 2, sentence: 'The engine was unavailable.' },
  timeout: { ...final, failure: 'timeout', sentence: 'The time limit came before the end.' },
  internal: {
    failure: 'internal',
    next: 'unbilled',
    again: 'free',
    trouble: 'internal',
    breaker: 'ignores',
    sentence: 'The engine failed.',
  },
  unknown_submit: { ...final, failure: 'internal', sentence: 'The engine gave no word of the work.' },
};
