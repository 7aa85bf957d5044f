/** What a command has to say: for programs one line of JSON, for people a few lines that are easy to read. */
import { styleText } from 'node:util';

export interface Output {
  json: Record<string, unknown>;
  text: string;
  /** Set when the output is bad news, such as an audit that found something. */
  exitCode?: 1;
}

export function printOutput(output: Output, form: { json?: boolean }): void {
  process.stdout.write(`${form.json ? jsonLine(output.json) : output.text}\n`);
  if (output.exitCode !== undefined) process.exitCode = output.exitCode;
}

const hexadecimal = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');

/** What others wrote, so that it stays on its line and a terminal shows it instead of obeying. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}/gu, (control) => `\\x${hexadecimal(control)}`);

/** The same of several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** JSON leaves the controls from U+007F to U+009F as they are, and terminals obey those, too. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replaceAll(/\p{Cc}/gu, (control) => `\\u00${hexadecimal(control)}`);

export const bold = (text: string): string => styleText('bold', text);
const good = (text: string): string => styleText('green', text);
const bad = (text: string): string => styleText('red', text);
export const dim = (text: string): string => styleText('dim', text);

/** Names on the left, values in a column of their own. */
export function facts(lines: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${dim(name.padEnd(width))}  ${visible(value)}`).join('\n');
}

/** One thing that was looked at. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

export function checkLines(told: readonly Check[]): string {
  const checks = told.map(({ name, ok, detail }) => ({ name: visible(name), ok, detail: visibleLines(detail) }));
  const width = Math.max(14, ...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, ok, detail }) => `  ${ok ? good('✓') : bad('✗')} ${name.padEnd(width)} ${ok ? dim(detail) : detail}`)
    .join('\n');
}

export function table(head: readonly string[], told: readonly (readonly string[])[]): string {
  const rows = told.map((cells) => cells.map(visible));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [dim(line(head)), ...rows.map(line)].join('\n');
}

export function moment(date: Date | null): string {
  return date === null ? '-' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
