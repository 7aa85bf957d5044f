/** beta end to end: its 422, its record with progress and position in the queue, its list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { accepts, alphaCodes, balanceOf, fails, openFamily, whileProcessing } from './support/harness.ts';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Of a generation that has neither ended nor begun. */
const open = {
  video_url: null,
  completed_at: null,
  progress_pct: null,
  progress_pos_in_queue: null,
  error_message: null,
};

test('beta', async (t) => {
  const bench = await openFamily(t, 'beta');
  const { account, outside } = bench;
  const png = await picture({ width: 120, height: 80 });

  await t.test('a submit answers generation_id, status and price, and is charged by duration', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{}, '0.1500'],
      [{ duration: 15, orientation: '16:9' }, '0.2500'],
      [{ image_url: outside.put('/a.png', png) }, '0.1500'],
      [{ image_base64: dataUri('image/png', png), duration: 10 }, '0.1500'],
    ];
    for (const [index, [body, price]] of cases.entries()) {
      const { id, answer, prompt } = await accepts(bench, body, { price });
      assert.deepEqual(answer, { generation_id: id, status: 'pending', price });
      const { body: record } = await account.sandbox.get(bench.statusPath(id));
      assert.match(String(record['created_at']), time);
      const position = { progress_pos_in_queue: index + 1 };
      const { created_at } = record;
      const expected = { generation_id: id, status: 'pending', prompt, ...open, ...position, created_at };
      assert.deepEqual(record, expected);
    }
  });

  await t.test('a submit that is wrong is a 422 with the field of every fault, free of charge', async () => {
    const before = await balanceOf(bench, 'live');
    const image = outside.link('/a.png');
    const wrong = { duration: '10', orientation: '1:1', image_url: image, image_base64: dataUri('image/png', png) };
    const answer = await account.live.submit(bench.submitPath, wrong);
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body, {
      detail: [
        { loc: ['body', 'prompt'], msg: 'prompt is required', type: 'missing' },
        { loc: ['body', 'orientation'], msg: 'orientation must be "9:16" or "16:9"', type: 'literal_error' },
        { loc: ['body', 'duration'], msg: 'duration is an integer: 10 or 15', type: 'literal_error' },
        {
          loc: ['body', 'image_url'],
          msg: 'image_url cannot be sent together with image_base64',
          type: 'not_together',
        },
      ],
    });
    const malformed = await account.live.submit(bench.submitPath, '{"prompt": "a fox",}');
    assert.equal(malformed.status, 400);
    assert.equal(await balanceOf(bench, 'live'), before);
  });

  await t.test('while processing it shows its progress, which grows', async () => {
    const { id, prompt, record } = await whileProcessing(bench, {});
    const { created_at, progress_pct } = record;
    assert.deepEqual(record, { generation_id: id, status: 'processing', prompt, ...open, created_at, progress_pct });
    assert.ok(Number.isInteger(progress_pct));
    await eventually(async () => {
      const { body } = await account.sandbox.get(bench.statusPath(id));
      return Number(body['progress_pct']) > Number(progress_pct) ? true : undefined;
    });
  });

  for (const [code, comesBack] of alphaCodes) {
    await t.test(`${code} ${comesBack ? 'gives' : 'does not give'} the price back`, async () => {
      const { id, prompt, record, payload, charged } = await fails(bench, {}, code);
      const { created_at, completed_at } = record;
      assert.match(String(completed_at), time);
      const end = {
        generation_id: id,
        status: 'failed',
        prompt,
        ...open,
        created_at,
        completed_at,
        error_message: code,
      };
      assert.deepEqual(record, end);
      assert.deepEqual(payload, end);
      assert.equal(charged, comesBack ? 0 : 1_500);
    });
  }

  await t.test('the list holds whole records, newest first', async () => {
    const { list } = await account.sandbox.get('/v1/beta/generations?limit=100');
    assert.equal(list.length, 11);
    const times = list.map((record) => String(record['created_at']));
    assert.deepEqual(times, times.toSorted().toReversed());
    for (const record of list.slice(0, 3)) {
      assert.deepEqual(record, (await account.sandbox.get(bench.statusPath(String(record['generation_id'])))).body);
    }
  });

  assert.equal((await bench.service.audit()).ok, true);
});
