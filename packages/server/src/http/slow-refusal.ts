/** Whoever has had its share is told so slowly: a loop that asks again at once would cost everybody a processor. */
import { setTimeout as pause } from 'node:timers/promises';

const refusalMilliseconds = 500;

export const beforeRefusal = (): Promise<void> => pause(refusalMilliseconds, undefined, { ref: false });
