/** epsilon-images end to end: URLs, data URIs and plain base64, its record, its failure codes, its picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtPicture } from '../support/inspect-media.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, completes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

test('epsilon-images', async (t) => {
  const bench = await openFamily(t, 'epsilon-images');
  const { account, outside } = bench;
  const webp = await picture({ width: 90, height: 120 }, 'webp');
  const jpeg = await picture({ width: 210, height: 90 }, 'jpeg');

  await t.test('a submit answers task_uuid, status and price, and is charged', async () => {
    const images = [outside.put('/a.webp', webp), dataUri('image/webp', webp), jpeg.toString('base64')];
    for (const body of [{}, { aspect_ratio: '4:5' }, { images }]) {
      const { id, answer, prompt } = await accepts(bench, body, { price: '0.0390' });
      assert.deepEqual(answer, { task_uuid: id, status: 'pending', price: '0.0390' });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      assert.deepEqual(record, { task_uuid: id, status: 'pending', prompt, result_image_url: null, message: null });
    }
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, { images: [webp.toString('base64')] }, [
      ['images[0]', 'images[0] is plain base64 and not a JPEG: send a data URI'],
    ]);
    await refuses(bench, { images: [dataUri('image/jpeg', webp)] }, [
      ['images[0]', 'images[0] declares image/jpeg but its bytes are image/webp'],
    ]);
    const cut = jpeg.subarray(0, jpeg.length - 200);
    const refused = await account.live.submit(bench.submitPath, {
      prompt: 'a fox',
      images: [dataUri('image/jpg', cut)],
    });
    assert.equal(refused.status, 400);
    assert.match(String(refused.body['detail']), /^images\[0\]: /);
    await refuses(bench, { prompt: 'x'.repeat(4001), images: 'one' }, [
      ['prompt', 'prompt must be 1-4000 characters (4,001 sent)'],
      ['images', 'images must be a list of at most 4 images'],
    ]);
  });

  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    assert.deepEqual(record, { task_uuid: id, status: 'processing', prompt, result_image_url: null, message: null });
  });

  const refunded = { VENDOR_DECLINED: false, API_ERROR: true, IMAGE_INACCESSIBLE: false, INVALID_IMAGE: false };
  for (const [code, comesBack] of Object.entries({ ...refunded, TIMEOUT: true })) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      assert.deepEqual(record, { task_uuid: id, status: 'failed', prompt, result_image_url: null, message: code });
      assert.deepEqual(payload, record);
      assert.equal(charged, comesBack ? 0 : 390);
    });
  }

  await t.test('without a ratio the picture takes the listed one nearest to its first image', async () => {
    const { id, prompt, record, payload, url, media } = await completes(bench, { images: [jpeg.toString('base64')] });
    assert.deepEqual(record, { task_uuid: id, status: 'completed', prompt, result_image_url: url, message: null });
    assert.deepEqual(payload, record);
    assert.equal(media.headers['content-type'], 'image/jpeg');
    assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 1024, height: 438 });
  });

  assert.equal((await bench.service.audit()).ok, true);
});
