/** `DELETE …/generations/{id}`: what runs ends and is paid back, what has ended loses its files, once and for all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { eventually } from '../support/eventually.ts';
import { exampleOf } from '../support/example.ts';
import { startTestService } from '../support/service.ts';

test('cancel and delete', async (t) => {
  const service = await startTestService(t);
  const account = await service.account({ credit: '20' });
  const { sandbox, live } = account;
  const idOf = (body: Record<string, unknown>) => String(body['generation_id'] ?? body['task_uuid']);
  const balance = () => sandbox.balance();

  for (const family of families) {
    const body = { ...exampleOf(family), prompt: 'a fox [[queue 3600]]' };
    await t.test(`${family.slug}: a waiting one ends as cancelled, with its money back`, async () => {
      const before = await balance();
      const id = idOf((await sandbox.submit(`${family.path}/generate`, body)).body);
      assert.notEqual(await balance(), before);
      const path = `${family.path}/generations/${id}`;
      const cancelled = await sandbox.ask('DELETE', path);
      assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
      assert.match(JSON.stringify(cancelled.body), /CANCELLED/);
      assert.equal(cancelled.body['status'], 'failed');
      assert.deepEqual((await sandbox.get(path)).body, cancelled.body);
      assert.equal(await balance(), before);
      // It has ended now: what is left is to remove files that it never had.
      assert.equal((await sandbox.ask('DELETE', path)).status, 204);
      assert.equal(await balance(), before);
    });
  }

  await t.test('one that an engine works on ends too, and stays ended', async () => {
    const before = await balance();
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[hang]]' });
    const path = `/v1/delta/generations/${idOf(body)}`;
    await eventually(async () => (await sandbox.get(path)).body['status'] === 'processing');
    const cancelled = await sandbox.ask('DELETE', path);
    assert.equal(cancelled.status, 200);
    assert.equal(await balance(), before);
    assert.equal((await sandbox.get(path)).body['status'], 'failed');
  });

  await t.test('files of one that has ended are gone; the record stays', async () => {
    const { body } = await sandbox.submit('/v1/epsilon-images/generate', { prompt: 'a fox' });
    const path = `/v1/epsilon-images/generations/${idOf(body)}`;
    await eventually(async () => (await sandbox.get(path)).body['status'] === 'completed');
    const record = (await sandbox.get(path)).body;
    const link = /https?:[^"]*\/media\/[^"]*/.exec(JSON.stringify(record))![0];
    assert.equal((await fetch(link)).status, 200);
    assert.equal((await sandbox.ask('DELETE', path)).status, 204);
    assert.equal((await sandbox.ask('DELETE', path)).status, 204);
    assert.notEqual((await fetch(link)).status, 200);
    const after = (await sandbox.get(path)).body;
    assert.equal(after['status'], 'completed');
    assert.doesNotMatch(JSON.stringify(after), /\/media\//, 'no link that is dead');
  });

  await t.test('with finished=keep nothing of one that has ended is deleted', async () => {
    const { body } = await sandbox.submit('/v1/epsilon-images/generate', { prompt: 'a fox' });
    const path = `/v1/epsilon-images/generations/${idOf(body)}`;
    await eventually(async () => (await sandbox.get(path)).body['status'] === 'completed');
    const kept = await sandbox.ask('DELETE', `${path}?finished=keep`);
    assert.equal(kept.status, 200);
    assert.equal(kept.body['status'], 'completed');
    const link = /https?:[^"]*\/media\/[^"]*/.exec(JSON.stringify(kept.body))![0];
    assert.equal((await fetch(link)).status, 200);
    const wrong = await sandbox.ask('DELETE', `${path}?finished=go`);
    assert.equal(wrong.status, 400);
    assert.match(JSON.stringify(wrong.body), /finished must be keep/);
  });

  await t.test('with finished=keep one that waits is cancelled all the same', async () => {
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 3600]]' });
    const path = `/v1/delta/generations/${idOf(body)}?finished=keep`;
    for (const time of ['first', 'second']) {
      const cancelled = await sandbox.ask('DELETE', path);
      assert.equal(cancelled.status, 200, time);
      assert.match(JSON.stringify(cancelled.body), /CANCELLED/, time);
    }
  });

  await t.test('unknown, malformed and foreign ones are 404', async () => {
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 3600]]' });
    const id = idOf(body);
    for (const [caller, path] of [
      [sandbox, `/v1/delta/generations/${crypto.randomUUID()}`],
      [sandbox, '/v1/delta/generations/abc'],
      [sandbox, `/v1/beta/generations/${id}`],
      [live, `/v1/delta/generations/${id}`],
    ] as const) {
      assert.equal((await caller.ask('DELETE', path)).status, 404, path);
    }
    assert.equal((await sandbox.get(`/v1/delta/generations/${id}`)).body['status'], 'pending');
  });
});
