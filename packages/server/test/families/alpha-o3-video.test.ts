/** alpha o3-video end to end: models and modes, its record and the model it names, its failure codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, alphaCodes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

test('alpha o3-video', async (t) => {
  const bench = await openFamily(t, 'alpha-o3-video');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });
  const link = outside.put('/a.png', png);

  await t.test('a submit answers generation_id, status and price; the record names length and quality', async () => {
    const cases: [Record<string, unknown>, string, string][] = [
      [{}, '0.4200', 'alpha-o3-video-5s'],
      [{ duration: '10', images_url: [link] }, '0.8400', 'alpha-o3-video-10s'],
      [{ duration: '15', images_base64: Array(5).fill(dataUri('image/png', png)) }, '1.2600', 'alpha-o3-video-15s'],
      [{ mode: 'pro' }, '0.8400', 'alpha-o3-video-5s-pro'],
      [{ model: 'alpha_o3_pro', duration: '15' }, '2.5200', 'alpha-o3-video-15s-pro'],
    ];
    for (const [body, price, model] of cases) {
      const { id, answer, prompt } = await accepts(bench, body, { price });
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      const expected = { generation_id: id, status: 'pending', prompt, video_url: null, model, message: null };
      assert.deepEqual(record, expected);
    }
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, { model: 'alpha_o3_pro', mode: 'std' }, [
      ['mode', 'mode "std" contradicts model alpha_o3_pro'],
    ]);
    await refuses(bench, { images_url: [link], images_base64: [dataUri('image/png', png)] }, [
      ['images_base64', 'images_base64 cannot be sent together with images_url'],
    ]);
    await refuses(bench, { images_url: Array(6).fill(link), duration: '7', keep_original_sound: 1 }, [
      ['images_url', 'images_url must hold at most 5 images (6 sent)'],
      ['duration', 'duration must be "5", "10" or "15"'],
      ['keep_original_sound', 'keep_original_sound must be true or false'],
    ]);
  });

  const model = 'alpha-o3-video-5s';

  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    const expected = { generation_id: id, status: 'processing', prompt, video_url: null, model, message: null };
    assert.deepEqual(record, expected);
  });

  for (const [code, comesBack] of alphaCodes) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      const end = { generation_id: id, status: 'failed', video_url: null, model, message: code };
      assert.deepEqual(record, { ...end, prompt });
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 4_200);
    });
  }

  assert.equal((await bench.service.audit()).ok, true);
});
