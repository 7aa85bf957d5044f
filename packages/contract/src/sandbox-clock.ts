/** What `POST /v1/sandbox/clock` takes: how far the clock of a sandbox twin moves. */
import { Field } from './fields.ts';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };
/** A month of hours: more than anything here lasts. */
const advanceSecondsMax = 744 * 3_600;
const form = /^([1-9]\d{0,6})([smh])$/;

/** In seconds. */
const advance = new Field<number>({
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,6}[smh]$', examples: ['15m'] },
  absent: 'refused',
  check(value, name) {
    const [, count, unit] = (typeof value === 'string' ? form.exec(value) : null) ?? [];
    const seconds = Number(count) * (unitSeconds[unit ?? ''] ?? Number.NaN);
    if (seconds <= advanceSecondsMax) return { ok: true, value: seconds };
    const message = `${name} must be a whole number with s, m or h, such as "15m", of at most 744h`;
    return { ok: false, faults: [{ field: name, message, type: 'duration' }] };
  },
});

export const sandboxClockFields = { advance } as const;
