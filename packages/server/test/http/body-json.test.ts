/** Strict JSON: what is taken equals JSON.parse, and every refusal says what is wrong and where. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../contract/test/support/code-point.ts';
import { readContentEncoding, readContentType } from '../../src/http/body/content-headers.ts';
import { findJsonFault } from '../../src/http/body/json-fault.ts';
import { describeFault } from '../../src/http/body/kept-text.ts';
import { parseStrictJson } from '../../src/http/body/strict-json.ts';
import { seededRandom, writeOddly } from './support/body-reading.ts';

function refusalOf(body: string | Buffer): string {
  const reading = parseStrictJson(Buffer.from(body as string));
  assert.ok(!reading.ok, `taken: ${JSON.stringify(body).slice(0, 80)}`);
  return describeFault(reading.fault, { text: reading.text, gaps: [] });
}

const refusals: [name: string, body: string | Buffer, detail: string][] = [
  ['nothing', '', 'The body is empty; send a JSON object.'],
  ['white space only', ' \n ', 'The body is empty; send a JSON object.'],
  ['a byte order mark', '\ufeff{}', 'The body starts with a byte order mark; send UTF-8 without one.'],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'The body looks like UTF-16 or UTF-32; send UTF-8.'],
  ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'The body looks like UTF-16 or UTF-32; send UTF-8.'],
  ['a cut character', Buffer.from([0x22, 0xc3, 0x22]), 'The body is not valid UTF-8 at byte 3.'],
  ['an overlong character', Buffer.from([0x22, 0x41, 0xc0, 0xaf, 0x22]), 'The body is not valid UTF-8 at byte 3.'],
  ['a surrogate as UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'The body is not valid UTF-8 at byte 3.'],
  ['a double name', '{"a":1,\n "a":2}', 'The body has the field "a" twice, again at line 2, column 2.'],
  ['a double name in escapes', '{"a":1,"\\u0061":2}', 'The body has the field "a" twice, again at line 1, column 8.'],
  [
    'a double name far in',
    '{"x":[{"b":{"a":1,"a":2}}]}',
    'The body has the field "a" twice, again at line 1, column 19.',
  ],
  [
    '__proto__ twice, once in escapes',
    '{"__proto__":1,"__prot\\u006f__":2}',
    'The body has the field "__proto__" twice, again at line 1, column 16.',
  ],
  [
    '33 levels',
    `${'['.repeat(33)}${']'.repeat(33)}`,
    'The body is nested more than 32 levels deep at line 1, column 33.',
  ],
  ['60,000 levels', '['.repeat(60_000), 'The body is nested more than 32 levels deep at line 1, column 33.'],
  ['too large a number', '{"a":1e400}', 'The body holds a number that is too large at line 1, column 6.'],
  ['too small a number', '{"a":-1e400}', 'The body holds a number that is too large at line 1, column 6.'],
  ['Infinity', '{"a":Infinity}', 'The body is not valid JSON: "I" where a value should be at line 1, column 6.'],
  ['NaN', '[NaN]', 'The body is not valid JSON: "N" where a value should be at line 1, column 2.'],
  ['a leading zero', '{"a":05}', 'The body is not valid JSON: "5" where "," or "}" should be at line 1, column 7.'],
  ['a bare fraction', '[.5]', 'The body is not valid JSON: "." where a value should be at line 1, column 2.'],
  [
    'garbage behind',
    '{"a":1} x',
    'The body is not valid JSON: "x" where the end of the body should be at line 1, column 9.',
  ],
  ['two values', '{}{}', 'The body is not valid JSON: "{" where the end of the body should be at line 1, column 3.'],
  [
    'a comma at the end',
    '{"a":1,}',
    'The body is not valid JSON: "}" where a field name in double quotes should be at line 1, column 8.',
  ],
  [
    'a comma at the end of a list',
    '[1,]',
    'The body is not valid JSON: "]" where a value should be at line 1, column 4.',
  ],
  [
    'single quotes',
    "{'a':1}",
    'The body is not valid JSON: "\'" where a field name in double quotes or "}" should be at line 1, column 2.',
  ],
  [
    'no colon',
    '{"a" 1}',
    'The body is not valid JSON: "1" where ":" after a field name should be at line 1, column 6.',
  ],
  [
    'an open object',
    '{"a":1',
    'The body is not valid JSON: it ends where "," or "}" should follow at line 1, column 7.',
  ],
  ['an open list', '[1', 'The body is not valid JSON: it ends where "," or "]" should follow at line 1, column 3.'],
  ['an open string', '{"a":"b', 'The body is not valid JSON: it ends inside a string at line 1, column 8.'],
  [
    'a bare line break',
    '{"a":"b\nc"}',
    'The body is not valid JSON: a control character inside a string must be escaped at line 1, column 8.',
  ],
  ['a bad escape', '{"a":"\\x41"}', 'The body is not valid JSON: an escape that does not exist at line 1, column 7.'],
  ['a short escape', '{"a":"\\u12"}', 'The body is not valid JSON: an escape that does not exist at line 1, column 7.'],
  [
    'a comment',
    '{/*x*/}',
    'The body is not valid JSON: "/" where a field name in double quotes or "}" should be at line 1, column 2.',
  ],
];

for (const [name, body, detail] of refusals) {
  test(`a body with ${name} is refused in one sentence that says where`, () => {
    assert.equal(refusalOf(body), detail);
  });
}

test('32 levels, a name used at two places, and names that every object has are taken', () => {
  for (const body of [
    `${'['.repeat(32)}${']'.repeat(32)}`,
    '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":":","c\\":":"{\\"a\\":1"}}',
    '{"constructor":{"prototype":{}},"prototype":1,"__proto__":{"a":1},"toString":null}',
    '{"a":"\ufffd"}',
    '{"a":-0.0e-0,"b":1E5}',
  ]) {
    const reading = parseStrictJson(Buffer.from(body));
    assert.deepEqual(reading, { ok: true, value: JSON.parse(body) });
  }
});

test('nothing in a body changes the prototype of other objects', () => {
  parseStrictJson(Buffer.from('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('any JSON value, however oddly written, reads as it was meant', () => {
  const value = fc.jsonValue({ depthSize: 'medium', stringUnit: codePoint });
  fc.assert(
    fc.property(value, fc.integer(), (meant, seed) => {
      const text = writeOddly(meant, seededRandom(seed));
      const reading = parseStrictJson(Buffer.from(text));
      assert.ok(reading.ok, text);
      assert.deepEqual(reading.value, JSON.parse(text));
      assert.equal(findJsonFault(text), null);
    }),
    { numRuns: 500 },
  );
});

test('what JSON.parse refuses is refused with its place, and what it takes only by our own rules', () => {
  const soup = fc.string({
    unit: fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'u00',
      'a',
      '1',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      'true',
      'null',
      '"a":',
    ),
    maxLength: 24,
  });
  fc.assert(
    fc.property(soup, (text) => {
      const fault = findJsonFault(text);
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      assert.equal(parseStrictJson(Buffer.from(text)).ok, fault === null);
      if (!parses) assert.ok(fault !== null && (fault.index ?? 0) <= text.length);
      else if (fault !== null) assert.match(fault.what, /twice|too large/);
    }),
    { numRuns: 5000 },
  );
});

test('a name written twice is refused wherever it stands and however it is written', () => {
  const names = fc.uniqueArray(fc.string({ unit: codePoint, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, fc.integer(), (all, seed) => {
      const random = seededRandom(seed);
      const again = all[Math.floor(random() * all.length)]!;
      const fields = [...all, again].map((name) => `${writeOddly(name, random)}:1`);
      const wrap = random() < 0.5 ? (text: string) => text : (text: string) => `{"outer":[${text}]}`;
      assert.ok(parseStrictJson(Buffer.from(wrap(`{${fields.slice(0, -1).join(',')}}`))).ok);
      assert.match(refusalOf(wrap(`{${fields.join(',')}}`)), /twice/);
    }),
    { numRuns: 300 },
  );
});

test('only JSON in UTF-8, not compressed, is taken', () => {
  const taken = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    ' application/json ;',
  ];
  const refused = [
    undefined,
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
  ];
  for (const header of taken) assert.equal(readContentType(header), 'json', header);
  for (const header of refused) assert.equal(readContentType(header), 'unsupported', String(header));
  for (const header of [undefined, '', 'identity', 'Identity']) assert.equal(readContentEncoding(header), 'identity');
  for (const header of ['gzip', 'br', 'identity, gzip', 'deflate'])
    assert.equal(readContentEncoding(header), 'unsupported');
});
