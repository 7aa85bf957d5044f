/** alpha o3-photo end to end: resolutions and their price, `auto`, its record, its failure codes, its pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtPicture } from '../support/inspect-media.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, alphaCodes, completes, fails, openFamily, refuses, whileProcessing } from './support/harness.ts';

const model = 'alpha_o3_photo';

test('alpha o3-photo', async (t) => {
  const bench = await openFamily(t, 'alpha-o3-photo');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });
  const link = outside.put('/a.png', png);

  await t.test('a submit answers generation_id, status and price, and is charged by resolution', async () => {
    const ten = { images_url: Array(9).fill(link), images_base64: [dataUri('image/png', png)] };
    const cases: [Record<string, unknown>, string][] = [
      [{}, '0.0290'],
      [{ img_resolution: '1k', aspect_ratio: 'auto', prefer_multi_shots: true }, '0.0290'],
      [{ img_resolution: '2k', aspect_ratio: '21:9', ...ten }, '0.0290'],
      [{ img_resolution: '4k' }, '0.0580'],
    ];
    for (const [body, price] of cases) {
      const { id, answer, prompt } = await accepts(bench, body, { price });
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      const expected = { generation_id: id, status: 'pending', prompt, image_url: null, model, message: null };
      assert.deepEqual(record, expected);
    }
  });

  await t.test('a submit that is wrong is refused with every fault, free of charge', async () => {
    await refuses(bench, { images_url: Array(6).fill(link), images_base64: Array(5).fill(dataUri('image/png', png)) }, [
      ['images_base64', 'at most 10 images in total over images_url and images_base64 (11 sent)'],
    ]);
    await refuses(bench, { prefer_multi_shots: 'yes', img_resolution: '8k', aspect_ratio: '4:5' }, [
      ['img_resolution', 'img_resolution must be "1k", "2k" or "4k"'],
      ['aspect_ratio', 'aspect_ratio must be "auto", "9:16", "2:3", "3:4", "1:1", "4:3", "3:2", "16:9" or "21:9"'],
      ['prefer_multi_shots', 'prefer_multi_shots must be true or false'],
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

  await t.test('the picture is a JPEG: auto takes the nearest ratio of the first image', async () => {
    const body = { images_url: [link], img_resolution: '1k' };
    const { id, prompt, record, payload, url, media } = await completes(bench, body);
    const end = { generation_id: id, status: 'completed', image_url: url, model, message: null };
    assert.deepEqual(record, { ...end, prompt });
    assert.deepEqual(payload, end);
    assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 1024, height: 682 });
  });

  assert.equal((await bench.service.audit()).ok, true);
});
