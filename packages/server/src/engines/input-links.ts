/** How long links to the inputs of an order are good, wherever it is sent. */
import type { EngineWork } from './engine.ts';

const secondsMin = 3_600;

/** How long an engine may take to fetch an input: its order may wait until its deadline. */
export const inputLinkSeconds = ({ deadline }: Pick<EngineWork, 'deadline'>): number =>
  Math.max(secondsMin, Math.ceil((deadline.getTime() - Date.now()) / 1000));
