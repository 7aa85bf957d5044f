/** The configuration of this process: the one place that looks at the environment and at the settings file. */
import { readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Family } from '@afterimage/contract';
import {
  type EffectiveSetting,
  effectiveSettings,
  readSettings,
  type SettingsSource,
  WrongSettings,
  writtenVariable,
} from './read.ts';
import { enginesFile, type Settings } from './settings.ts';
import { callerVariables } from './table.ts';
import { type PictureForm, pictureFormOf } from './terminal-pictures.ts';

export { configurationPage } from './page.ts';
export { type EffectiveSetting, readSettings, WrongSettings } from './read.ts';
export { readBucketAddress, type S3Credentials, s3CredentialsOf, s3Wanting } from './s3-settings.ts';
export {
  databaseFolder,
  type LogLevel,
  listensBeyondThisMachine,
  publicAddress,
  type RateLimits,
  type Settings,
} from './settings.ts';
export type { PictureForm } from './terminal-pictures.ts';

/** Throws `WrongSettings`, which lists everything that is wrong. */
export function loadSettings(families: readonly Family[]): Settings {
  return readSettings(surroundings(families));
}

/** The same settings, one by one, each with where it came from; secrets are masked. */
export function loadEffectiveSettings(families: readonly Family[]): EffectiveSetting[] {
  return effectiveSettings(surroundings(families));
}

export interface EnginesText {
  file: string;
  text: string;
  env: Readonly<Record<string, string | undefined>>;
  /** A path is relative to the file; null where there is none. */
  readText(path: string): string | null;
}

/** The operator's file as it stands now, and what its lines may name; null: there is none. */
export function loadEnginesText(settings: Pick<Settings, 'enginesFile' | 'dataFolder'>): EnginesText | null {
  const file = enginesFile(settings);
  const text = readText(file);
  if (text === null) return null;
  return { file, text, env: process.env, readText: (path) => readText(resolve(dirname(file), path)) };
}

export interface CallerSurroundings {
  url: string | undefined;
  apiKey: string | undefined;
  /** Where this user's programs keep what they were told. */
  configFolder: string;
  /** In which form the terminal draws pictures; null: in none. */
  pictureForm: PictureForm | null;
}

/** What a caller's command goes by. No settings of the service: a wrong one of those must not stand in a caller's way. */
export function loadCaller(): CallerSurroundings {
  const faults: string[] = [];
  const { env } = process;
  const apiKey = writtenVariable({ env, readText }, { name: callerVariables.apiKey, isSecret: true, faults });
  if (faults.length > 0) throw new WrongSettings(faults);
  const userFolder = env['XDG_CONFIG_HOME'] || env['APPDATA'] || join(homedir(), '.config');
  return {
    url: env[callerVariables.url] || undefined,
    apiKey,
    configFolder: join(userFolder, 'afterimage'),
    pictureForm: pictureFormOf(env),
  };
}

/** The process that an npm script runs this one in; null when something else started it, which may well leave first. */
export function npmScriptPid(): number | null {
  return process.env['npm_lifecycle_event'] === undefined ? null : process.ppid;
}

function surroundings(families: readonly Family[]): SettingsSource {
  return {
    env: process.env,
    families,
    machine: {
      // From this file's own place, so that the data folder is the same from whatever folder the command runs.
      checkoutFolder: fileURLToPath(new URL('../../../..', import.meta.url)),
      workingFolder: process.cwd(),
      cores: availableParallelism(),
    },
    readText,
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
