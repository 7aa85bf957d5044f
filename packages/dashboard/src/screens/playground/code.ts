/** The draft's request as text to copy, with the wait for what comes of it: cURL, TypeScript, Python, and the command line. */
import { type Family, waitSecondsMax } from '@afterimage/contract';

export type Language = 'curl' | 'typescript' | 'python' | 'cli';

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
  { key: 'python', label: 'Python' },
  { key: 'cli', label: 'Command' },
];

export function codeFor(language: Language, sample: Sample): string {
  return writers[language](sample);
}

const writers: Readonly<Record<Language, (sample: Sample) => string>> = { curl, typescript, python, cli };

const submitAddress = ({ family, origin }: Sample): string => `${origin}${family.path}/generate`;

/** Submits, then waits: the service answers as soon as the generation has ended, or after a minute, and is asked again. */
function curl(sample: Sample): string {
  const { family, origin } = sample;
  const authorization = '-H "Authorization: Bearer $AFTERIMAGE_API_KEY"';
  const body = curlBody(sample.body);
  return [
    `answer=$(curl -sS ${quoted(submitAddress(sample))} \\`,
    `  ${authorization} \\`,
    "  -H 'Content-Type: application/json' \\",
    ...body,
    `printf '%s\\n' "$answer"`,
    `id=$(printf '%s' "$answer" | sed -n 's/.*"${family.idName}":"\\([^"]*\\)".*/\\1/p')`,
    '',
    'while [ -n "$id" ]; do',
    `  record=$(curl -sSf "${origin}${family.path}/generations/$id?wait=${waitSecondsMax}" \\`,
    `    ${authorization}) || break`,
    `  case $record in *'"status":"completed"'* | *'"status":"failed"'*) printf '%s\\n' "$record" && break ;; esac`,
    'done',
  ].join('\n');
}

/** The body as an argument; with files, which would not fit into one, as a document that the shell fills in. */
function curlBody(body: Sample['body']): string[] {
  const files = marksIn(body);
  const json = JSON.stringify(body, (_, value) => (value instanceof FileMark ? markOf(files, value) : value), 2);
  if (files.length === 0) return [`  -d ${quoted(json)})`];
  const filled = files.reduce(
    (text, file) => text.replaceAll(markOf(files, file), shellDataUri(file)),
    json.replace(/[\\$`]/g, '\\$&'),
  );
  return ['  --data-binary @- <<JSON', filled, 'JSON', ')'];
}

const shellDataUri = ({ name, type }: FileMark): string =>
  `data:${type};base64,$(base64 < ${quoted(name)} | tr -d '\\n')`;

/** No text that a person types holds this character. */
const markOf = (files: readonly FileMark[], file: FileMark): string => `\u{f8ff}${files.indexOf(file)}\u{f8ff}`;

/** Where clients and the command look when nothing else is said. */
const usualOrigin = 'http://127.0.0.1:8080';

const fileNameFor = ({ slug, output }: Family): string => `${slug}.${output === 'video' ? 'mp4' : 'jpg'}`;

/** Media fields of the clients take the path of a file, whatever they are called. */
function typescript({ family, body, origin }: Sample): string {
  const options = origin === usualOrigin ? '' : `{ baseUrl: ${JSON.stringify(origin)} }`;
  return [
    "import { Afterimage } from '@afterimage/client';",
    '',
    `const client = new Afterimage(${options});`,
    `const record = await client.run('${family.slug}', ${literal(body, '', scriptWords)});`,
    `await client.download(record, '${fileNameFor(family)}');`,
    'console.log(record);',
  ].join('\n');
}

function python({ family, body, origin }: Sample): string {
  const options = origin === usualOrigin ? '' : `base_url=${JSON.stringify(origin)}`;
  return [
    'from afterimage import Afterimage',
    '',
    `client = Afterimage(${options})`,
    `record = client.run("${family.slug}", ${literal(body, '', pythonWords)})`,
    `client.download(record, "${fileNameFor(family)}")`,
    'print(record)',
  ].join('\n');
}

interface Words {
  step: string;
  name(field: string): string;
  word(value: unknown): string;
}

const scriptWords: Words = { step: '  ', name: (field) => field, word: (value) => JSON.stringify(value) };
const pythonWords: Words = {
  step: '    ',
  name: (field) => JSON.stringify(field),
  word: (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)),
};

function literal(value: unknown, indent: string, words: Words): string {
  if (value instanceof FileMark) return words.word(value.name);
  const inner = `${indent}${words.step}`;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${literal(item, inner, words)},\n`).join('')}${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return words.word(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => `${inner}${words.name(name)}: ${literal(member, inner, words)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

function cli({ family, body, origin }: Sample): string {
  const address = origin === usualOrigin ? [] : [`--url ${quoted(origin)}`];
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
