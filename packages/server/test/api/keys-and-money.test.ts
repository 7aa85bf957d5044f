/** Keys and money in the account interface: made, rotated, revoked; what was spent, and every entry of the ledger. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { usd } from '@afterimage/contract';
import { quoted } from '../../src/http/api/ledger-csv.ts';
import { lastDays, spendingSince } from '../../src/ledger/spending.ts';
import { eventually } from '../support/eventually.ts';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const startApi = (t: TestContext) => startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });

test('a key is made, used, rotated and revoked', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const made = await owner.ask('POST', '/api/keys', {
    body: { name: ' mobile app ', mode: 'sandbox', expires_in_days: 90 },
  });
  assert.equal(made.status, 200);
  assert.match(String(made.body['key']), /^ai_test_/);
  const use = (key: unknown) => service.ask('GET', '/v1/data/balance', { headers: { authorization: `Bearer ${key}` } });
  assert.deepEqual((await use(made.body['key'])).body, { balance: 1000, currency: 'USD' });

  const listed = async (id: unknown) => (await owner.get('/api/keys')).list.find((key) => key['id'] === id)!;
  const shown = await listed(made.body['id']);
  assert.deepEqual(
    [shown['name'], shown['mode'], shown['state'], shown['last4'], shown['spent_30_days']],
    ['mobile app', 'sandbox', 'active', String(made.body['key']).slice(-4), '0.0000'],
  );

  await t.test('no answer but the first holds the secret', async () => {
    const answer = await owner.get('/api/keys');
    assert.ok(!answer.bytes.includes(String(made.body['key'])));
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  await t.test('rotated, both work for the overlap, and the old one is about to end', async () => {
    const next = await owner.ask('POST', `/api/keys/${made.body['id']}/rotate`, { body: { overlap_hours: 1 } });
    assert.equal(next.status, 200);
    assert.ok(next.body['expires_at'], 'a life of 90 days is passed on');
    assert.equal((await use(made.body['key'])).status, 200);
    assert.equal((await use(next.body['key'])).status, 200);
    assert.equal((await listed(made.body['id']))['state'], 'expiring');
  });

  await t.test('revoked, it is refused, and cannot be rotated', async () => {
    assert.equal((await owner.ask('DELETE', `/api/keys/${made.body['id']}`)).status, 204);
    await eventually(async () => ((await use(made.body['key'])).status === 401 ? true : undefined));
    assert.equal((await listed(made.body['id']))['state'], 'revoked');
    const again = await owner.ask('POST', `/api/keys/${made.body['id']}/rotate`);
    assert.equal(again.status, 409);
  });

  await t.test('what is wrong with a new key is named, all at once', async () => {
    const wrong = await owner.ask('POST', '/api/keys', { body: { name: '', expires_in_days: 0, colour: 'red' } });
    assert.equal(wrong.status, 400);
    assert.deepEqual(
      (wrong.body['errors'] as { field: string }[]).map(({ field }) => field),
      ['name', 'expires_in_days', 'colour'],
    );
    for (const name of ['two\nlines', 'a \u001b[31mred one', 'a \u009b31mred one']) {
      const { status, body } = await owner.ask('POST', '/api/keys', { body: { name } });
      const [{ message } = { message: '' }] = body['errors'] as { message: string }[];
      assert.deepEqual([status, message], [400, 'name must be one line without control characters']);
    }
    const filtered = await owner.get('/api/keys?mode=sandbox');
    const [fault] = filtered.body['errors'] as { message: string }[];
    assert.deepEqual([filtered.status, fault!.message], [400, 'mode is not known here; there is account']);
  });

  await t.test('a key sees only the keys beside it', async () => {
    const modes = (keys: Record<string, unknown>[]) => new Set(keys.map(({ mode }) => mode));
    assert.deepEqual(modes((await account.sandbox.get('/api/keys')).list), new Set(['sandbox']));
    assert.deepEqual(modes((await account.live.get('/api/keys')).list), new Set(['live']));
    assert.deepEqual(modes((await owner.get('/api/keys')).list), new Set(['live', 'sandbox']));
  });
});

test('the balance comes with what was spent, day by day', async (t) => {
  const service = await startApi(t);
  const account = await service.account({ credit: '10' });
  const owner = await signInAsOwner(service, account);
  for (const prompt of ['a fox', 'a hare']) await account.live.submit('/v1/beta/generate', { prompt, duration: 10 });
  const { body } = await owner.get('/api/balance?days=7');
  const days = body['days'] as { day: string; spent: string; generations: number }[];
  assert.deepEqual([body['balance'], body['spent_today'], body['spent_30_days']], ['9.7000', '0.3000', '0.3000']);
  assert.deepEqual(
    days.map(({ day }) => day),
    lastDays(7, new Date()),
  );
  assert.deepEqual(days.at(-1), { day: lastDays(1, new Date())[0], spent: '0.3000', generations: 2 });
  assert.ok(days.slice(0, -1).every(({ spent, generations }) => spent === '0.0000' && generations === 0));
  const sandbox = await owner.get('/api/balance?mode=sandbox');
  assert.deepEqual([sandbox.body['balance'], sandbox.body['spent_today']], ['1000.0000', '0.0000']);
});

test('an account says below which amount its balance is low, for itself and its twin apart', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const thresholds = async () => {
    const answers = await Promise.all(['live', 'sandbox'].map((mode) => owner.get(`/api/balance?mode=${mode}`)));
    return answers.map(({ body }) => body['low_balance_threshold']);
  };
  assert.deepEqual(await thresholds(), [null, null]);
  const set = (body: object) => owner.ask('PUT', '/api/balance/low-balance', { body });
  assert.deepEqual((await set({ threshold: ' 12.5 ' })).body, { low_balance_threshold: '12.5000' });
  assert.deepEqual(await thresholds(), ['12.5000', null]);
  for (const threshold of ['-1', '0.00001', 'much', ''])
    assert.equal((await set({ threshold })).status, 400, threshold);
  assert.deepEqual(await thresholds(), ['12.5000', null]);
  assert.equal((await set({})).status, 200);
  assert.deepEqual(await thresholds(), [null, null]);
});

test('what is added up once is neither lost nor counted twice', async (t) => {
  const service = await startApi(t);
  // Without credit: its entry would be younger than those that follow it here.
  const { live, id } = await service.account({ credit: '0' });
  const entries = 60;
  await service.db.query(
    {
      text: `insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
          engine, deadline_at, created_at)
        select uuidv7(make_interval(hours => -n)), $1, $2, 'beta', 'm', 'p', '{}', '{}', '[]', 1, 100, 'studio', now() + interval '1 hour',
          now() - make_interval(hours => n) from generate_series(0, $3 - 1) n`,
    },
    [id, live.keyId, entries],
  );
  const [first] = lastDays(30, new Date());
  const total = async () => {
    const rows = await spendingSince(service.db, id, first!);
    return [
      rows.reduce((sum, { spent }) => sum + spent, 0),
      rows.reduce((sum, { generations }) => sum + generations, 0),
    ];
  };
  const answers = await Promise.all([total(), total(), total(), total()]);
  for (const answer of [...answers, await total()]) assert.deepEqual(answer, [entries * 100, entries]);
  const kept = await service.db.query<{ generations: number }>({
    text: `select sum(generations)::integer as generations from usage_days`,
  });
  assert.deepEqual(kept, [{ generations: entries - 1 }], 'the entry of this hour is not kept yet');
});

test('usage is told by family, model and key, and what failed by its reason', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const { sandbox } = account;
  assert.deepEqual((await owner.get('/api/usage?mode=sandbox')).body, {
    families: [],
    models: [],
    keys: [],
    failures: [],
  });
  const refunded = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[fail API_ERROR]]' });
  for (const prompt of ['a hare [[queue 600]]', 'an owl [[queue 600]]'])
    await sandbox.submit('/v1/delta/generate', { prompt });
  const kept = await sandbox.submit('/v1/gamma/generate', { prompt: 'a kite [[fail UNSAFE_CONTENT]]' });
  await owner.ask('POST', '/api/generate/delta?mode=sandbox', { body: { prompt: 'a mole [[queue 600]]' } });
  // What was spent and what failed are read one after the other: an end between the two would stand in one of them only.
  for (const { body } of [refunded, kept]) await service.ended(String(body['generation_id'] ?? body['task_uuid']));
  const { body } = await eventually(async () => {
    const answer = await owner.get('/api/usage?mode=sandbox&days=7');
    return (answer.body['failures'] as unknown[]).length === 2 ? answer : undefined;
  });
  const deltas = { spent: '0.0600', generations: 4 };
  assert.deepEqual(body['families'], [
    { family: 'gamma', spent: '0.4000', generations: 1 },
    { family: 'delta', ...deltas },
  ]);
  const models = body['models'] as { family: string; model: string }[];
  assert.deepEqual(
    models.map(({ family }) => family),
    ['gamma', 'delta'],
  );
  assert.ok(models.every(({ model }) => model !== ''));
  const keys = body['keys'] as { id: string; name: string; generations: number }[];
  assert.deepEqual(
    keys.map(({ id, generations }) => [id === sandbox.keyId, generations]),
    [
      [true, 4],
      [false, 1],
    ],
  );
  assert.deepEqual(body['failures'], [
    { family: 'delta', code: 'API_ERROR', generations: 1 },
    { family: 'gamma', code: 'UNSAFE_CONTENT', generations: 1 },
  ]);
  assert.deepEqual((await owner.get('/api/usage')).body['families'], [], 'the live account has its own');
});

test('the ledger tells the balance after every entry, on every page', async (t) => {
  const service = await startTestService(t);
  const account = await service.account({ credit: '10' });
  const owner = await signInAsOwner(service, account);
  const { sandbox } = account;
  await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[slow 0]]' });
  const failing = await sandbox.submit('/v1/beta/generate', { prompt: 'a hare [[fail TASK_FAILED]]', duration: 10 });
  await service.ended(String(failing.body['generation_id']));
  await eventually(
    async () => ((await sandbox.get('/api/ledger')).body['items'] as unknown[]).length >= 4 || undefined,
  );

  const seen: Record<string, unknown>[] = [];
  let cursor = '';
  do {
    const { body } = await owner.get(`/api/ledger?mode=sandbox&limit=1${cursor}`);
    seen.push(...(body['items'] as Record<string, unknown>[]));
    cursor = body['next'] === null ? '' : `&cursor=${body['next']}`;
  } while (cursor !== '');
  const whole = (await owner.get('/api/ledger?mode=sandbox')).body['items'];
  assert.deepEqual(seen, whole);
  assert.deepEqual(
    seen.map(({ kind }) => kind),
    ['refund', 'charge', 'charge', 'grant'],
  );
  let balance = 0;
  for (const entry of [...seen].reverse()) {
    balance += Math.sign(Number(entry['amount'])) * usd(String(entry['amount']).replace('-', ''));
    assert.equal(usd(String(entry['balance_after'])), balance);
  }
  assert.deepEqual((seen[0]!['generation'] as { prompt: string }).prompt, 'a hare [[fail TASK_FAILED]]');

  await t.test('one kind alone has the same balances', async () => {
    const { body } = await owner.get('/api/ledger?mode=sandbox&kind=charge&limit=1');
    assert.deepEqual(body['items'], seen.filter(({ kind }) => kind === 'charge').slice(0, 1));
    const rest = await owner.get(`/api/ledger?mode=sandbox&kind=charge&limit=5&cursor=${body['next']}`);
    assert.deepEqual(rest.body['items'], seen.filter(({ kind }) => kind === 'charge').slice(1));
    assert.equal(rest.body['next'], null);
  });

  await t.test('a refunded generation shows its refund', async () => {
    const { body } = await owner.get(`/api/generations/${failing.body['generation_id']}?mode=sandbox`);
    assert.deepEqual([body['status'], body['failure_code'], body['refund']], ['failed', 'TASK_FAILED', body['price']]);
  });

  await t.test('the sandbox is brought back to its play money by an entry, and not beyond', async () => {
    const before = await sandbox.balance();
    assert.ok(before < 1000);
    const resets = await Promise.all([0, 1].map(() => owner.ask('POST', '/api/sandbox/reset')));
    assert.deepEqual(
      resets.map(({ body }) => body),
      [{ balance: '1000.0000' }, { balance: '1000.0000' }],
    );
    const { body } = await owner.get('/api/ledger?mode=sandbox&kind=grant');
    assert.equal((body['items'] as unknown[]).length, 2);
    assert.ok((await service.audit()).ok);
    assert.deepEqual((await owner.get('/api/balance')).body['balance'], '10.0000');
  });

  await t.test('a cursor that is none is named', async () => {
    const wrong = await owner.get('/api/ledger?cursor=x');
    assert.deepEqual((wrong.body['errors'] as { field: string }[])[0]!.field, 'cursor');
  });
});

test('the ledger as CSV holds everything once and runs nothing', async (t) => {
  const service = await startApi(t);
  const operator = await signInAsOperator(service);
  const account = await service.account({ credit: '10' });
  const reason = '=HYPERLINK("http://x","a, b")';
  await operator.ask('POST', `/api/operator/accounts/${account.id}/credit`, { body: { amount: '5', reason } });
  await service.db.query(
    {
      text: `insert into ledger_entries (account_id, kind, amount, reason)
        select $1, 'grant', 1, 'more' from generate_series(1, 2500)`,
    },
    [account.id],
  );
  const answer = await account.live.get('/api/ledger.csv');
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present');
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="/);
  assert.equal(answer.bytes.subarray(0, 3).toString('hex'), 'efbbbf', 'Excel reads UTF-8 only after this mark');
  const lines = answer.bytes.subarray(3).toString().split('\r\n');
  assert.equal(lines[0], 'id,time,kind,amount,balance_after,generation_id,family,reason');
  assert.equal(lines.length, 1 + 2 + 2500 + 1);
  assert.match(lines[1]!, /,grant,10\.0000,10\.0000,,,opening credit$/);
  assert.match(lines[2]!, /,grant,5\.0000,15\.0000,,,"'=HYPERLINK\(""http:\/\/x"",""a, b""\)"$/);
  assert.match(lines[2502]!, /,grant,0\.0001,15\.2500,,,more$/);
  for (const risky of ['+1', '-1', '@x', '\t=1', '\r=1', ' =1']) assert.match(quoted(risky), /^"'/);
  for (const plain of ['opening credit', "it's", '1-2']) assert.equal(quoted(plain), plain);
});
