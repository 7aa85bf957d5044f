/** alpha o1-video end to end: text and images, its record, its failure codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, alphaCodes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

const model = 'alpha_o1_video';

test('alpha o1-video', async (t) => {
  const bench = await openFamily(t, 'alpha-o1-video');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });
  const link = outside.put('/a.png', png);

  await t.test('a submit answers generation_id, status and price, and is charged by duration', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ duration: '5' }, '0.5600'],
      [{ duration: '10', aspect_ratio: '1:1' }, '1.1200'],
      [{ images_urls: [link] }, '0.5600'],
      [{ images_urls: [link, link, link, link], images_base64: [dataUri('image/png', png)], duration: '10' }, '1.1200'],
    ];
    for (const [body, price] of cases) {
      const { id, answer, prompt } = await accepts(bench, body, { price });
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      const expected = { generation_id: id, status: 'pending', prompt, video_url: null, model, message: null };
      assert.deepEqual(record, expected);
    }
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, {}, [['duration', 'duration is required in text-to-video: "5" or "10"']]);
    await refuses(bench, { duration: 5, aspect_ratio: '4:3' }, [
      ['duration', 'duration is a string: "5" or "10"'],
      ['aspect_ratio', 'aspect_ratio must be "16:9", "9:16" or "1:1"'],
    ]);
    await refuses(bench, { images_url: [link], duration: '5' }, [
      ['images_url', 'images_url is not a field of alpha o1-video: send images_urls or images_base64'],
    ]);
    await refuses(
      bench,
      { images_urls: Array(4).fill(link), images_base64: Array(2).fill(dataUri('image/png', png)) },
      [['images_base64', 'at most 5 images in total over images_urls and images_base64 (6 sent)']],
    );
    await refuses(bench, { duration: '5', callback_url: 'http://example.com/hook' }, [
      ['callback_url', 'callback_url must be an https URL'],
    ]);
  });

  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, { duration: '5' });
    const expected = { generation_id: id, status: 'processing', prompt, video_url: null, model, message: null };
    assert.deepEqual(record, expected);
  });

  for (const [code, comesBack] of alphaCodes) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, { duration: '5' }, code);
      const end = { generation_id: id, status: 'failed', video_url: null, model, message: code };
      assert.deepEqual(record, { ...end, prompt });
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 5_600);
    });
  }

  assert.equal((await bench.service.audit()).ok, true);
});
