/** An operator who lets links live for seconds gets links that live for seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { linkExpiry } from '../../src/media/links.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('a link of less than an hour lives its time and at most a 24th more', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.double({ min: 0.001, max: 1, maxExcluded: true, noNaN: true }),
      (at, hours) => {
        const lives = linkExpiry(at, hours).getTime() - at.getTime();
        // A Date holds whole milliseconds.
        assert.ok(lives >= hours * 3_600_000 - 1 && lives <= (hours + hours / 24) * 3_600_000 + 1);
      },
    ),
  );
});

test('with link_hours 0.001 a link answers 410 within seconds, and the record gives a fresh one', async (t) => {
  const service = await startTestService(t, { file: { link_hours: 0.001 } });
  const { sandbox } = await service.account();
  const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a red square' });
  const record = `/v1/delta/generations/${body['task_uuid']}`;
  await service.reached(String(body['task_uuid']), 'completed');
  const link = async () => String((await sandbox.get(record)).body['result_image_url']).slice(service.url.length);
  const first = await link();
  assert.equal((await service.ask('GET', first)).status, 200);
  await eventually(async () => ((await service.ask('GET', first)).status === 410 ? true : undefined));
  assert.equal((await service.ask('GET', await link())).status, 200);
});
