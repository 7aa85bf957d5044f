/** Hostile requests, made by chance that can be repeated: every layer is lied to, from the bytes of the head to the fields of the body. */
import { families } from '@afterimage/contract';
import { type BodyKind, type HostileWorld, targetOf } from './hostile-targets.ts';
import type { Random } from './random.ts';

export interface HostileRequest {
  bytes: Buffer;
  method: string;
  /** Where the head itself lies, no answer is an answer: the connection may end without one. */
  framing: 'sound' | 'broken';
}

/** Only addresses that nobody outside can be reached by: what a field names may really be fetched. */
const urls = [
  'http://10.0.0.1/a.png',
  'https://[::1]/x',
  'http://169.254.169.254/latest/meta-data',
  'https://0x7f.1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:secret@10.0.0.1/',
  `https://10.0.0.1/${'a'.repeat(9_000)}`,
  'https://',
  '//10.0.0.1',
];

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u202e fox',
  'x'.repeat(5_000),
  '😀'.repeat(2_501),
  "'; drop table generations; --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '[[hang]] fox',
  '[[nonsense 1]]',
  'alpha_3',
  '16:9',
  '5',
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:video/mp4;base64,AAAAIGZ0eXBpc29t',
  `data:image/webp;base64,${'A'.repeat(3_000)}`,
  ...urls,
];

/** As they stand in a body, good JSON or not. */
const raws = [
  ...texts.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '5',
  '1.5',
  '1e308',
  '1e400',
  '9007199254740993',
  '99999999999999999999999',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"a":1}',
  '{"__proto__":{"x":1}}',
  '[1,2,3,4,5,6,7,8,9,10,11]',
  `${'['.repeat(60)}${']'.repeat(60)}`,
  '00',
  '1.',
  'NaN',
  '',
  '"',
  `[${'"data:image/png;base64,AAAA",'.repeat(12)}"x"]`,
];

const names = [
  ...new Set(families.flatMap(({ schemas }) => Object.keys(schemas.request['properties'] as object))),
  ...[
    'max_price',
    'n',
    'size',
    'seconds',
    'response_format',
    'id',
    'limit',
    'wait',
    'progress',
    'code',
    'message',
    'advance',
  ],
  '__proto__',
  'constructor',
  'toString',
  '',
  'a\u0000b',
  'Prompt',
  'unknown',
];

const queries = [
  'limit=-1',
  'limit=1e9',
  'offset=99999999999999999999',
  'limit=1&limit=2',
  'cursor=%00',
  'cursor=x',
  'days=0',
];
const moreQueries = [
  'mode=sandbox',
  'account=x',
  'status=nothing',
  'family=alpha',
  '=',
  '&&&',
  '%',
  'a'.repeat(3_000),
  'wait=-1',
  'quote=maybe',
  'after=x',
  'after=99999999999999999999',
];

function fieldsOf(random: Random): string {
  const fields = Array.from({ length: Math.floor(random.between(0, 6)) }, () => {
    return `${JSON.stringify(random.oneOf(names))}:${random.oneOf(raws)}`;
  });
  // Whatever is accepted in a sandbox is to fail at once: drawing would take all the time there is.
  const prompt = random.happens(0.7) ? ['"prompt":"a fox [[fail TASK_FAILED]]"'] : [];
  const model = random.happens(0.3) ? [`"model":${JSON.stringify(random.oneOf(models))}`] : [];
  return `{${[...prompt, ...model, ...fields].join(',')}}`;
}

const models = ['delta', 'epsilon-images', 'alpha/alpha_2.6', 'gamma', 'alpha_2.5_turbo', 'nobody/nothing', ''];

/** A message of the model context protocol. */
function callOf(random: Random): string {
  const method = random.oneOf(['tools/call', 'tools/call', 'tools/list', 'initialize', 'ping', 'nothing/at-all', '']);
  const tool = random.oneOf([...tools, ...tools, 'nothing', '']);
  const params = `{"name":${JSON.stringify(tool)},"arguments":${random.happens(0.8) ? fieldsOf(random) : random.oneOf(raws)}}`;
  const version = random.happens(0.9) ? '"2.0"' : random.oneOf(raws);
  const id = random.happens(0.8) ? '1' : random.oneOf(raws);
  const message = `{"jsonrpc":${version},"id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
  return random.happens(0.05) ? `[${message},${message}]` : message;
}

const tools = [
  ...['list_models', 'generate_image', 'generate_video', 'get_generation', 'list_generations', 'get_balance'],
] as const;

const boundary = 'edge';

function formOf(random: Random): string {
  const sections = Array.from({ length: Math.floor(random.between(0, 5)) }, () => {
    const file = random.happens(0.4) ? '; filename="a.png"\r\ncontent-type: image/png' : '';
    const name = random.oneOf([...names, 'image', 'image[]', 'input_reference', 'mask']);
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${random.oneOf(texts)}\r\n`;
  });
  const prompt = `--${boundary}\r\ncontent-disposition: form-data; name="prompt"\r\n\r\na fox\r\n`;
  return [...(random.happens(0.7) ? [prompt] : []), ...sections, `--${boundary}--\r\n`].join('');
}

const textOf: Record<BodyKind, (random: Random) => string> = {
  fields: fieldsOf,
  call: callOf,
  form: formOf,
  bytes: (random) => random.oneOf(texts).repeat(Math.floor(random.between(0, 40))),
};

const contentTypes: Record<BodyKind, string> = {
  fields: 'application/json',
  call: 'application/json',
  form: `multipart/form-data; boundary=${boundary}`,
  bytes: 'image/jpeg',
};

function bodyOf(random: Random, kind: BodyKind): Buffer {
  const bytes = Buffer.from(random.happens(0.05) ? random.oneOf(raws) : textOf[kind](random));
  if (random.happens(0.1)) return bytes.subarray(0, Math.floor(random.between(0, bytes.length)));
  if (!random.happens(0.1)) return bytes;
  for (let flips = 0; flips < 3; flips += 1)
    bytes[Math.floor(random.between(0, bytes.length))] = random.between(0, 256);
  return bytes;
}

export function hostileRequest(random: Random, world: HostileWorld): HostileRequest {
  const { method, path, key, body: kind } = targetOf(random, world);
  const query = random.happens(0.2)
    ? `${path.includes('?') ? '&' : '?'}${random.oneOf([...queries, ...moreQueries])}`
    : '';
  const body = method === 'GET' && random.happens(0.95) ? null : bodyOf(random, kind);
  const authorization = random.happens(0.9)
    ? `Bearer ${key}`
    : random.oneOf(['', 'Bearer', `Basic ${key}`, `Bearer ${key}x`, `Bearer ${'k'.repeat(3_000)}`, 'Bearer \u00e9']);
  const headers = [
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    ...(kind === 'call' ? ['accept: application/json, text/event-stream'] : []),
    ...(random.happens(0.5) ? ['connection: close'] : []),
    random.happens(0.9) ? `content-type: ${contentTypes[kind]}` : 'content-type: text/plain; charset=utf-7',
    ...(random.happens(0.1) ? [`idempotency-key: ${random.oneOf(['', 'one', 'x'.repeat(300), '\u00e9', 'a b'])}`] : []),
    ...(random.happens(0.05) ? [random.oneOf(oddHeaders)] : []),
  ];
  const lies = random.happens(0.08) ? random.oneOf(brokenHeads) : null;
  const length = body === null ? [] : [`content-length: ${body.length}`];
  const head = [`${method} ${path}${query} HTTP/1.1`, ...headers, ...(lies ?? length), '', ''].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]);
  return { bytes, method, framing: lies === null && isPlain(path + query) ? 'sound' : 'broken' };
}

const isPlain = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

const oddHeaders = [
  'content-encoding: gzip',
  'accept: nothing/at-all',
  'cookie: afterimage=%00; afterimage=x',
  'origin: https://evil.example',
  'sec-fetch-site: cross-site',
  'x-forwarded-for: 127.0.0.1',
  'range: bytes=0-0,1-1,2-2',
  'if-none-match: *',
  `x-long: ${'y'.repeat(6_000)}`,
];

/** Heads that contradict themselves, or the body that follows. */
const brokenHeads = [
  ['content-length: 5', 'content-length: 6'],
  ['content-length: -1'],
  ['content-length: 99999999999999999999'],
  ['content-length: 10', 'transfer-encoding: chunked'],
  ['transfer-encoding: chunked'],
  ['transfer-encoding: gzip, chunked'],
  ['content-length: 4'],
  ['content-length: 100000'],
  ['expect: 200-maybe', 'content-length: 2'],
  ['host: twice', 'content-length: 2'],
  [' folded: line', 'content-length: 2'],
  ['no colon at all'],
  ['nul: a\u0000b', 'content-length: 2'],
  [`x-huge: ${'z'.repeat(40_000)}`],
  ['upgrade: websocket', 'connection: upgrade'],
];
