/** The draft's request as text to copy: cURL, TypeScript, and the command line. */
import type { Family } from '@afterimage/contract';

export type Language = 'curl' | 'typescript' | 'cli';

/** Stands for a file in a body that is shown: its bytes would fill the screen, its name is enough to run the code. */
export class FileMark {
  readonly name: string;
  readonly type: string;

  constructor(name: string, type: string) {
    this.name = name;
    this.type = type;
  }
}

export interface Sample {
  family: Family;
  /** May hold `FileMark`s. */
  body: Readonly<Record<string, unknown>>;
  /** Where the service is: `https://example.com`. */
  origin: string;
}

export const languages: readonly { key: Language; label: string }[] = [
  { key: 'curl', label: 'cURL' },
  { key: 'typescript', label: 'TypeScript' },
  { key: 'cli', label: 'CLI' },
];

export function codeFor(language: Language, sample: Sample): string {
  return writers[language](sample);
}

const writers: Readonly<Record<Language, (sample: Sample) => string>> = { curl, typescript, cli };

const submitAddress = ({ family, origin }: Sample): string => `${origin}${family.path}/generate`;

function curl(sample: Sample): string {
  const files = marksIn(sample.body);
  const json = JSON.stringify(sample.body, (_, value) => (value instanceof FileMark ? markOf(files, value) : value), 2);
  const head = [
    'curl -X POST \\',
    `  ${quoted(submitAddress(sample))} \\`,
    '  -H "Authorization: Bearer $AFTERIMAGE_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
  ];
  if (files.length === 0) return [...head, `  -d ${quoted(json)}`].join('\n');
  // A file would not fit into an argument, so the body comes as a document that the shell fills in.
  const filled = files.reduce(
    (text, file) => text.replaceAll(markOf(files, file), shellDataUri(file)),
    json.replace(/[\\$`]/g, '\\$&'),
  );
  return [...head, '  --data-binary @- <<JSON', filled, 'JSON'].join('\n');
}

const shellDataUri = ({ name, type }: FileMark): string =>
  `data:${type};base64,$(base64 < ${quoted(name)} | tr -d '\\n')`;

/** No text that a person types holds this character. */
const markOf = (files: readonly FileMark[], file: FileMark): string => `\u{f8ff}${files.indexOf(file)}\u{f8ff}`;

function typescript(sample: Sample): string {
  const hasFiles = marksIn(sample.body).length > 0;
  return [
    ...(hasFiles ? ["import { readFile } from 'node:fs/promises';"] : []),
    "import { env } from 'node:process';",
    '',
    `const answer = await fetch(${JSON.stringify(submitAddress(sample))}, {`,
    "  method: 'POST',",
    '  headers: {',
    "    Authorization: 'Bearer ' + env.AFTERIMAGE_API_KEY,",
    "    'Content-Type': 'application/json',",
    '  },',
    `  body: JSON.stringify(${literal(sample.body, '  ')}),`,
    '});',
    'console.log(await answer.json());',
  ].join('\n');
}

function literal(value: unknown, indent: string): string {
  if (value instanceof FileMark) {
    return `\`data:${value.type};base64,\${await readFile(${JSON.stringify(value.name)}, 'base64')}\``;
  }
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${inner}${name}: ${literal(member, inner)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

/** Where the command looks when nothing else is said. */
const commandOrigin = 'http://127.0.0.1:8080';

function cli({ family, body, origin }: Sample): string {
  const address = origin === commandOrigin ? [] : [`--url ${quoted(origin)}`];
  const flags = Object.entries(body).flatMap(([name, value]) => flagsFor(name.replaceAll('_', '-'), value));
  return [`npx afterimage generate ${family.slug}`, ...[...address, ...flags].map((flag) => `  ${flag}`)].join(' \\\n');
}

/** A list is its flag once for each item; a yes or no is a flag without a value. */
function flagsFor(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => flagsFor(name, item));
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return [`--${name} ${quoted(value instanceof FileMark ? `@${value.name}` : String(value))}`];
}

function marksIn(value: unknown): FileMark[] {
  if (value instanceof FileMark) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(marksIn) : [];
}

/** For a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
