/** gamma end to end: its four modes, its seed, its charge without a price, its error object. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

test('gamma', async (t) => {
  const bench = await openFamily(t, 'gamma');
  const { account } = bench;
  const png = dataUri('image/png', await picture({ width: 120, height: 80 }));
  const open = { video_url: null, completed_at: null, error: null };

  await t.test(
    'a submit answers generation_id, status and the seed used; the charge shows in the balance',
    async () => {
      const cases: [Record<string, unknown>, string][] = [
        [{}, '0.4000'],
        [{ seed: 1000000000, watermark_text: 'AI!' }, '0.4000'],
        [{ model: 'gamma-3-quality', bytes_image: png, aspect_ratio: '9:16' }, '2.0000'],
        [{ start_frame: png, end_frame: png }, '0.4000'],
        [{ reference_images: [png, png, png] }, '0.4000'],
      ];
      for (const [body, price] of cases) {
        const { id, answer, prompt } = await accepts(bench, body, { price });
        const { seed } = answer;
        assert.deepEqual(answer, { generation_id: id, status: 'pending', seed });
        if ('seed' in body) assert.equal(seed, body['seed']);
        assert.ok(Number.isInteger(seed) && Number(seed) >= 0 && Number(seed) <= 1000000000);
        const { body: record } = await account.sandbox.get(bench.statusPath(id));
        const { created_at } = record;
        assert.deepEqual(record, { generation_id: id, status: 'pending', prompt, ...open, created_at, seed });
      }
    },
  );

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, { prompt: 'too short', watermark_text: 'ab' }, [
      ['prompt', 'prompt must be 10-4000 characters (9 sent)'],
      ['watermark_text', 'watermark_text must be 3-14 characters (2 sent)'],
    ]);
    await refuses(bench, { start_frame: png }, [['end_frame', 'end_frame is required when start_frame is sent']]);
    await refuses(bench, { bytes_image: png, reference_images: [png] }, [
      ['reference_images', 'reference_images cannot be sent together with bytes_image'],
    ]);
    await refuses(bench, { model: 'gamma-3-quality', start_frame: png, end_frame: png }, [
      ['start_frame', 'start_frame works only with model gamma-3-fast, not with gamma-3-quality'],
      ['end_frame', 'end_frame works only with model gamma-3-fast, not with gamma-3-quality'],
    ]);
    await refuses(bench, { reference_images: [] }, [
      ['reference_images', 'reference_images must hold 1-3 images (0 sent)'],
    ]);
    await refuses(bench, { bytes_image: 'https://example.com/a.png' }, [
      ['bytes_image', 'bytes_image must be a data URI (data:<mime>;base64,<data>)'],
    ]);
  });

  await t.test('its record while processing has no media and no error', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    const { created_at, seed } = record;
    assert.deepEqual(record, { generation_id: id, status: 'processing', prompt, ...open, created_at, seed });
  });

  const refunded = { UNSAFE_CONTENT: false, TIMEOUT: true, TASK_FAILED: true, MAINTENANCE: true };
  for (const [code, comesBack] of Object.entries(refunded)) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      const { created_at, completed_at, seed } = record;
      assert.ok(String(completed_at) >= String(created_at));
      const error = { message: code, details: { reason: `The scenario asked for ${code}.` } };
      const end = {
        generation_id: id,
        status: 'failed',
        prompt,
        video_url: null,
        created_at,
        completed_at,
        seed,
        error,
      };
      assert.deepEqual(record, end);
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 4_000);
    });
  }

  assert.equal((await bench.service.audit()).ok, true);
});
