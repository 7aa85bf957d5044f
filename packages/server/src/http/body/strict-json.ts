/** Parses a JSON text that is held whole, stricter than JSON.parse: no double names, no bad UTF-8, bounded depth. */
import { isUtf8 } from 'node:buffer';
import { depthMax, findJsonFault, type TextFault } from './json-fault.ts';
import { findBadUtf8 } from './utf8.ts';

export type StrictReading = { ok: true; value: unknown } | { ok: false; text: string; fault: TextFault };

const quoteMark = 34;
const colon = 58;
const backslash = 92;

/**
 * JSON.parse keeps the last of two equal names, so the names it kept are counted against the colons that were written,
 * by hand: faster than a regular expression. `__proto__` is a name like any other: JSON.parse makes it a field of the
 * object, and nothing here copies fields that a family does not know.
 */
export function parseStrictJson(bytes: Buffer): StrictReading {
  const text = bytes.toString('utf8');
  // The decoder leaves U+FFFD for bytes it cannot read; looking for it costs nothing in ASCII, which most bodies are.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return { ok: false, text, fault: findBadUtf8(bytes) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, text, fault: explain(text) };
  }
  if (countNames(value, 1) !== countColons(bytes)) return { ok: false, text, fault: explain(text) };
  return { ok: true, value };
}

/** How many names the value has; NaN, which equals no count, when it holds something that is refused. */
function countNames(value: unknown, depth: number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > depthMax) return Number.NaN;
  let names = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) names += countNames(value[i], depth + 1);
    return names;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    names += 1 + countNames(fields[name], depth + 1);
  }
  return names;
}

/** How many names were written: the colons outside strings. Only for bytes that JSON.parse has taken. */
function countColons(bytes: Buffer): number {
  let colons = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quoteMark) inString = false;
    } else if (byte === quoteMark) inString = true;
    else if (byte === colon) colons += 1;
  }
  return colons;
}

function explain(text: string): TextFault {
  return findJsonFault(text) ?? { what: 'The body is not valid JSON', index: 0 };
}
