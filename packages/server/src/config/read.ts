/** Turns the environment and the settings file into Settings, or lists everything that is wrong with them. */
import { resolve } from 'node:path';
import type { Family } from '@afterimage/contract';
import { type Document, parseDocument } from 'yaml';
import { databaseTlsFaults } from './database-tls.ts';
import type { Reading } from './kinds.ts';
import { mediaFaults } from './s3-settings.ts';
import type { Machine, Setting } from './setting.ts';
import { type EnvironmentSettings, type FileSettings, type Settings, settingsFile } from './settings.ts';
import { fileKeys, secretFileVariable, variables } from './table.ts';
import { unknownVariableFaults } from './unknown-variables.ts';

export interface SettingsSource {
  env: Readonly<Record<string, string | undefined>>;
  families: readonly Family[];
  machine: Machine;
  /** Null when there is no such file. */
  readText(file: string): string | null;
}

/** One setting as `afterimage config` shows it. */
export interface EffectiveSetting {
  name: string;
  value: unknown;
  from: 'environment' | 'file' | 'default';
  /** Of a table that the file adds to: the lines that the file sets, such as `delta.delta`. The others are defaults. */
  fileLines?: string[];
}

/** A start with wrong settings stops here, with all of them in the message. */
export class WrongSettings extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      faults.length === 1
        ? faults[0]
        : `${faults.length} settings are wrong:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.name = 'WrongSettings';
    this.faults = faults;
  }
}

export function readSettings(source: SettingsSource): Settings {
  return readWithOrigins(source).settings;
}

export function effectiveSettings(source: SettingsSource): EffectiveSetting[] {
  return readWithOrigins(source).effective;
}

function readWithOrigins(source: SettingsSource): { settings: Settings; effective: EffectiveSetting[] } {
  const faults = unknownVariableFaults(source.env);
  const effective: EffectiveSetting[] = [];
  const environment = readTable<EnvironmentSettings>(variables, {
    source,
    faults,
    effective,
    origin: 'environment',
    written: (name, kind) => writtenVariable(source, { name, isSecret: kind.isSecret === true, faults }),
  });
  if (environment.enginesFile !== null && source.readText(environment.enginesFile) === null) {
    faults.push(`AFTERIMAGE_ENGINES is "${environment.enginesFile}"; it must be a file that can be read.`);
  }
  const lines = readFile(source, environment, faults);
  const file = readTable<FileSettings>(fileKeys, {
    source,
    faults,
    effective,
    origin: 'file',
    written: (name) => lines[name],
  });
  if (environment.oidcIssuer !== null && environment.oidcClientId === null) {
    faults.push('AFTERIMAGE_OIDC_ISSUER is set; AFTERIMAGE_OIDC_CLIENT_ID must be set too.');
  }
  // Why one that is given could not be read has been told.
  const isGiven = (name: string) => [name, secretFileVariable(name)].some((variable) => source.env[variable]?.trim());
  if (environment.databaseDirectUrl !== null && environment.databaseUrl === null && !isGiven('DATABASE_URL')) {
    faults.push('DATABASE_DIRECT_URL is set; DATABASE_URL must be set too: it is the address of the pooler.');
  }
  const files = { readText: source.readText, workingFolder: source.machine.workingFolder };
  for (const { name, url } of [
    { name: 'DATABASE_URL', url: environment.databaseUrl },
    { name: 'DATABASE_DIRECT_URL', url: environment.databaseDirectUrl },
  ])
    faults.push(...databaseTlsFaults(name, url, files));
  const { roles, port, probePort } = environment;
  if (roles.api && port !== 0 && probePort === port) {
    faults.push(`AFTERIMAGE_PROBE_PORT is ${probePort}; it must be another port than PORT.`);
  }
  const isPortGiven = effective.some(({ name, from }) => name === variables.port.name && from === 'environment');
  faults.push(...linkFaults(environment, isPortGiven));
  faults.push(...mediaFaults(environment, isGiven));
  const { mediaDays, recordsDays } = file;
  if (recordsDays !== null && mediaDays > recordsDays) {
    faults.push(
      `media_days is ${mediaDays}; it must be at most records_days (${recordsDays}): nobody could reach files whose records are gone.`,
    );
  }
  if (faults.length > 0) throw new WrongSettings(faults);
  for (const setting of Object.values(variables)) {
    const shown = effective.find(({ name, from }) => name === setting.name && from === 'default');
    if (shown !== undefined && setting.comesTo !== undefined) shown.value = setting.comesTo(environment);
  }
  const refunds = (family: string, code: string) => file.refundTable[family]?.[code] ?? false;
  return { settings: { ...environment, ...file, refunds }, effective };
}

/**
 * A worker writes links to a process that answers. On the embedded database that one is on this machine, and PORT may name it;
 * a default that happens to fit would be luck.
 */
function linkFaults({ roles, publicUrl, databaseUrl, port }: EnvironmentSettings, isPortGiven: boolean): string[] {
  if (roles.api || publicUrl !== null) return [];
  if (databaseUrl === null && isPortGiven && port !== 0) return [];
  const orPort = databaseUrl === null ? ', or PORT to that of a process that answers' : '';
  return [
    `AFTERIMAGE_ROLES is worker; AFTERIMAGE_PUBLIC_URL must be set too${orPort}: links in webhooks would lead to this process, which answers nobody.`,
  ];
}

/** `NAME=` in a compose file means "not set", not "set to nothing". */
export function writtenVariable(
  { env, readText }: Pick<SettingsSource, 'env' | 'readText'>,
  { name, isSecret, faults }: { name: string; isSecret: boolean; faults: string[] },
): string | undefined {
  const direct = env[name]?.trim() || undefined;
  const fileVariable = secretFileVariable(name);
  const file = isSecret ? env[fileVariable]?.trim() || undefined : undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    faults.push(`${name} and ${fileVariable} are both set; it must be one of the two.`);
    return direct;
  }
  const text = readText(resolve(file))?.trim();
  if (text) return text;
  faults.push(`${fileVariable} is "${file}"; it must be a file that can be read and is not empty.`);
  return undefined;
}

interface TableReading {
  source: SettingsSource;
  faults: string[];
  effective: EffectiveSetting[];
  origin: 'environment' | 'file';
  written(name: string, kind: { readonly isSecret?: true }): unknown;
}

function readTable<Values>(
  table: { readonly [Key in keyof Values]: Setting<Values[Key]> },
  { source, faults, effective, origin, written }: TableReading,
): Values {
  const values: Partial<Values> = {};
  for (const key of Object.keys(table) as (keyof Values)[]) {
    const setting = table[key];
    const raw = written(setting.name, setting.kind);
    const fileLines = new Set<string>();
    const reading: Reading = {
      name: setting.name,
      families: source.families,
      workingFolder: source.machine.workingFolder,
      fault: (sentence) => faults.push(sentence),
      noteLine: (line) => fileLines.add(line),
    };
    const value = raw === undefined ? undefined : setting.kind.read(raw, reading);
    const used = value ?? setting.default(source);
    values[key] = used;
    const isDefault = raw === undefined || (setting.kind.isTable && fileLines.size === 0);
    effective.push({
      name: setting.name,
      value: setting.kind.show(used),
      from: isDefault ? 'default' : origin,
      ...(fileLines.size > 0 && { fileLines: [...fileLines] }),
    });
  }
  return values as Values;
}

function readFile(
  { readText }: SettingsSource,
  environment: EnvironmentSettings,
  faults: string[],
): Readonly<Record<string, unknown>> {
  const file = settingsFile(environment);
  const text = readText(file);
  if (text === null) {
    if (environment.settingsFile !== null)
      faults.push(`AFTERIMAGE_CONFIG is "${file}"; it must be a file that can be read.`);
    return {};
  }
  // Keys may not repeat: a price that stands twice is a mistake, not a choice.
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  // The first only: what follows it is mostly its echo.
  const lines = document.errors[0] ?? plainValue(document);
  if (lines instanceof Error) {
    faults.push(`${file} is not YAML: ${lines.message.split('\n')[0]?.replace(/:$/, '')}.`);
    return {};
  }
  if (lines === null || lines === undefined) return {};
  if (typeof lines !== 'object' || Array.isArray(lines)) {
    faults.push(`${file} holds ${JSON.stringify(lines)}; it must hold keys such as prices or media_days.`);
    return {};
  }
  return keepKnownKeys(lines as Record<string, unknown>, file, faults);
}

/** Or why there is none: an alias may mean nothing, stand for too much, or stand in what it means, which only JSON minds. */
function plainValue(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    JSON.stringify(value);
    return value;
  } catch (error) {
    return error;
  }
}

function keepKnownKeys(lines: Record<string, unknown>, file: string, faults: string[]): Record<string, unknown> {
  const known = Object.values(fileKeys).map(({ name }) => name);
  for (const name of Object.keys(lines).filter((name) => !known.includes(name))) {
    faults.push(`${name} in ${file} is not a setting; it must be one of ${known.join(', ')}.`);
  }
  return lines;
}
