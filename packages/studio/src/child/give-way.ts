/** Lets the service go first while something is drawn or encoded on the same cores: it must stay quick. */
import { constants, getPriority, setPriority } from 'node:os';

let given = false;

/** There is no way back: only root may take an earlier turn than it has. Threads that are there already keep theirs. */
export function giveWay(): void {
  given = true;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid it; the work is the same, only less polite.
  }
}

export const hasGivenWay = (): boolean => given;
