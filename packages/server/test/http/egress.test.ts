/** What callers make the service call: never an address that is not public, however it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCanary } from '../net/support/canary.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('private addresses', async (t) => {
  const canary = await startCanary();
  t.after(canary.close);
  const service = await startTestService(t, { env: { AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '0' } });
  const { live, sandbox } = await service.account();
  const { port } = canary;

  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `LOCALHOST.:${port}`,
    `a.localhost:${port}`,
    `0x7f000001:${port}`,
    `2130706433:${port}`,
    `0177.0.0.1:${port}`,
    `127.1:${port}`,
    `[::1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `0.0.0.0:${port}`,
    '10.0.0.8',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '224.0.0.1',
  ];
  for (const host of hosts) {
    await t.test(`a callback_url to ${host.replace(String(port), 'PORT')} is refused, free of charge`, async () => {
      const body = { prompt: 'a fox in fresh snow', callback_url: `https://${host}/hook` };
      const answer = await live.submit('/v1/gamma/generate', body);
      assert.equal(answer.status, 400);
      const [fault] = answer.body['errors'] as { field: string; message: string }[];
      assert.equal(fault?.field, 'callback_url');
      assert.match(fault?.message ?? '', /is not public, and this service does not call private addresses\.$/);
      const beta = await live.submit('/v1/beta/generate', body);
      assert.equal(beta.status, 422);
      assert.deepEqual((beta.body['detail'] as { loc: unknown }[])[0]?.loc, ['body', 'callback_url']);
    });
  }
  assert.equal(await live.balance(), 100);

  await t.test('plain http to this machine is for sandboxes, and everywhere else it is refused', async () => {
    const ask = (who: typeof live, url: string) =>
      who.submit('/v1/delta/generate', { prompt: 'a fox', callback_url: url });
    for (const host of ['127.0.0.1:9', 'localhost:9', '[::1]:9', '0x7f.1:9']) {
      assert.equal((await ask(sandbox, `http://${host}/hook`)).status, 200, host);
      const refused = await ask(live, `http://${host}/hook`);
      assert.equal(refused.status, 400, host);
      assert.equal(refused.body['detail'], 'callback_url must be an https URL');
    }
    for (const host of [
      '10.0.0.8',
      'example.com',
      '169.254.169.254',
      'localhost.example.com',
      '127.0.0.1.example.com',
    ]) {
      const refused = await ask(sandbox, `http://${host}/hook`);
      assert.equal(refused.body['detail'], 'callback_url must be an https URL', host);
    }
    const beta = await live.submit('/v1/beta/generate', { prompt: 'a fox', callback_url: 'http://127.0.0.1/' });
    assert.equal(beta.status, 422);
  });

  await t.test('a private image ends the job with IMAGE_INACCESSIBLE', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `0.0.0.0:${port}`]) {
      const body = { prompt: 'a fox', images: [`http://${host}/a.png`] };
      const submitted = await live.submit('/v1/delta/generate', body);
      const id = String(submitted.body['task_uuid']);
      assert.equal(await service.ended(id), 'failed');
      assert.equal((await live.get(`/v1/delta/generations/${id}`)).body['message'], 'IMAGE_INACCESSIBLE');
    }
  });

  await t.test('a private reference video is refused at submission', async () => {
    const body = {
      prompt: 'a fox',
      reference_video_url: `http://127.0.0.1:${port}/a.mp4`,
      reference_image_url: 'https://example.com/a.png',
    };
    const answer = await live.submit('/v1/alpha/generate', body);
    assert.equal(answer.status, 400);
    assert.match(String(answer.body['detail']), /^reference_video_url: /);
  });

  await t.test('a callback that would only now lead inside is a failed attempt', async () => {
    // A name cannot be judged at submission; here its row stands in for a name whose address has changed since.
    const { body } = await sandbox.submit('/v1/delta/generate', {
      prompt: 'a fox [[queue 3600]] [[fail API_ERROR]]',
      callback_url: 'https://example.com/hook',
    });
    const id = body['task_uuid'];
    await service.db.query({ text: 'update generations set callback_url = $2, ready_at = now() where id = $1' }, [
      id,
      `https://127.0.0.1:${port}/hook`,
    ]);
    const [delivery] = await eventually(async () => {
      const rows = await service.db.query<{ state: string; attempts: number }>(
        { text: `select state, attempts from webhook_deliveries where generation_id = $1 and state = 'failed'` },
        [id],
      );
      return rows.length > 0 ? rows : undefined;
    });
    assert.deepEqual(delivery, { state: 'failed', attempts: 5 });
  });

  assert.equal(canary.hits(), 0);
});
