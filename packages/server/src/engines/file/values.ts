/** The values that the operator's file can hold: each reads a node, and says in words what it takes. */
import { Secret } from '../engine-entry.ts';
import type { Reporter, YamlNode } from './yaml-node.ts';

export interface ValueReading {
  report: Reporter;
  env: Readonly<Record<string, string | undefined>>;
  /** The text of a file beside the operator's; null where there is none. */
  readText(path: string): string | null;
}

export interface Value<Result> {
  /** Completes "it must be …". */
  form: string;
  /** Undefined once a fault was reported. */
  read(node: YamlNode, reading: ValueReading): Result | undefined;
}

function value<Result>(form: string, parse: (raw: unknown, node: YamlNode) => Result | undefined): Value<Result> {
  return {
    form,
    read(node, { report }) {
      const result = parse(node.value, node);
      if (result === undefined) report(node, `${node.name} is ${shown(node.value)}; it must be ${form}.`);
      return result;
    },
  };
}

/** What was written, without what an address may hold of a name, a password or a key. */
const shown = (raw: unknown): string =>
  JSON.stringify(raw, (_key, one) =>
    typeof one === 'string' ? one.replace(/\/\/.*@/, '//***@').replace(/\?.*$/, '?***') : one,
  );

export const words = value('text', (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined));

/** Without a shell: the program, then its arguments. */
export const offOrCommand = value(
  'off, or a command as a list, such as [/usr/local/bin/judge, --strict]',
  (raw): 'off' | readonly string[] | undefined => {
    if (raw === 'off' || raw === false) return 'off';
    const isList = Array.isArray(raw) && raw.length > 0 && raw.every((part) => typeof part === 'string' && part !== '');
    return isList ? (raw as string[]) : undefined;
  },
);

export const yesNo = value('true or false', (raw) => (typeof raw === 'boolean' ? raw : undefined));

export const wholeNumber = (min: number, max: number): Value<number> =>
  value(`a whole number from ${min} to ${max}`, (raw) =>
    Number.isInteger(raw) && Number(raw) >= min && Number(raw) <= max ? Number(raw) : undefined,
  );

export const usdAmount = value('an amount of USD, such as 0.07', (raw) => {
  const amount = typeof raw === 'string' && /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
});

const unitSeconds = { s: 1, m: 60, h: 3600 } as const;

export const duration = value('a time with its unit, such as 5s, 2m or 1h', (raw) => {
  const [, figure, unit] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(typeof raw === 'string' ? raw.trim() : '') ?? [];
  const seconds = Number(figure) * unitSeconds[(unit ?? 's') as keyof typeof unitSeconds];
  return seconds > 0 ? seconds : undefined;
});

export const oneOf = <Word extends string>(...list: readonly Word[]): Value<Word> =>
  value(`one of ${list.join(', ')}`, (raw) => list.find((word) => word === raw));

/** Any map of plain values. */
export const plainMap = value('keys with values', (raw, node) =>
  node.keys === null ? undefined : (raw as Record<string, unknown>),
);

export const engineList = value('a list of engines', (_raw, node) =>
  node.items === null || node.items.length === 0 ? undefined : node.items,
);

/** An address without a path, or with just the one that the kind has. */
export function address(path: '' | '/v1'): Value<string> {
  const plain = value(
    path === ''
      ? 'an http or https address without a path, such as http://10.0.0.7:8900'
      : 'an http or https address that ends in /v1, such as http://10.0.0.6:8091/v1',
    (raw) => {
      const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
      if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash) return undefined;
      const given = url.pathname.replace(/\/+$/, '');
      return (path === '' ? given === '' : given.endsWith(path)) ? `${url.origin}${given}` : undefined;
    },
  );
  return {
    form: plain.form,
    read(node, reading) {
      if (!holdsPassword(node.value)) return plain.read(node, reading);
      reading.report(node, passwordSentence(node.name, plain.form));
      return undefined;
    },
  };
}

export function holdsPassword(raw: unknown): boolean {
  const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
  return url !== null && (url.username !== '' || url.password !== '');
}

export const passwordSentence = (name: string, form: string): string =>
  `${name} holds a name or password, which must not stand in the file; it must be ${form}.`;

/** A secret never stands in the file, so what was written in its stead is never repeated. */
export const secret: Value<Secret> = {
  form: '{env: NAME} or {file: PATH}',
  read(node, { report, env, readText }) {
    const { env: variable, file, ...more } = (node.keys === null ? {} : node.value) as Record<string, unknown>;
    const isOne = (typeof variable === 'string') !== (typeof file === 'string') && Object.keys(more).length === 0;
    if (!isOne) {
      const seen = typeof node.value === 'string' ? 'is written into the file' : 'is not readable';
      report(node, `${node.name} ${seen}; it must be ${this.form}.`);
      return undefined;
    }
    const found = typeof variable === 'string' ? env[variable] : (readText(file as string) ?? undefined);
    const text = found?.trim();
    if (text) return new Secret(text);
    const what =
      typeof variable === 'string'
        ? `the variable ${variable}, which is not set`
        : found === undefined
          ? `the file ${file}, which does not exist`
          : `the file ${file}, which is empty`;
    report(node, `${node.name} names ${what}.`);
    return undefined;
  },
};

/** JSON beside the operator's file, or the same written into it. */
export const jsonFile: Value<Record<string, unknown>> = {
  form: 'the path of a JSON file',
  read(node, { report, readText }) {
    if (node.keys !== null) return node.value as Record<string, unknown>;
    if (typeof node.value !== 'string') {
      report(node, `${node.name} is ${JSON.stringify(node.value)}; it must be ${this.form}.`);
      return undefined;
    }
    const text = readText(node.value);
    if (text === null) {
      report(node, `${node.name} names the file ${node.value}, which does not exist.`);
      return undefined;
    }
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
        return parsed as Record<string, unknown>;
    } catch {
      // Said below, for what is no JSON and for what is no map alike.
    }
    report(node, `${node.name} names the file ${node.value}, which holds no JSON object.`);
    return undefined;
  },
};

export const secretMap: Value<Record<string, Secret>> = {
  form: 'names of headers, each with {env: NAME} or {file: PATH}',
  read(node, reading) {
    if (node.keys === null) {
      reading.report(node, `${node.name} must be ${this.form}.`);
      return undefined;
    }
    const read = [...node.keys].map(([name, below]) => [name, secret.read(below, reading)] as const);
    return Object.fromEntries(read.flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])));
  },
};
