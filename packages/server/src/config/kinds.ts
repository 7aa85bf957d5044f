/** The kinds of value a setting can take: each reads what was written, says its form in words, and can be shown again. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Family, isEmail } from '@afterimage/contract';
import { readOtlpHeaders } from './otlp-headers.ts';
import { readBucketAddress } from './s3-settings.ts';
import { readSecretKeys, secretKeyForm } from './secret-keys.ts';
import { readServerAddresses, withoutPasswords } from './server-addresses.ts';
import type { CredentialFiles, LogLevel } from './settings.ts';

/** Where a value is being read, and where its faults go. */
export interface Reading {
  name: string;
  families: readonly Family[];
  workingFolder: string;
  fault(sentence: string): void;
  /** Of a table: this line of it was written, and is no default. */
  noteLine(line: string): void;
}

export interface Kind<Value> {
  /** Laid over its defaults line by line, so that each line has an origin of its own. */
  readonly isTable?: true;
  /** May be given in a file too, named by `NAME_FILE`, and is never shown. */
  readonly isSecret?: true;
  /** Completes "it must be …". */
  readonly form: string;
  /** Undefined once a fault was reported. */
  read(raw: unknown, reading: Reading): Value | undefined;
  /** As `afterimage config` prints it: plain JSON, secrets masked. */
  show(value: Value): unknown;
}

export function faultSentence(fault: { name: string; seen: unknown; form: string }): string {
  return `${fault.name} is ${JSON.stringify(fault.seen) ?? 'not readable'}; it must be ${fault.form}.`;
}

function kind<Value>(
  form: string,
  parse: (raw: unknown, reading: Reading) => Value | undefined,
  show: (value: Value) => unknown = (value) => value,
): Kind<Value> {
  return {
    form,
    show,
    read(raw, reading) {
      const value = parse(raw, reading);
      if (value === undefined) reading.fault(faultSentence({ name: reading.name, seen: raw, form }));
      return value;
    },
  };
}

const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');

/** A variable is text, a line of the file a number or text: digits count in both. */
function numberOf(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  return /^\d+(\.\d+)?$/.test(textOf(raw)) ? Number(textOf(raw)) : Number.NaN;
}

export const wholeNumber = ({ min, max }: { min: number; max: number }): Kind<number> =>
  kind(`a whole number from ${min} to ${max}`, (raw) => {
    const value = numberOf(raw);
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  });

export const numberBetween = ({ min, max }: { min: number; max: number }): Kind<number> =>
  kind(`a number from ${min} to ${max}`, (raw) => {
    const value = numberOf(raw);
    return value >= min && value <= max ? value : undefined;
  });

export const listenAddress: Kind<string> = kind('an IP address or a host name, such as 127.0.0.1 or 0.0.0.0', (raw) => {
  const text = textOf(raw);
  // Digits and dots alone are meant as an address, and lead nowhere as a name.
  const isName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) && /[^\d.]/.test(text);
  return isIP(text) > 0 || isName ? text : undefined;
});

/** Relative paths count from the folder in which the command was given, as in every other program. */
export const path: Kind<string> = kind('a path', (raw, { workingFolder }) => {
  const text = textOf(raw);
  return text === '' || text.includes('\0') ? undefined : resolve(workingFolder, text);
});

export const credentialFiles: Kind<CredentialFiles | null> = kind(
  '`certificate` and `key`, both paths of PEM files',
  (raw, { workingFolder }) => {
    const { certificate, key, ...more } = (raw ?? {}) as Record<string, unknown>;
    if (textOf(certificate) === '' || textOf(key) === '' || Object.keys(more).length > 0) return undefined;
    return { certificate: resolve(workingFolder, textOf(certificate)), key: resolve(workingFolder, textOf(key)) };
  },
);

function webAddress(raw: unknown): string | undefined {
  const url = URL.parse(textOf(raw));
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return /[?#]/.test(textOf(raw)) ? undefined : url.href.replace(/\/+$/, '');
}

export const publicUrl: Kind<string> = kind(
  'an http or https address without user, query or fragment, such as https://media.example.com',
  webAddress,
);

export const databaseUrl: Kind<string | null> = {
  isSecret: true,
  form:
    'a postgres:// address with a host and a database, such as postgres://user@host:5432/afterimage; several hosts with ' +
    'commas, of which the one that takes writes is used (target_session_attrs is read-write or primary)',
  read(raw, reading) {
    if (readServerAddresses(textOf(raw)) !== null) return textOf(raw);
    // A mistyped address still holds the password, so the value is the one thing this sentence leaves out.
    reading.fault(`${reading.name} (not shown, it may hold a password) must be ${this.form}.`);
    return undefined;
  },
  show: (value) => (value === null ? null : withoutPasswords(value)),
};

/** Plain HTTP would carry the secret and the tokens in the clear; on this machine nobody is in between. */
export const issuerUrl: Kind<string | null> = kind(
  'the https address of an OpenID provider (http only on this machine), such as https://login.example.com/realms/staff',
  (raw) => {
    const url = URL.parse(textOf(raw));
    if (url === null || url.username || url.password || /[?#]/.test(textOf(raw))) return undefined;
    const isHere = url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
    return url.protocol === 'https:' || isHere ? textOf(raw) : undefined;
  },
);

export const words: Kind<string> = kind('text', (raw) => textOf(raw) || undefined);
export const optionalWords: Kind<string | null> = kind('text', (raw) => textOf(raw) || undefined);

export const secretText: Kind<string | null> = {
  ...kind(
    'text',
    (raw) => textOf(raw) || undefined,
    (value: string | null) => (value === null ? null : '***'),
  ),
  isSecret: true,
};

export const otlpHeaders: Kind<string | null> = {
  ...secretText,
  form: '`name=value` with commas between them, percent-encoded where need be',
  read(raw, reading) {
    if (readOtlpHeaders(textOf(raw)) !== undefined) return textOf(raw) || undefined;
    reading.fault(`${reading.name} (not shown) must be ${this.form}.`);
    return undefined;
  },
};

export const secretKeys: Kind<[Buffer, ...Buffer[]] | null> = {
  isSecret: true,
  form: secretKeyForm,
  read(raw, reading) {
    const keys = readSecretKeys(textOf(raw));
    // Half a key is still half a secret.
    if (keys === undefined) reading.fault(`${reading.name} (not shown) must be ${this.form}.`);
    return keys;
  },
  show: (value) => (value === null ? null : '***'),
};

export const openOrClosed: Kind<'open' | 'closed'> = kind('closed or open', (raw) =>
  (['closed', 'open'] as const).find((word) => word === textOf(raw).toLowerCase()),
);

export const serveOrRedirect: Kind<'serve' | 'redirect'> = kind('serve or redirect', (raw) =>
  (['serve', 'redirect'] as const).find((word) => word === textOf(raw).toLowerCase()),
);

export const mediaAddress: Kind<string | null> = kind(
  's3://bucket or s3://bucket/prefix, with letters, digits and . _ - in the prefix; leave it out for a folder',
  (raw) => readBucketAddress(textOf(raw)),
);

export const region: Kind<string | null> = kind('the name of a region, such as eu-central-1', (raw) =>
  /^[a-zA-Z0-9-]{1,64}$/.test(textOf(raw)) ? textOf(raw) : undefined,
);

export const endpoint: Kind<string | null> = kind(
  'an http or https address without user, query or fragment, such as https://s3.example.com',
  webAddress,
);

export const onOrOff: Kind<'on' | 'off'> = kind('on or off', (raw) =>
  (['on', 'off'] as const).find((word) => word === textOf(raw).toLowerCase()),
);

export const trueOrFalse: Kind<'true' | 'false'> = kind('true or false', (raw) =>
  (['true', 'false'] as const).find((word) => word === textOf(raw).toLowerCase()),
);

export const otlpProtocol: Kind<string> = kind('http/protobuf', (raw) =>
  textOf(raw) === 'http/protobuf' ? 'http/protobuf' : undefined,
);

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
export const sampler: Kind<string> = kind(`one of ${samplers.join(', ')}`, (raw) =>
  samplers.find((name) => name === textOf(raw).toLowerCase()),
);

/** What may also be left out, as its default. */
export const optional = <Value>(given: Kind<Value>): Kind<Value | null> => ({
  ...given,
  show: (value) => (value === null ? null : given.show(value)),
});

const listOf = (raw: unknown): string[] =>
  textOf(raw)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const cidrs: Kind<string[]> = kind('CIDRs with commas between them, such as 10.0.0.0/8,fd00::/8', (raw) => {
  const list = listOf(raw).map((part) => {
    const [address = '', prefix, ...more] = part.split('/');
    const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
    if (bits === 0 || more.length > 0) return undefined;
    if (prefix === undefined) return `${address}/${bits}`;
    return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? part : undefined;
  });
  return list.every((part) => part !== undefined) ? list : undefined;
});

export const roles: Kind<{ api: boolean; worker: boolean }> = kind(
  'api, worker, or both with a comma',
  (raw) => {
    const list = listOf(raw);
    if (list.length === 0 || list.some((role) => role !== 'api' && role !== 'worker')) return undefined;
    return { api: list.includes('api'), worker: list.includes('worker') };
  },
  (value) =>
    Object.keys(value)
      .filter((role) => value[role as keyof typeof value])
      .join(','),
);

export const email: Kind<string> = kind('an email address', (raw) => (isEmail(textOf(raw)) ? textOf(raw) : undefined));

const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
export const logLevel: Kind<LogLevel> = kind(`one of ${levels.join(', ')}`, (raw) =>
  levels.find((level) => level === textOf(raw).toLowerCase()),
);
