/** The small rooms of the contract: money, states, limits, errors, events, directives, sizes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '../src/fields.ts';
import * as contract from '../src/index.ts';
import { accepted, familyNamed, refused } from './support/reading.ts';

const { errors, formatPrice, parseAmount, usd } = contract;

test('money is read as people write it, with at most four fractional digits', () => {
  const good: [string, number][] = [
    ['5', 50_000],
    ['5.00', 50_000],
    ['0.0410', 410],
    ['0.5', 5_000],
    ['100', 1_000_000],
    ['0', 0],
    ['000.0001', 1],
  ];
  for (const [text, units] of good) assert.deepEqual(parseAmount(text), { ok: true, units });
  for (const text of [
    '',
    '-5',
    '+5',
    '5.',
    '.5',
    '5,00',
    '1e3',
    '0x10',
    ' 5',
    '5 USD',
    '0.00001',
    '1.00000',
    '9'.repeat(13),
    '999999999999',
  ]) {
    assert.equal(parseAmount(text).ok, false, text);
  }
  assert.equal(usd('0.0410'), 410);
  assert.throws(() => usd('free'), RangeError);
});

test('money is shown with four fractional digits in prices and as a number in balances', () => {
  assert.deepEqual([0, 1, 410, 10_000, 12_345_678, -250].map(formatPrice), [
    '0.0000',
    '0.0001',
    '0.0410',
    '1.0000',
    '1234.5678',
    '-0.0250',
  ]);
  assert.throws(() => formatPrice(0.5), RangeError);
  assert.equal(JSON.stringify(contract.balanceNumber(123_456)), '12.3456');
});

test('a generation moves only forward, and never out of its ends', () => {
  const allowed = ['pending>processing', 'pending>failed', 'processing>completed', 'processing>failed'];
  const { statuses, mayMove, isFinal } = contract;
  const seen = statuses.flatMap((from) => statuses.filter((to) => mayMove(from, to)).map((to) => `${from}>${to}`));
  assert.deepEqual(seen, allowed);
  assert.deepEqual(statuses.filter(isFinal), ['completed', 'failed']);
});

const pages: [string, string, { limit: number; offset: number } | string[]][] = [
  ['beta', '', { limit: 50, offset: 0 }],
  ['delta', 'limit=1&offset=0', { limit: 1, offset: 0 }],
  ['delta', 'limit=100&offset=100000', { limit: 100, offset: 100_000 }],
  ['beta', 'other=1', { limit: 50, offset: 0 }],
  ['beta', 'limit=0', ['limit']],
  ['beta', 'limit=101', ['limit']],
  ['beta', 'limit=-1', ['limit']],
  ['beta', 'limit=5.5', ['limit']],
  ['beta', 'limit=ten', ['limit']],
  ['beta', 'limit=', ['limit']],
  ['beta', 'limit=1e1', ['limit']],
  ['beta', 'limit=5&limit=6', ['limit']],
  ['delta', 'offset=-1', ['offset']],
  ['delta', 'offset=99999999999999999999', ['offset']],
  ['delta', 'limit=x&offset=y', ['limit', 'offset']],
];
for (const [slug, query, outcome] of pages) {
  test(`a page of ${slug} with "${query}" is ${Array.isArray(outcome) ? 'refused' : 'read'}`, () => {
    const reading = contract.readPage(new URLSearchParams(query), familyNamed(slug));
    if (Array.isArray(outcome)) assert.deepEqual(!reading.ok && reading.faults.map(({ field }) => field), outcome);
    else assert.deepEqual(reading, { ok: true, ...outcome });
  });
}

test('a bad page is 422 with its place for beta and 400 for delta', () => {
  const answer = (slug: string) => {
    const reading = contract.readPage(new URLSearchParams('limit=500'), familyNamed(slug));
    assert.ok(!reading.ok);
    return errors.invalidFields(familyNamed(slug), reading.faults, 'query');
  };
  const sentence = (slug: string) => `limit of the ${slug} list must be a whole number from 1 to 100`;
  assert.deepEqual(answer('beta'), {
    status: 422,
    body: { detail: [{ loc: ['query', 'limit'], msg: sentence('beta'), type: 'int_range' }] },
  });
  assert.deepEqual(answer('delta'), {
    status: 400,
    body: { detail: sentence('delta'), errors: [{ field: 'limit', message: sentence('delta') }] },
  });
});

test('an Idempotency-Key is 1-255 printable ASCII characters', () => {
  for (const key of ['a', 'x'.repeat(255), 'order 7/retry~!']) assert.equal(contract.idempotencyKeyFault(key), null);
  for (const key of ['', 'x'.repeat(256), 'schlüssel', 'a\tb', 'a\nb']) {
    assert.equal(contract.idempotencyKeyFault(key)?.field, 'Idempotency-Key');
  }
});

test('the limits are those of the specification and the decisions', () => {
  assert.deepEqual(
    {
      webhook: [
        contract.webhookAttemptsMax,
        contract.webhookRetrySeconds,
        contract.webhookRequestSeconds,
        contract.webhookConnectSeconds,
      ],
      statusChecks: [contract.statusChecksMax, contract.statusChecksSeconds],
      links: [contract.linkHours, contract.linkStableHours, contract.mediaDays],
      images: [contract.imageBytesMax, contract.gammaImageBytesMax, contract.imagePixelsMax],
      idempotencyHours: contract.idempotencyHours,
      queuePositionMax: contract.queuePositionMax,
    },
    {
      webhook: [5, 30, 30, 10],
      statusChecks: [60, 60],
      links: [24, 1, 7],
      images: [10_485_760, 20_971_520, 50_000_000],
      idempotencyHours: 24,
      queuePositionMax: 1000,
    },
  );
});

test('only a 2xx answer delivers a webhook', () => {
  assert.deepEqual([200, 204, 299, 199, 301, 302, 307, 400, 410, 500].filter(contract.isDelivered), [200, 204, 299]);
});

/** error, status, body, headers */
const table: [contract.HttpError, number, Record<string, unknown>, Record<string, string>?][] = [
  [errors.invalidKey(), 401, { error: 'Unauthorized', message: 'Invalid API key' }, { 'WWW-Authenticate': 'Bearer' }],
  [
    errors.authorizationMissing(),
    401,
    { error: 'Unauthorized', message: 'Authorization header required' },
    { 'WWW-Authenticate': 'Bearer' },
  ],
  [
    errors.authorizationNotBearer(),
    401,
    { error: 'Unauthorized', message: 'Invalid authorization format. Use: Bearer <API_KEY>' },
    { 'WWW-Authenticate': 'Bearer' },
  ],
  [
    errors.invalidJson('The body is empty'),
    400,
    { detail: 'The body is empty', errors: [{ field: 'body', message: 'The body is empty' }] },
  ],
  [
    errors.insufficientCredits({ price: 2100, balance: 500 }),
    402,
    {
      detail: 'This generation costs 0.2100 USD and the balance is 0.0500 USD',
      code: 'INSUFFICIENT_CREDITS',
      price: '0.2100',
      balance: 0.05,
    },
  ],
  [errors.generationNotFound(), 404, { detail: 'Generation not found' }],
  [
    errors.methodNotAllowed(['GET', 'HEAD']),
    405,
    { detail: 'This path takes GET, HEAD', code: 'METHOD_NOT_ALLOWED' },
    { Allow: 'GET, HEAD' },
  ],
  [errors.bodyTooLarge(1_048_576), 413, { detail: 'The body must be at most 1,048,576 bytes', code: 'BODY_TOO_LARGE' }],
  [
    errors.rateLimited(7),
    429,
    { detail: 'Too many requests; try again in 7 s', code: 'RATE_LIMITED' },
    { 'Retry-After': '7' },
  ],
  [errors.internal(), 500, { detail: 'Internal server error' }],
  [
    errors.maintenance(),
    503,
    { detail: 'The service is under maintenance', code: 'MAINTENANCE' },
    { 'Retry-After': '60' },
  ],
];
for (const [error, status, body, headers] of table) {
  test(`${status} ${body['message'] ?? body['code'] ?? body['detail']} has its body and headers`, () => {
    assert.deepEqual(error, headers === undefined ? { status, body } : { status, body, headers });
  });
}

const codes: [contract.HttpError, number, string][] = [
  [errors.linkForged(), 403, 'LINK_INVALID'],
  [errors.idempotencyInFlight(), 409, 'IDEMPOTENCY_IN_FLIGHT'],
  [errors.linkExpired(), 410, 'LINK_EXPIRED'],
  [errors.unsupportedMediaType(), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [errors.idempotencyMismatch(), 422, 'IDEMPOTENCY_MISMATCH'],
  [errors.busy(), 503, 'BUSY'],
];
for (const [error, status, code] of codes) {
  test(`${status} carries detail and ${code}`, () => {
    assert.equal(error.status, status);
    assert.deepEqual(Object.keys(error.body), ['detail', 'code']);
    assert.equal(error.body['code'], code);
  });
}

test('400 says all that is wrong, in one detail and one by one', () => {
  const faults = [
    { field: 'prompt', message: 'prompt is required', type: 'missing' },
    { field: 'seed', message: 'seed must be an integer', type: 'int_type' },
  ];
  assert.deepEqual(errors.invalidFields({ faultStatus: 400 }, faults).body, {
    detail: 'prompt is required; seed must be an integer',
    errors: [
      { field: 'prompt', message: 'prompt is required' },
      { field: 'seed', message: 'seed must be an integer' },
    ],
  });
});

test('a 422 says where: the body itself, an item of a list, a header', () => {
  const where = (field: string, part?: 'body' | 'header') =>
    errors.invalidFields({ faultStatus: 422 }, [{ field, message: '', type: '' }], part).body['detail'];
  assert.deepEqual(where('body'), [{ loc: ['body'], msg: '', type: '' }]);
  assert.deepEqual(where('images[2]'), [{ loc: ['body', 'images', 2], msg: '', type: '' }]);
  assert.deepEqual(where('Idempotency-Key', 'header'), [{ loc: ['header', 'Idempotency-Key'], msg: '', type: '' }]);
});

const nothing = { fail: null, slowSeconds: 0, queueSeconds: 0, hang: false, http: null };
const scenarios: [string, Partial<contract.Scenario>, string][] = [
  ['a fox [[fail TIMEOUT]]', { fail: 'TIMEOUT' }, 'a fox'],
  ['[[slow 3]] a fox', { slowSeconds: 3 }, 'a fox'],
  ['a [[queue 0.5]] fox', { queueSeconds: 0.5 }, 'a fox'],
  ['a fox[[hang]]', { hang: true }, 'a fox'],
  ['[[http 402]]a fox', { http: 402 }, 'a fox'],
  ['[[http 429]]', { http: 429 }, ''],
  ['[[ http  500 ]]', { http: 500 }, ''],
  [
    '[[queue 1]] [[slow 2]] a fox [[fail TASK_FAILED]]',
    { queueSeconds: 1, slowSeconds: 2, fail: 'TASK_FAILED' },
    'a fox',
  ],
];
for (const [prompt, scenario, seen] of scenarios) {
  test(`in a sandbox "${prompt}" plays a scenario, and the engine sees "${seen}"`, () => {
    const request = accepted('beta', { prompt }, 'sandbox');
    assert.deepEqual(request.scenario, { ...nothing, ...scenario });
    assert.equal(request.prompt, prompt);
    assert.equal(request.work.prompt, seen);
  });
}

test('with a live key directives are plain text', () => {
  const request = accepted('beta', { prompt: 'a fox [[fail TIMEOUT]] [[dance]]' });
  assert.equal(request.scenario, null);
  assert.equal(request.work.prompt, 'a fox [[fail TIMEOUT]] [[dance]]');
});

test('a sandbox prompt without directives plays none and stays as it is', () => {
  const request = accepted('beta', { prompt: 'a  fox [one] [[' }, 'sandbox');
  assert.equal(request.scenario, null);
  assert.equal(request.work.prompt, 'a  fox [one] [[');
});

test('a directive that does not exist is refused with a list of those that do', () => {
  const known = '[[fail CODE]], [[slow 3]], [[queue 3]], [[hang]], [[http 503]]';
  assert.deepEqual(refused('beta', { prompt: '[[dance]]' }, 'sandbox'), [
    `prompt: [[dance]] is not a sandbox directive; there are ${known}`,
  ]);
});

test('a code that the family does not have is refused with a list of those it has', () => {
  assert.deepEqual(refused('gamma', { prompt: 'a fox [[fail API_ERROR]]' }, 'sandbox'), [
    'prompt: [[fail]] is written [[fail CODE]], with UNSAFE_CONTENT, TASK_FAILED, TIMEOUT, MAINTENANCE or CANCELLED',
  ]);
});

for (const bad of [
  '[[slow]]',
  '[[slow -1]]',
  '[[slow 99999]]',
  '[[hang 3]]',
  '[[http 404]]',
  '[[fail]]',
  '[[]]',
  '[[slow 1]] [[slow 2]]',
  '[[constructor]]',
]) {
  test(`in a sandbox ${bad} is refused`, () => {
    assert.equal(refused('beta', { prompt: `a fox ${bad}` }, 'sandbox').length, 1);
  });
}

const sizes: [contract.Shape, (contract.MediaFacts | undefined)[], number, number][] = [
  [{ from: 'ratio', ratio: '16:9', edge: { short: 720 } }, [], 1280, 720],
  [{ from: 'ratio', ratio: '9:16', edge: { short: 720 } }, [], 720, 1280],
  [{ from: 'ratio', ratio: '1:1', edge: { short: 1080 } }, [], 1080, 1080],
  [{ from: 'ratio', ratio: '16:9', edge: { short: 1080 } }, [], 1920, 1080],
  [{ from: 'ratio', ratio: '21:9', edge: { long: 2048 } }, [], 2048, 878],
  [{ from: 'ratio', ratio: '2:3', edge: { long: 1024 } }, [], 682, 1024],
  [{ from: 'ratio', ratio: '4:5', edge: { long: 1024 } }, [], 820, 1024],
  [{ from: 'first-input', edge: { short: 720 } }, [{ width: 1000, height: 750 }], 960, 720],
  [{ from: 'first-input', edge: { short: 720 } }, [{ width: 333, height: 500 }], 720, 1082],
  [
    { from: 'first-input', edge: { short: 720 } },
    [
      { width: 100, height: 100 },
      { width: 640, height: 360, milliseconds: 4000 },
    ],
    1280,
    720,
  ],
];
for (const [shape, facts, width, height] of sizes) {
  test(`${JSON.stringify(shape)} of ${JSON.stringify(facts)} is ${width}x${height}`, () => {
    assert.deepEqual(contract.frameSize(shape, facts), { width, height });
  });
}

test('a size that follows an input of which nothing is known is a fault of ours', () => {
  assert.throws(() => contract.frameSize({ from: 'first-input', edge: { short: 720 } }, [undefined]));
});

test('the nearest ratio is nearest in proportion', () => {
  const { nearestRatio, photoRatios } = contract;
  assert.equal(nearestRatio(1, photoRatios), '1:1');
  assert.equal(nearestRatio(100, photoRatios), '21:9');
  assert.equal(nearestRatio(0.01, photoRatios), '9:16');
  assert.equal(nearestRatio(1.4, photoRatios), '4:3');
  assert.equal(nearestRatio(1.45, photoRatios), '3:2');
  assert.equal(nearestRatio(0.6135, photoRatios), '2:3');
});

test('a text of one length is asked for by that length', () => {
  const reading = text(36, 36).check('zzz', 'generation');
  assert.deepEqual(reading, {
    ok: false,
    faults: [{ field: 'generation', type: 'string_too_short', message: 'generation must be 36 characters (3 sent)' }],
  });
});
