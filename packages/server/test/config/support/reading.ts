/** Reads settings from variables alone, on a machine that is made up. */
import assert from 'node:assert/strict';
import { families } from '@afterimage/contract';
import { readSettings, type SettingsSource, WrongSettings } from '../../../src/config/read.ts';
import type { Settings } from '../../../src/config/settings.ts';

export function source(env: Record<string, string>): SettingsSource {
  const machine = { checkoutFolder: '/checkout', workingFolder: '/here', cores: 6 };
  return { env, families, machine, readText: () => null };
}

export const fromVariables = (env: Record<string, string>): Settings => readSettings(source(env));

export function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (fault) {
    assert.ok(fault instanceof WrongSettings, String(fault));
    return fault.faults;
  }
  throw new assert.AssertionError({ message: 'the settings were accepted' });
}
