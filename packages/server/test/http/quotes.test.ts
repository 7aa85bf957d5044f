/** What a submit would cost, and the most that it may: by the checks and the reckoning of the submit itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families, formatPrice, maxPriceDigitsMax, usd } from '@afterimage/contract';
import { exampleOf } from '../support/example.ts';
import { startTestService } from '../support/service.ts';

test('quotes and max_price', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account({ credit: '5' });
  const balance = async () => (await live.get('/v1/data/balance')).body['balance'];
  const bodies = families.map((family) => ({ family, body: exampleOf(family) }));

  for (const { family, body } of bodies) {
    const path = `${family.path}/generate`;
    await t.test(`${family.slug}: a quote is the price that is charged, and charges nothing`, async () => {
      const before = await balance();
      const quote = await live.submit(`${path}?quote=true`, body);
      assert.equal(quote.status, 200, JSON.stringify(quote.body));
      assert.deepEqual(Object.keys(quote.body), ['price']);
      assert.equal(await balance(), before);
      const { price } = quote.body as { price: string };
      const dearer = (Number(price) - 0.0001).toFixed(4);
      const refused = await live.submit(path, { ...body, max_price: dearer });
      assert.equal(refused.status, family.faultStatus);
      assert.match(JSON.stringify(refused.body), new RegExp(`max_price is ${dearer} USD and .* costs ${price} USD`));
      assert.equal(
        (await live.submit(`${path}?quote=true`, { ...body, max_price: dearer })).status,
        family.faultStatus,
      );
      assert.equal(await balance(), before);
      const taken = await live.submit(path, { ...body, max_price: price });
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
      assert.equal(taken.headers['afterimage-ignored'], undefined);
      assert.equal(((before as number) - Number(price)).toFixed(4), Number(await balance()).toFixed(4));
    });
  }

  await t.test('faults are told as by a submit', async () => {
    const empty = await live.submit('/v1/delta/generate?quote=true', {});
    assert.equal(empty.status, 400);
    assert.match(String(empty.body['detail']), /prompt is required/);
    for (const wrong of ['quote=1', 'quote=', 'quote=true&quote=true']) {
      const answer = await live.submit(`/v1/delta/generate?${wrong}`, { prompt: 'a fox' });
      assert.deepEqual([answer.status, answer.body['detail']], [400, 'quote must be true or false']);
    }
    for (const wrong of ['0.20001', '999999999999', '-1', 'cheap', '', 0.2, true, ['1']]) {
      const answer = await live.submit('/v1/delta/generate', { prompt: 'a fox', max_price: wrong });
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.match(
        String(answer.body['detail']),
        /^max_price must be a string with an amount in USD, at most 11 digits before the point and four after it, such as "0\.2000"/,
      );
    }
  });

  await t.test('the largest amount that may be sent is taken to the ten-thousandth', async () => {
    const largest = `${'9'.repeat(maxPriceDigitsMax)}.9999`;
    const path = '/v1/delta/generate?quote=true';
    assert.equal((await live.submit(path, { prompt: 'a fox', max_price: largest })).status, 200);
    assert.equal(formatPrice(usd(largest)), largest);
    assert.equal((await live.submit(path, { prompt: 'a fox', max_price: `9${largest}` })).status, 400);
  });

  await t.test('quote=false and max_price: null are as if they were not there', async () => {
    const answer = await live.submit('/v1/delta/generate?quote=false', { prompt: 'a fox', max_price: null });
    assert.equal(answer.status, 200);
    assert.equal(typeof answer.body['task_uuid'], 'string');
  });

  await t.test('a quote leaves its Idempotency-Key alone', async () => {
    const headers = { 'idempotency-key': 'quoted' };
    await live.submit('/v1/delta/generate?quote=true', { prompt: 'a fox' }, headers);
    const submitted = await live.submit('/v1/delta/generate', { prompt: 'another fox' }, headers);
    assert.equal(submitted.status, 200);
  });
});
