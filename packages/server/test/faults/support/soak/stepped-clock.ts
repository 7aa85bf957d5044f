/**
 * Loaded before a service's own code (`node --import`): its wall clock is off by as many milliseconds as a file says, which
 * may change at any moment, as a clock that is set does. What measures spans goes on as before.
 */
import { readFileSync } from 'node:fs';

const file = process.env['SOAK_CLOCK_FILE'] ?? '';
const lookMilliseconds = 100;
const TrueDate = Date;
let offMilliseconds = 0;

class SteppedDate extends TrueDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(TrueDate.now() + offMilliseconds);
    else super(...given);
  }
  static override now(): number {
    return TrueDate.now() + offMilliseconds;
  }
}

globalThis.Date = SteppedDate as DateConstructor;
setInterval(look, lookMilliseconds).unref();
look();

function look(): void {
  try {
    offMilliseconds = Number(readFileSync(file, 'utf8'));
  } catch {
    offMilliseconds = 0;
  }
}
