/** delta end to end: its submit, its record, its list, its failure codes, its picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtPicture } from '../support/inspect-media.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, completes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

test('delta', async (t) => {
  const bench = await openFamily(t, 'delta');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });
  const seen: string[] = [];

  await t.test('a submit answers task_uuid, status and price, and is charged', async () => {
    const bodies = [
      {},
      { aspect_ratio: '4:5' },
      { images: [outside.put('/a.png', png), dataUri('image/png', png)] },
      { images: [], aspect_ratio: null },
    ];
    for (const body of bodies) {
      const { id, answer, prompt } = await accepts(bench, body, { price: '0.0200' });
      assert.deepEqual(answer, { task_uuid: id, status: 'pending', price: '0.0200' });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      assert.deepEqual(record, { task_uuid: id, status: 'pending', prompt, result_image_url: null, message: null });
      seen.unshift(id);
    }
  });

  await t.test('the list is the records, newest first', async () => {
    const { list, status } = await account.sandbox.get('/v1/delta/generations');
    assert.equal(status, 200);
    assert.deepEqual(
      list.map((record) => record['task_uuid']),
      seen,
    );
    assert.deepEqual(list[0], (await account.sandbox.get(bench.statusPath(seen[0]!))).body);
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    const form = 'must be an http or https URL or a data URI (data:<mime>;base64,<data>)';
    await refuses(bench, { aspect_ratio: '5:4', images: ['x'] }, [
      ['aspect_ratio', 'aspect_ratio must be "1:1", "4:3", "3:4", "16:9", "9:16", "21:9" or "4:5"'],
      ['images[0]', `images[0] ${form}`],
    ]);
    await refuses(bench, { prompt: ' ' }, [['prompt', 'prompt must not be white space only']]);
    await refuses(bench, { images: Array(5).fill('https://example.com/a.png') }, [
      ['images', 'images must hold at most 4 images (5 sent)'],
    ]);
    await refuses(bench, { images: Array(40).fill(dataUri('image/png', png)), prompt: ' ' }, [
      ['prompt', 'prompt must not be white space only'],
      ['images', 'images must hold at most 4 images (40 sent)'],
    ]);
    await refuses(bench, { image_url: 'https://example.com/a.png' }, [
      ['image_url', 'image_url is not a field of delta: send images'],
    ]);
    await refuses(bench, { images: [png.toString('base64')] }, [['images[0]', `images[0] ${form}`]]);
  });

  await t.test('its record while processing has no media and no message', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    assert.deepEqual(record, { task_uuid: id, status: 'processing', prompt, result_image_url: null, message: null });
  });

  const refunded = { MODERATION_FAILED: false, API_ERROR: true, IMAGE_INACCESSIBLE: false, INVALID_IMAGE: false };
  for (const [code, comesBack] of Object.entries({ ...refunded, TIMEOUT: true })) {
    await t.test(
      `${code} is in the record and the webhook, and the price ${comesBack ? 'comes' : 'does not come'} back`,
      async () => {
        const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
        assert.deepEqual(record, { task_uuid: id, status: 'failed', prompt, result_image_url: null, message: code });
        assert.deepEqual(payload, record);
        assert.equal(charged, comesBack ? 0 : 200);
      },
    );
  }

  await t.test('the picture is a JPEG of 1024 on the long edge, in the ratio asked for', async () => {
    const { id, prompt, record, payload, url, media } = await completes(bench, {
      aspect_ratio: '21:9',
      images: [outside.link('/a.png')],
    });
    assert.deepEqual(record, { task_uuid: id, status: 'completed', prompt, result_image_url: url, message: null });
    assert.deepEqual(payload, record);
    assert.equal(media.headers['content-type'], 'image/jpeg');
    assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 1024, height: 438 });
  });

  assert.equal((await bench.service.audit()).ok, true);
});
