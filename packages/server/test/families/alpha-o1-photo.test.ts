/** alpha o1-photo end to end: its three lists of images, its record, its failure codes, its picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtPicture } from '../support/inspect-media.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, alphaCodes, completes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

const model = 'alpha_o1_photo';

test('alpha o1-photo', async (t) => {
  const bench = await openFamily(t, 'alpha-o1-photo');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });
  const link = outside.put('/a.png', png);

  await t.test('a submit answers generation_id, status and price, and is charged', async () => {
    const five = { images_url: [link, link], images_base64: [dataUri('image/png', png)], input_images: [link, link] };
    for (const body of [{}, { img_resolution: '1k', aspect_ratio: '21:9' }, five]) {
      const { id, answer, prompt } = await accepts(bench, body, { price: '0.0290' });
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price: '0.0290' });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      const expected = { generation_id: id, status: 'pending', prompt, image_url: null, model, message: null };
      assert.deepEqual(record, expected);
    }
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, { images_url: [link, link, link], input_images: [link, link, link] }, [
      ['input_images', 'at most 5 images in total over images_url, images_base64 and input_images (6 sent)'],
    ]);
    await refuses(bench, { images_url: ['http://example.com/a.png'], img_resolution: '4k' }, [
      ['images_url[0]', 'images_url[0] must be an https URL'],
      ['img_resolution', 'img_resolution must be "1k" or "2k"'],
    ]);
    await refuses(bench, { images_urls: [link] }, [
      ['images_urls', 'images_urls is not a field of alpha o1-photo: send images_url, images_base64 or input_images'],
    ]);
  });

  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    const expected = { generation_id: id, status: 'processing', prompt, image_url: null, model, message: null };
    assert.deepEqual(record, expected);
  });

  for (const [code, comesBack] of alphaCodes) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      const end = { generation_id: id, status: 'failed', image_url: null, model, message: code };
      assert.deepEqual(record, { ...end, prompt });
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 290);
    });
  }

  await t.test('the picture is a JPEG of 2048 on the long edge in the ratio asked for', async () => {
    const { id, prompt, record, payload, url, media } = await completes(bench, {
      aspect_ratio: '3:4',
      images_url: [link],
    });
    const end = { generation_id: id, status: 'completed', image_url: url, model, message: null };
    assert.deepEqual(record, { ...end, prompt });
    assert.deepEqual(payload, end);
    assert.equal(media.headers['content-type'], 'image/jpeg');
    assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 1536, height: 2048 });
  });

  await t.test('an image that cannot be fetched, or is none, fails the job with its code and no refund', async () => {
    const cases: [string, string][] = [
      [outside.link('/missing.png'), 'IMAGE_INACCESSIBLE'],
      [outside.put('/text.png', Buffer.from('not a picture')), 'INVALID_IMAGE'],
    ];
    const before = await account.live.balance();
    for (const [url, code] of cases) {
      const { body } = await account.live.submit(bench.submitPath, { prompt: 'a fox', images_url: [url] });
      const id = String(body['generation_id']);
      assert.equal(await bench.service.ended(id), 'failed');
      assert.equal((await account.live.get(bench.statusPath(id))).body['message'], code);
    }
    assert.equal((before - (await account.live.balance())).toFixed(4), '0.0580');
  });

  assert.equal((await bench.service.audit()).ok, true);
});
