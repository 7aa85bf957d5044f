/** The client and the real service, over a line whose connections break: one charge, one generation, every byte. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { eventually } from '../../server/test/support/eventually.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { Afterimage, type GenerationEvent, type Progress } from '../src/index.ts';
import { droppingProxy } from './support/dropping-proxy.ts';

/** The client's own pauses, which tests need not sit out. */
const hurried = (milliseconds: number) => pause(milliseconds / 20);

test('the client and the real service', async (t) => {
  const service = await startTestService(t);
  const { live, sandbox } = await service.account({ credit: '1' });
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  t.after(() => rm(folder, { recursive: true }));
  const plain = new Afterimage({ baseUrl: service.url, apiKey: sandbox.key });

  await t.test('over a bad line a run is charged once and its file arrives whole', async (t) => {
    const proxy = await droppingProxy(t, service.url, [0, 100, 3_000, 5_000, 0, 60_000]);
    const client = new Afterimage({ baseUrl: proxy.url, apiKey: live.key, pause: hurried });
    const record = await client.run('delta', { prompt: 'a cat on a red chair' });
    assert.equal(record.status, 'completed');
    const { items } = await plain.list();
    assert.deepEqual(items, []);
    const direct = new Afterimage({ baseUrl: service.url, apiKey: live.key });
    assert.equal((await direct.list()).items.length, 1);
    assert.equal((await direct.balance()).balance, 0.98);
    // The link leads straight to the service; over the line it breaks, too.
    const through = { ...record, media_url: record.media_url!.replace(service.url, proxy.url) };
    const file = join(folder, 'cat.jpg');
    await client.download(through, file);
    assert.deepEqual(
      await readFile(file),
      Buffer.from(await new Response(await direct.download(record)).arrayBuffer()),
    );
    assert.equal((await sharp(file).metadata()).format, 'jpeg');
    assert.ok(proxy.connections() >= 6, String(proxy.connections()));
  });

  await t.test('a picture made from a file, a Blob and bytes', async () => {
    const file = join(folder, 'cat.jpg');
    const bytes = await readFile(file);
    for (const images of [[file], [new Blob([bytes])], [bytes]]) {
      const record = await plain.run('delta', { prompt: 'the same cat, at night', images });
      assert.equal(record.status, 'completed');
    }
    const { price } = await plain.quote('beta', { prompt: 'It waves', image_url: file });
    assert.equal(price, '0.1500');
  });

  await t.test('progress of a run is told until its end, and a failure with its code', async () => {
    const seen: Progress<'beta'>[] = [];
    const failing = plain.run(
      'beta',
      { prompt: 'It waves [[slow 3]] [[fail TIMEOUT]]' },
      { onProgress: (progress) => seen.push(progress) },
    );
    await assert.rejects(failing, { name: 'GenerationFailedError', code: 'TIMEOUT' });
    assert.equal(seen.at(-1)?.status, 'failed');
    assert.ok(seen.length >= 2);
  });

  await t.test('one that waits is cancelled, once and again; one that is done keeps its file', async () => {
    const { id } = await plain.submit('alpha-o3-photo', { prompt: 'a cat [[queue 600]]' });
    for (let time = 0; time < 2; time++) {
      const { status, failure_code } = await plain.cancel('alpha-o3-photo', id);
      assert.deepEqual([status, failure_code], ['failed', 'CANCELLED']);
    }
    const done = await plain.run('delta', { prompt: 'a cat' });
    await plain.cancel('delta', done.id);
    assert.notEqual((await plain.status('delta', done.id)).media_url, null);
    await plain.delete('delta', done.id);
    assert.equal((await plain.status('delta', done.id)).media_url, null);
  });

  await t.test('events tell each end once, also what came before they were asked for', async () => {
    const live = plain.events();
    let heard: GenerationEvent | undefined;
    const first = live.next().then(({ value }) => {
      heard = value;
    });
    // Streams begin with what comes after them, and this one may open late.
    const submitAndLook = () => plain.submit('delta', { prompt: 'x [[fail API_ERROR]]' }).then(() => heard);
    const { cursor } = await eventually(submitAndLook, { everyMilliseconds: 250 });
    await first;
    await live.return(undefined);
    const { id } = await plain.submit('delta', { prompt: 'x [[fail API_ERROR]]' });
    await plain.wait('delta', id);
    const ends: GenerationEvent[] = [];
    for await (const event of plain.events({ after: cursor!, family: 'delta' })) {
      if (event.status === 'failed') ends.push(event);
      if (event.id === id && event.status === 'failed') break;
    }
    assert.equal(new Set(ends.map((event) => event.id)).size, ends.length);
    assert.deepEqual([ends.at(-1)?.record.failure_code, ends.at(-1)?.record.id], ['API_ERROR', id]);
  });

  await t.test('what the service refuses has its class and its fields', async () => {
    const beta = plain.submit('beta', { prompt: ' ', callback_url: 'nowhere' });
    await assert.rejects(beta, (fault: { name: string; fields: { field: string }[] }) => {
      assert.deepEqual(
        [fault.name, ...fault.fields.map(({ field }) => field)],
        ['BadRequestError', 'prompt', 'callback_url'],
      );
      return true;
    });
    const dear = plain.submit('delta', { prompt: 'x', max_price: '0.0100' });
    await assert.rejects(dear, { name: 'BadRequestError', status: 400, message: /0\.0200/ });
    const poor = new Afterimage({ baseUrl: service.url, apiKey: live.key }).submit('alpha', {
      prompt: 'x',
      model: 'alpha_2.1_master',
      image_url: join(folder, 'cat.jpg'),
    });
    await assert.rejects(poor, { name: 'InsufficientBalanceError', status: 402 });
    await assert.rejects(plain.status('delta', 'none'), { name: 'NotFoundError', status: 404 });
    const stranger = new Afterimage({ baseUrl: service.url, apiKey: 'ai_live_no' });
    await assert.rejects(stranger.balance(), { name: 'AuthenticationError', status: 401 });
  });
});
