/** The ids of generations: UUIDs of version 7, each greater than the one that this process gave before. */
import { randomUUIDv7 } from 'node:crypto';

/** `01234567-89ab` of `01234567-89ab-7cde-8f01-23456789abcd`: the millisecond. */
const timeCharacters = 13;
/** `-8f01-23456789abcd`: chance, more than enough to be told apart from what other processes give. */
const tailStart = 18;
const perMillisecondMax = 0x1000;
const counts = Array.from({ length: perMillisecondMax }, (_, count) => count.toString(16).padStart(3, '0'));

let time = '';
let count = 0;

/**
 * Node's leave the order inside a millisecond to chance. Here the twelve bits behind the time count instead, which the
 * RFC allows (9562, section 6.2), so lists show what was submitted at once in the order in which it came.
 */
export function nextId(): string {
  const drawn = randomUUIDv7();
  const drawnTime = drawn.slice(0, timeCharacters);
  if (drawnTime > time) {
    time = drawnTime;
    count = 0;
  } else if (count < perMillisecondMax - 1) {
    count += 1;
  } else {
    // So many in one millisecond, or a clock that was set back: unique, if not in order.
    return drawn;
  }
  return `${time}-7${counts[count]}${drawn.slice(tailStart)}`;
}
