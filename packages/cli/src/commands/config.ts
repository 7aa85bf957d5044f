/** `afterimage config`: the settings in force, and where each came from. */
import { families } from '@afterimage/contract';
import { type EffectiveSetting, loadEffectiveSettings } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import { withoutDatabase } from '../operation.ts';
import { dim, table } from '../output.ts';

export function addConfigCommand(program: Command): void {
  const command = program.command('config').description('print the settings in force, secrets masked');
  withoutDatabase(command, ['config', 'config --json'], async () => {
    const settings = loadEffectiveSettings(families);
    const rows = settings.flatMap(rowsOf);
    return {
      json: { settings: settings.map(({ fileLines, ...setting }) => ({ ...setting, file_lines: fileLines })) },
      text: `${table(['SETTING', 'VALUE', 'FROM'], rows)}\n${dim('docs/configuration.md says what each means.')}`,
    };
  });
}

/** A table that the file adds to is shown line by line; one left alone would only fill the screen. */
function rowsOf({ name, value, from, fileLines }: EffectiveSetting): string[][] {
  if (!isTable(value)) return [[name, shown(value), from]];
  if (from === 'default') return [[name, 'as documented', from]];
  return linesOf(value).map(([line, below]) => {
    const isWritten = fileLines === undefined || fileLines.includes(line);
    return [`${name}.${line}`, shown(below), isWritten ? from : 'default'];
  });
}

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function linesOf(table: object): [line: string, value: unknown][] {
  return Object.entries(table).flatMap(([key, value]): [string, unknown][] =>
    isTable(value) ? linesOf(value).map(([line, below]) => [`${key}.${line}`, below]) : [[key, value]],
  );
}

function shown(value: unknown): string {
  return (Array.isArray(value) ? value.join(',') : String(value ?? '')) || '-';
}
