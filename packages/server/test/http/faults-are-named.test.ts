/** What a careless or hostile caller writes is a fault of a field, told at once and by its name, never a 500. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('faults', async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const submit = (family: string, body: unknown, headers?: Record<string, string>) =>
    sandbox.submit(`/v1/${family}/generate`, { prompt: 'a fox [[fail TIMEOUT]]', ...(body as object) }, headers);
  const fieldsOf = (body: Record<string, unknown>) =>
    (body['errors'] as { field: string }[]).map(({ field }) => field).sort();

  const withLoneSurrogate: [string, string, Record<string, unknown>][] = [
    ['delta', 'callback_url', { callback_url: 'https://example.com/\ud800' }],
    ['delta', 'images[0]', { images: ['https://example.com/\udc00.png'] }],
    ['alpha', 'image_url', { image_url: 'https://example.com/\ud83d.png' }],
  ];
  for (const [family, field, body] of withLoneSurrogate) {
    await t.test(`a lone surrogate in ${field} of ${family} is a 400`, async () => {
      const answer = await submit(family, body);
      assert.equal(answer.status, 400);
      assert.deepEqual(fieldsOf(answer.body), [field]);
    });
  }

  await t.test('a private callback_url is refused by its name', async () => {
    const answer = await submit('delta', { callback_url: 'https://10.0.0.1/hook' });
    assert.equal(answer.status, 400);
    assert.match(String(answer.body['detail']), /^callback_url: .*10\.0\.0\.1/);
  });

  await t.test('a wrong mode does not hide a wrong duration or a missing image', async () => {
    const answer = await submit('alpha', { model: 'alpha_2.1', mode: 'fast', duration: 5 });
    assert.equal(answer.status, 400);
    assert.deepEqual(fieldsOf(answer.body), ['duration', 'image_url', 'mode']);
  });

  await t.test('a data URI in a URL field hears that it is no URL, however long it is', async () => {
    const answer = await submit('alpha', { image_url: `data:image/png;base64,${'A'.repeat(100_000)}` });
    assert.equal(answer.status, 400);
    assert.equal(answer.body['detail'], 'image_url must be an http or https URL');
  });

  const types: [string, 200 | 415][] = [
    ['application/json; profile=submit', 200],
    ['application/json; profile="a"; charset=UTF-8', 200],
    ['application/json; charset=utf8', 200],
    ['application/json; profile=a; charset=utf-16', 415],
    ['application/json; charset=utf-8x', 415],
    ['application/json-patch+json', 415],
  ];
  for (const [type, status] of types) {
    await t.test(`Content-Type ${type} is answered ${status}`, async () => {
      assert.equal((await submit('delta', {}, { 'content-type': type })).status, status);
    });
  }
});
