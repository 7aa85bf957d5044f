/** `afterimage config`: the settings in force, and where each came from. */
import { families } from '@afterimage/contract';
import { type EffectiveSetting, loadEffectiveSettings } from '@afterimage/server/config';
import type { Command } from 'commander';
import { dim, table } from '../answer.ts';
import { answering } from '../operation.ts';

export function addConfigCommand(program: Command): void {
  const command = program.command('config').description('print the settings in force, secrets masked');
  answering(command, ['config', 'config --json'], async () => {
    const settings = loadEffectiveSettings(families);
    const rows = settings.flatMap(rowsOf);
    return {
      json: { settings },
      text: `${table(['SETTING', 'VALUE', 'FROM'], rows)}\n${dim('docs/configuration.md says what each means.')}`,
    };
  });
}

/** A table set in the file is shown line by line; one left alone would only fill the screen. */
function rowsOf({ name, value, from }: EffectiveSetting): string[][] {
  if (value === null || value === '') return [[name, '-', from]];
  if (typeof value !== 'object') return [[name, String(value), from]];
  if (from === 'default') return [[name, Array.isArray(value) ? value.join(',') || '-' : 'as documented', from]];
  return Object.entries(value).flatMap(([key, below]) => rowsOf({ name: `${name}.${key}`, value: below, from }));
}
