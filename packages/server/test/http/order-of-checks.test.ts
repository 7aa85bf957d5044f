/** Which fault is told when a request has several, and the exact body of every error. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endMaintenance, startMaintenance } from '../../src/maintenance/store.ts';
import { eventually } from '../support/eventually.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service.ts';

const path = '/v1/delta/generate';
const text = { 'content-type': 'text/plain' };
const good = { prompt: 'a fox' };

test('the order of checks', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  await t.test('the route comes first', () => route(service));
  await t.test('then the key, the rate, maintenance, the type', (t) => beforeTheBody(t, service, account));
  await t.test('then the size of the body, its JSON, its fields', () => theBody(account));
  await t.test('then Idempotency-Key, the balance, the media', () => theSubmit(service, account));
  await t.test('a fault of ours is a 500 that tells nothing', () => ourFault(service, account));
});

async function route(service: TestService) {
  const unknown = await service.ask('POST', '/v1/nothing/generate', { body: '{' });
  assert.equal(unknown.status, 404);
  assert.deepEqual(unknown.body, { detail: 'No such path; see /openapi.json' });
  const wrong = await service.ask('PUT', path, { body: '{' });
  assert.equal(wrong.status, 405);
  assert.deepEqual(wrong.body, { detail: 'This path takes POST', code: 'METHOD_NOT_ALLOWED' });
  assert.equal(wrong.headers.allow, 'POST');
  assert.equal((await service.ask('DELETE', '/v1/beta/generations')).headers.allow, 'GET, HEAD');
}

async function beforeTheBody(t: TestContext, service: TestService, account: TestAccount) {
  await startMaintenance(service.db, 'delta');
  const limited = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' }, file: { rate_limits: { submit: 1 } } });
  await startMaintenance(limited.db, 'delta');
  const { live } = await limited.account();

  const keyless = await service.ask('POST', path, { body: 'x', headers: text });
  assert.equal(keyless.status, 401);

  assert.equal((await live.submit(path, 'x', text)).status, 503);
  const tooOften = await live.submit(path, 'x', text);
  assert.equal(tooOften.status, 429);
  const seconds = Number(tooOften.headers['retry-after']);
  assert.ok(seconds >= 1 && seconds <= 60);
  assert.deepEqual(tooOften.body, { detail: `Too many requests; try again in ${seconds} s`, code: 'RATE_LIMITED' });

  const closed = await eventually(async () => {
    const answer = await account.live.submit(path, 'x', text);
    return answer.status === 503 ? answer : undefined;
  });
  assert.deepEqual(closed.body, { detail: 'The service is under maintenance', code: 'MAINTENANCE' });
  assert.equal(closed.headers['retry-after'], '60');
  await endMaintenance(service.db, 'delta');

  const wrongType = await eventually(async () => {
    const answer = await account.live.submit(path, 'x'.repeat(100), text);
    return answer.status === 503 ? undefined : answer;
  });
  assert.equal(wrongType.status, 415);
  assert.deepEqual(wrongType.body, {
    detail: 'Send the body as Content-Type: application/json in UTF-8, not compressed',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
  const others: Record<string, string>[] = [
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
  ];
  for (const headers of others) assert.equal((await account.live.submit(path, good, headers)).status, 415);
}

async function theBody({ live }: TestAccount) {
  // 4/3 of one image of 10 MB, and 1 MB.
  const bytesMax = Math.ceil((10 * 1_048_576 * 4) / 3) + 1_048_576;
  const large = await live.submit('/v1/beta/generate', Buffer.alloc(bytesMax + 1, ' '));
  assert.equal(large.status, 413);
  assert.deepEqual(large.body, { detail: 'The body must be at most 15,029,590 bytes', code: 'BODY_TOO_LARGE' });

  const malformed: [body: string | Buffer, field: string][] = [
    ['', 'body'],
    ['{"prompt": 1, "prompt": 2}', 'prompt'],
    [`{"prompt": "${'x'.repeat(70_000)}", "seed": 1, "seed": 2}`, 'seed'],
    ['{"prompt": "a fox"', 'body'],
    ['{"prompt": 1e400}', 'body'],
    [`{"prompt": ${'['.repeat(40)}${']'.repeat(40)}}`, 'body'],
    [Buffer.from('{"prompt":"\xff"}', 'latin1'), 'body'],
  ];
  for (const [body, field] of malformed) {
    for (const family of ['beta', 'delta']) {
      const refused = await live.submit(`/v1/${family}/generate`, body);
      assert.equal(refused.status, 400, String(body).slice(0, 40));
      const { detail, ...rest } = refused.body;
      assert.match(String(detail), /^The body .*\.$/);
      assert.deepEqual(rest, { errors: [{ field, message: detail }] });
    }
  }
  const fields = await live.submit(path, { aspect_ratio: 1 }, { 'idempotency-key': 'x'.repeat(256) });
  assert.equal(fields.status, 400);
  assert.deepEqual(fields.body['errors'], [
    { field: 'prompt', message: 'prompt is required' },
    {
      field: 'aspect_ratio',
      message: 'aspect_ratio is a string: "1:1", "4:3", "3:4", "16:9", "9:16", "21:9" or "4:5"',
    },
  ]);
}

async function theSubmit(service: TestService, { live }: TestAccount) {
  const whole = await picture({ width: 210, height: 90 }, 'jpeg');
  const images = [dataUri('image/jpeg', whole.subarray(0, whole.length - 200))];
  const badKey = await live.submit(path, { ...good, images }, { 'idempotency-key': 'x'.repeat(256) });
  assert.equal(badKey.status, 400);
  const message = 'Idempotency-Key must be 1-255 printable ASCII characters';
  assert.deepEqual(badKey.body, { detail: message, errors: [{ field: 'Idempotency-Key', message }] });

  assert.equal((await live.submit(path, good, { 'idempotency-key': 'order' })).status, 200);
  const mismatch = await live.submit(path, { ...good, images }, { 'idempotency-key': 'order' });
  assert.equal(mismatch.status, 422);
  assert.deepEqual(mismatch.body, {
    detail: 'This Idempotency-Key was used with another body',
    code: 'IDEMPOTENCY_MISMATCH',
  });

  const poor = await service.account({ credit: '0.0199' });
  const media = await service.account().then((rich) => rich.live.submit(path, { ...good, images }));
  assert.equal(media.status, 400);
  assert.match(String(media.body['detail']), /^images\[0\]: /);
  assert.equal((await poor.live.submit(path, { ...good, images })).status, 402, 'the balance before the media');
  const unpaid = await poor.live.submit(path, good);
  assert.equal(unpaid.status, 402);
  assert.deepEqual(unpaid.body, {
    detail: 'This generation costs 0.0200 USD and the balance is 0.0199 USD',
    code: 'INSUFFICIENT_CREDITS',
    price: '0.0200',
    balance: 0.0199,
  });
  assert.equal(await poor.live.balance(), 0.0199);
}

async function ourFault({ db }: TestService, { live }: TestAccount) {
  await db.query({ text: 'alter table generations rename to mislaid' });
  try {
    const answer = await live.get('/v1/delta/generations');
    assert.equal(answer.status, 500);
    assert.deepEqual(answer.body, { detail: 'Internal server error' });
    assert.match(String(answer.headers['x-request-id']), /^\w+-\w+$/);
  } finally {
    await db.query({ text: 'alter table mislaid rename to generations' });
  }
}
