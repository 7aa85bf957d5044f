/** A log line for people: time, level, message, then the rest as name=value. Terminals get this, everything else JSON. */
import { styleText } from 'node:util';

const colours: Readonly<Record<string, 'gray' | 'cyan' | 'yellow' | 'red'>> = {
  trace: 'gray',
  debug: 'gray',
  info: 'cyan',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};

export function readableLine(line: string): string {
  const { level, time, node, msg = '', err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const name = String(level);
  const fields = Object.entries(rest).map(([field, value]) => {
    return `${field}=${typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)}`;
  });
  const stack = err !== null && typeof err === 'object' && 'stack' in err ? `\n${err.stack}` : '';
  return [
    styleText('gray', String(time).slice(11, 19)),
    styleText(colours[name] ?? 'gray', name.padEnd(5)),
    String(msg),
    `${styleText('gray', fields.join(' '))}${stack}\n`,
  ].join(' ');
}
