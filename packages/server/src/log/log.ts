/** The log: JSON lines on standard output, readable lines in a terminal, and no secret in either. */
import { hostname } from 'node:os';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import { bufferedOutput } from './buffered-output.ts';
import { hideSecrets } from './hide-secrets.ts';
import { readableLine } from './readable-line.ts';

export type Log = Logger;

/** Lines of many processes end up in one place. */
const node = `${hostname()}:${process.pid}`;

export function createLog(level: LogLevel): Log {
  return writeLog(level, isatty(1) ? { write: (line) => process.stdout.write(readableLine(line)) } : bufferedOutput());
}

/** For programs whose standard output belongs to their answer. */
export function createSilentLog(): Log {
  return writeLog('silent', { write: () => undefined });
}

let millisecond = { at: 0, text: '' };

/** Most lines share their millisecond with the one before: a date is written once each (docs/decisions/0012). */
function lineTime(): string {
  const at = Date.now();
  if (at !== millisecond.at) millisecond = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return millisecond.text;
}

/** Where each log writes to: pino tells nobody. */
const outputs = new WeakMap<Log, DestinationStream>();

/** `createLog` with the output passed in. */
export function writeLog(level: LogLevel, output: DestinationStream): Log {
  const log = pino(
    {
      level,
      base: { node },
      timestamp: lineTime,
      formatters: { level: (label) => ({ level: label }) },
      // On the finished line: redaction by path misses what it was not told of (an error's message, a nested header).
      hooks: { streamWrite: hideSecrets },
    },
    output,
  );
  outputs.set(log, output);
  return log;
}

export interface RequestFacts {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  requestId: string;
  account: string | undefined;
  key: string | undefined;
  /** Of an accepted submit. */
  generation: string | null;
  /** The id of its trace, where there is one. */
  trace: string | undefined;
}

/**
 * The line that every request leaves, written by hand: pino looks at each value and the whole line for what must be
 * escaped or hidden (docs/decisions/0012). Nothing here needs it: a known method, a pattern, numbers, ids of ours.
 *
 * @param log made here; no child of one
 */
export function createRequestLog(log: Log): (level: 'info' | 'debug', facts: RequestFacts) => void {
  const output = outputs.get(log)!;
  const ofNode = `,"node":${JSON.stringify(node)}`;
  const written = { info: log.isLevelEnabled('info'), debug: log.isLevelEnabled('debug') };
  let begun = { time: '', info: '', debug: '' };
  /** The same for all lines of a millisecond: put together once. */
  const beginning = (level: 'info' | 'debug'): string => {
    const time = lineTime();
    if (time !== begun.time) {
      const rest = `"${time}${ofNode},"method":"`;
      begun = { time, info: `{"level":"info${rest}`, debug: `{"level":"debug${rest}` };
    }
    return begun[level];
  };
  return (level, { method, route, status, milliseconds, requestId, account, key, generation, trace }) => {
    if (!written[level]) return;
    const caller = account === undefined ? '' : `,"account":"${account}","key":"${key}"`;
    const made = generation === null ? '' : `,"generation":"${generation}"`;
    const traced = trace === undefined ? '' : `,"trace":"${trace}"`;
    // Two whole numbers: writing a fraction down takes longer than the rest of the line.
    const tenths = Math.round(milliseconds * 10);
    output.write(
      `${beginning(level)}${method}","route":"${route}","status":${status},"milliseconds":${Math.floor(tenths / 10)}.${tenths % 10},` +
        `"requestId":"${requestId}"${caller}${made}${traced},"msg":"request"}\n`,
    );
  };
}
