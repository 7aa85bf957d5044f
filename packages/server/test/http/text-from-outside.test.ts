/** Text from outside: what is refused, and that everything else is kept to the letter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('text', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  const submit = (body: unknown) => live.submit('/v1/alpha/generate', body);

  const kept = {
    'writing from right to left and its marks': 'fox \u202e\u2066 \u05d0\u05d1\u05d2 \u2069\u202c end',
    'emoji made of several': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1e9}\u{1f1ea} e\u0301',
    'markup and quotes': `<script>alert("1")</script> '; drop table generations; -- \\ \u2028`,
    'control characters but NUL': 'a\u0001b\tc\nd\u007fe',
    'white space around the words': '  a fox  ',
  };
  for (const [name, prompt] of Object.entries(kept)) {
    await t.test(`${name}: kept verbatim`, async () => {
      const { body } = await submit({ prompt });
      const record = await live.get(`/v1/alpha/generations/${body['generation_id']}`);
      assert.equal(record.body['prompt'], prompt);
    });
  }

  await t.test('and so is each in the company of the others, which share its statement', async () => {
    const prompts = [...Object.values(kept), 'null', 'NULL', '{}', '{"a"}', '\\', '"', ',', '\\"'];
    const answers = await Promise.all(prompts.map((prompt) => submit({ prompt })));
    const ids = answers.map(({ body }) => body['generation_id']);
    const records = await Promise.all(ids.map((id) => live.get(`/v1/alpha/generations/${id}`)));
    assert.deepEqual(
      records.map(({ body }) => body['prompt']),
      prompts,
    );
  });

  const unicode = 'prompt must be Unicode text without NUL and without lone surrogates';
  for (const [name, json] of Object.entries({
    NUL: '{"prompt":"a\\u0000b"}',
    'a lone high surrogate': '{"prompt":"a\\ud83d"}',
    'a lone low surrogate': '{"prompt":"\\ude00b"}',
  })) {
    await t.test(`${name} is refused`, async () => {
      const answer = await submit(json);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, { detail: unicode, errors: [{ field: 'prompt', message: unicode }] });
    });
  }

  await t.test('characters are code points: 2,500 emoji are 2,500', async () => {
    const prompt = '\u{1f98a}'.repeat(2500);
    const { body, status } = await submit({ prompt });
    assert.equal(status, 200);
    const record = await live.get(`/v1/alpha/generations/${body['generation_id']}`);
    assert.equal(record.body['prompt'], prompt);
    const refused = await submit({ prompt: `${prompt}!` });
    assert.equal(refused.status, 400);
    assert.equal(refused.body['detail'], 'prompt must be 1-2500 characters (2,501 sent)');
  });

  await t.test('of a text so long that only its beginning is kept, no number is made up', async () => {
    const sentences = new Set<unknown>();
    // As bytes, as escapes of one character, and as the escapes that take the most room for one.
    for (const character of ['x', '\\n', '\\ud83e\\udd8a']) {
      const { status, body } = await submit(
        `{"prompt":"${character.repeat(Math.ceil(3_000_000 / character.length))}"}`,
      );
      assert.equal(status, 400);
      sentences.add(body['detail']);
    }
    assert.deepEqual([...sentences], ['prompt must be 1-2500 characters (more than 20,000 sent)']);
    const counted = await submit({ prompt: 'x'.repeat(20_000) });
    assert.equal(counted.body['detail'], 'prompt must be 1-2500 characters (20,000 sent)');
  });

  await t.test('an unknown field is named in Afterimage-Ignored, whatever it is called', async () => {
    const answer = await submit(
      '{"prompt":"a fox","toString":1,"constructor":2,"__proto__":{"duration":1},"a\\r\\nX-Evil: 1":3,"f\\u00fcr":4}',
    );
    assert.equal(answer.status, 200);
    assert.equal(
      answer.headers['afterimage-ignored'],
      'toString, constructor, __proto__, a%0D%0AX-Evil%3A%201, f%C3%BCr',
    );
    assert.equal(answer.headers['x-evil'], undefined);
  });

  await t.test('a thousand unknown fields fit into the header', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field_${index}`, index]));
    const { headers } = await submit({ prompt: 'a fox', ...many });
    assert.match(String(headers['afterimage-ignored']), /^field_0, .*, field_19, and 980 more$/);
  });

  await t.test('a request without unknown fields has no such header', async () => {
    assert.equal((await submit({ prompt: 'a fox', seed: null })).headers['afterimage-ignored'], undefined);
  });
});
