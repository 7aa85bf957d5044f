/** The shape of OpenAI, spoken by its official library for Node. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { usd } from '@afterimage/contract';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { grant } from '../../src/ledger/deposit.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

type Refused = { status: number; error: { message: string; type: string; param: string | null; code: string | null } };

type Made = { generation_id: string };

const refusal = (call: Promise<unknown>): Promise<Refused> =>
  call.then(
    () => assert.fail('It was not refused.'),
    (fault) => fault as Refused,
  );

const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer();

const lookAt = async (url: string) => sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();

test('images and videos by the library of OpenAI', async (t) => {
  const service = await startTestService(t);
  const { sandbox, live, sandboxId } = await service.account({ credit: '1' });
  const speak = (apiKey: string, maxRetries = 0) =>
    new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries, timeout: 300_000 });
  const openai = speak(sandbox.key);
  const spent = async (work: () => Promise<unknown>) => {
    const before = await sandbox.balance();
    await work();
    return Math.round((before - (await sandbox.balance())) * 10_000);
  };

  await t.test('models are listed by family and by model', async () => {
    const ids = (await openai.models.list()).data.map(({ id }) => id);
    for (const id of ['epsilon-images', 'alpha/alpha_2.6', 'gamma/gamma-3-fast', 'beta']) assert.ok(ids.includes(id));
  });

  await t.test('a picture by its link, charged once, in the nearest shape', async () => {
    const cost = await spent(async () => {
      const { data } = await openai.images.generate({ model: 'epsilon-images', prompt: 'a fox', size: '1536x1024' });
      const { format, width, height } = await lookAt(data![0]!.url!);
      assert.deepEqual([format, width, height], ['jpeg', 1024, 768]);
    });
    assert.equal(cost, 390);
  });

  await t.test('two pictures as base64', async () => {
    const cost = await spent(async () => {
      const { data } = await openai.images.generate({
        model: 'delta',
        prompt: 'a hare',
        n: 2,
        response_format: 'b64_json',
      });
      assert.equal(data!.length, 2);
      for (const { b64_json: text } of data!)
        assert.equal((await sharp(Buffer.from(text!, 'base64')).metadata()).format, 'jpeg');
    });
    assert.equal(cost, 400);
  });

  await t.test('quality is the resolution, of families that have several', async () => {
    const call = { model: 'alpha-o3-photo', prompt: 'a fox', quality: 'low', size: '1024x1024' } as const;
    const { data } = await openai.images.generate(call);
    assert.equal((await lookAt(data![0]!.url!)).width, 1024);
  });

  await t.test('an edit sends its pictures as files, with and without a type', async () => {
    const image = [
      await toFile(await pictureOf(300, 200), 'a.png', { type: 'image/png' }),
      await toFile(await pictureOf(200, 300), 'b'),
    ];
    const { data } = await openai.images.edit({ model: 'delta', prompt: 'both of them', image });
    assert.ok(data![0]!.url);
    const [row] = await service.db.query<{ inputs: unknown[] }>(
      { text: 'select inputs::json as inputs from generations where account_id = $1 order by id desc limit 1' },
      [sandboxId],
    );
    assert.equal(row!.inputs.length, 2);
  });

  await t.test('a video: created with an image, retrieved until it is there, fetched, listed, deleted', async () => {
    const created = await openai.videos.create({
      model: 'alpha/alpha_2.5_turbo',
      prompt: 'a fox',
      seconds: '5' as '4',
      input_reference: await toFile(await pictureOf(640, 360), 'first.png', { type: 'image/png' }),
    });
    assert.deepEqual([created.object, created.status, created.model], ['video', 'queued', 'alpha/alpha_2.5_turbo']);
    const video = await eventually(
      async () => {
        const now = await openai.videos.retrieve(created.id);
        assert.notEqual(now.status, 'failed', JSON.stringify(now.error));
        return now.status === 'completed' && now;
      },
      { seconds: 300, everyMilliseconds: 500 },
    );
    assert.deepEqual([video.progress, video.seconds, video.prompt], [100, '5', 'a fox']);
    assert.ok(video.completed_at! >= video.created_at && video.expires_at! > video.completed_at!);
    const content = await openai.videos.downloadContent(created.id);
    assert.equal(content.headers.get('content-type'), 'video/mp4');
    assert.equal(Buffer.from(await content.arrayBuffer()).toString('latin1', 4, 8), 'ftyp');
    assert.deepEqual(
      (await openai.videos.list({ limit: 1 })).data.map(({ id }) => id),
      [created.id],
    );
    const deleted = { id: created.id, object: 'video.deleted', deleted: true };
    assert.deepEqual({ ...(await openai.videos.delete(created.id)) }, deleted);
    assert.equal((await refusal(openai.videos.downloadContent(created.id))).status, 404);
  });

  await t.test('a list goes on page by page, and deleting what waits cancels it', async () => {
    const made: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const call = { model: 'beta', prompt: 'a fox [[queue 3600]]', seconds: '15' as '4', size: '1280x720' } as const;
      const { id, seconds, size } = await openai.videos.create(call);
      assert.deepEqual([seconds, size], ['15', '1280x720']);
      made.unshift(id);
    }
    const seen: string[] = [];
    for await (const { id } of await openai.videos.list({ limit: 2 })) seen.push(id);
    assert.deepEqual(seen.slice(0, 3), made);
    assert.equal(new Set(seen).size, seen.length);
    const early = await refusal(openai.videos.downloadContent(made[0]!));
    assert.deepEqual([early.status, early.error.code], [400, 'video_not_ready']);
    assert.equal((await openai.videos.delete(made[0]!)).deleted, true);
    const cancelled = await openai.videos.retrieve(made[0]!);
    assert.deepEqual([cancelled.status, cancelled.error?.code], ['failed', 'CANCELLED']);
  });

  await t.test('seconds are what the family takes, as it takes them', async () => {
    for (const [model, seconds, told] of [
      ['alpha/alpha_3', '7', '7'],
      ['alpha-o1-video', undefined, '5'],
      ['alpha-o3-video', '15', '15'],
      ['gamma', '8', '8'],
      ['gamma', undefined, '8'],
    ] as const) {
      const call = { model, prompt: 'a fox in the snow [[queue 3600]]', ...(seconds && { seconds: seconds as '4' }) };
      assert.equal((await openai.videos.create(call)).seconds, told, model);
    }
  });

  await t.test('what is wrong is one sentence under the name that the caller sent, and costs nothing', async () => {
    const file = (bytes: Buffer) => toFile(bytes, 'a.png');
    const { images, videos } = openai;
    const calls: [() => Promise<unknown>, status: number, param: string | null, message: RegExp][] = [
      [() => images.generate({ prompt: '' }), 400, 'prompt', /^prompt /],
      [() => images.generate({ prompt: 'x', size: '4000x100' }), 400, 'size', /^size 4000x100 is no shape that /],
      [() => images.generate({ prompt: 'x', n: 11 }), 400, 'n', /^n must be a whole number from 1 to 10$/],
      [() => images.generate({ prompt: 'x', model: 'dall-e-3' }), 404, null, /^There is no model dall-e-3 here; /],
      [() => images.generate({ prompt: 'x', model: 'beta' }), 404, null, /^There is no model beta here; /],
      [() => images.generate({ prompt: 'x', background: 'transparent' }), 400, 'background', /no family makes a tran/],
      [() => images.generate({ prompt: 'x', output_format: 'png' }), 400, 'output_format', /must be jpeg: /],
      [() => images.generate({ prompt: 'x', quality: 'high' }), 400, 'quality', /^quality must be auto or standard/],
      [() => images.generate({ prompt: 'x [[http 402]]' }), 402, null, /^This generation costs/],
      [async () => images.edit({ prompt: 'x', image: await file(Buffer.from('no')) }), 400, 'image', /^image/],
      [async () => images.edit({ prompt: 'x', image: await file(Buffer.alloc(0)) }), 400, 'image', /^image.* is empty/],
      [
        async () =>
          images.edit({
            model: 'delta',
            prompt: 'x',
            image: await Promise.all(
              Array(5)
                .fill(await pictureOf(30, 20))
                .map(file),
            ),
          }),
        400,
        'image',
        /^image must hold at most 4 images \(5 sent\)$/,
      ],
      [() => videos.create({ prompt: 'x', model: 'beta', seconds: '4' }), 400, 'seconds', /^seconds must be 10 or 15$/],
      [() => videos.create({ prompt: 'x', model: 'gamma', seconds: '8' }), 400, 'prompt', /^prompt /],
      [() => videos.create({ prompt: 'a fox in it', model: 'gamma', seconds: '4' }), 400, 'seconds', /must be 8: /],
      [() => videos.create({ prompt: 'x', model: 'sora-2' }), 404, null, /^There is no model sora-2 here; /],
      [() => videos.create({ prompt: 'x [[http 503]]' }), 503, null, /maintenance/],
      [() => videos.retrieve('video_123'), 404, null, /^Generation not found$/],
      [() => videos.list({ order: 'asc' }), 400, 'order', /^order must be desc/],
      [() => videos.list({ limit: 101 }), 400, 'limit', /^limit must be /],
    ];
    const cost = await spent(async () => {
      for (const [call, status, param, message] of calls) {
        const refused = await refusal(call());
        assert.equal(refused.status, status, String(call) + JSON.stringify(refused.error));
        assert.match(refused.error.message, message);
        assert.equal(refused.error.param, param);
      }
    });
    assert.equal(cost, 0);
  });

  await t.test('a failure of the generation has its code, and asks no library to try again', async () => {
    const eager = speak(sandbox.key, 3);
    const count = async () => {
      const { body } = await sandbox.get('/v1/generations?limit=100&family=delta');
      return (body['items'] as unknown[]).length;
    };
    const before = await count();
    const failed = await refusal(eager.images.generate({ model: 'delta', prompt: 'a fox [[fail API_ERROR]]' }));
    assert.deepEqual([failed.status, failed.error.code, await count()], [500, 'API_ERROR', before + 1]);
    const own = await refusal(eager.images.generate({ model: 'delta', prompt: 'a fox [[fail MODERATION_FAILED]]' }));
    assert.deepEqual([own.status, own.error.code], [400, 'MODERATION_FAILED']);
  });

  await t.test('the same Idempotency-Key is the same generation, also as a form', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const call = { model: 'beta', prompt: 'a fox [[queue 3600]]' } as const;
    const first = await openai.videos.create(call, { headers });
    assert.equal((await openai.videos.create(call, { headers })).id, first.id);
    const other = await refusal(openai.videos.create({ ...call, prompt: 'a cow' }, { headers }));
    assert.deepEqual([other.status, other.error.code], [422, 'IDEMPOTENCY_MISMATCH']);
  });

  await t.test('an Idempotency-Key is of one path and body, whatever families and pictures it brings', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(255) };
    const call = { model: 'delta', prompt: 'a fox', n: 2 } as const;
    const { data } = await openai.images.generate(call, { headers });
    for (const changed of [{ n: 1 }, { n: 3 }, { model: 'epsilon-images' }, { prompt: 'a cow' }]) {
      const other = await refusal(openai.images.generate({ ...call, ...changed }, { headers }));
      assert.deepEqual([other.status, other.error.code], [422, 'IDEMPOTENCY_MISMATCH'], JSON.stringify(changed));
    }
    assert.deepEqual((await openai.images.generate(call, { headers })).data!.length, data!.length);
    const native = await sandbox.submit(
      '/v1/delta/generate',
      { prompt: 'a fox' },
      { 'idempotency-key': 'k'.repeat(255) },
    );
    assert.equal(native.status, 200);
  });

  await t.test('who has no key, no money or half a form is told so in that shape', async () => {
    const nobody = speak('ai_test_wrong');
    for (const call of [
      () => nobody.models.list(),
      () => nobody.images.generate({ prompt: 'x' }),
      () => nobody.videos.retrieve('x'),
    ]) {
      const { status, error } = await refusal(call());
      assert.deepEqual([status, error.type, error.code], [401, 'authentication_error', 'invalid_api_key']);
      assert.equal(error.message, 'Invalid API key');
    }
    const dear = { model: 'gamma/gamma-3-quality', prompt: 'a fox in the snow' } as const;
    const { status, error } = await refusal(speak(live.key).videos.create(dear));
    assert.deepEqual([status, error.type, error.code], [402, 'insufficient_quota', 'INSUFFICIENT_CREDITS']);
    const answer = await fetch(`${service.url}/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="prompt"\r\n\r\ncut of',
    });
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as Refused).error.message, /^The form is cut off/);
    for (const body of ['null', '[]', '"a fox"', '5']) {
      const headers = { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' };
      const refused = await fetch(`${service.url}/v1/images/generations`, { method: 'POST', headers, body });
      assert.equal(refused.status, 400, body);
      assert.match(((await refused.json()) as Refused).error.message, /^Send a JSON object/);
    }
  });

  await t.test('ten at once are ten, charged each', async () => {
    const cost = await spent(async () => {
      const call = { model: 'delta', prompt: 'a crowd' } as const;
      const made = await Promise.all(Array.from({ length: 10 }, () => openai.images.generate(call)));
      assert.equal(new Set(made.map(({ data }) => data![0]!.url)).size, 10);
    });
    assert.equal(cost, 2_000);
  });

  assert.equal((await service.audit()).ok, true);
});

test('what was refused leaves nothing behind: no file of a form, no charge of some of several', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox, live } = await service.account({ credit: '0.05' });
  const speak = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
  const image = await toFile(Buffer.concat([await pictureOf(64, 64), Buffer.alloc(12 * 1024 * 1024)]), 'a.png');
  const { status, error } = await refusal(speak(sandbox.key).images.edit({ model: 'delta', prompt: 'x', image }));
  assert.equal(status, 400);
  assert.match(error.message, /^image.* must be at most 10 MB/);
  const spool = join(service.settings.dataFolder, 'spool');
  await eventually(async () => {
    const left = await readdir(spool, { recursive: true }).catch(() => []);
    return left.filter((name) => /\/\d+$/.test(name)).length === 0;
  });
  const third = await refusal(speak(live.key).images.generate({ model: 'delta', prompt: 'three', n: 3 }));
  assert.deepEqual([third.status, await live.balance()], [402, 0.05]);
});

test('whoever asks for a price is not charged', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account({ credit: '1' });
  for (const path of ['/v1/images/generations', '/v1/videos']) {
    const { status, body } = await live.submit(`${path}?quote=true`, { prompt: 'a fox' });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /quote is not known here/);
  }
  assert.equal(await live.balance(), 1);
});

test('of several with an Idempotency-Key those accepted before one was refused go on, and a repeat brings the rest', async (t) => {
  const service = await startTestService(t);
  const { id, live } = await service.account({ credit: '0.03' });
  const openai = new OpenAI({ apiKey: live.key, baseURL: `${service.url}/v1`, maxRetries: 0, timeout: 300_000 });
  const pair = (key: string) =>
    openai.images.generate({ model: 'delta', prompt: 'a pair', n: 2 }, { headers: { 'Idempotency-Key': key } });
  const tooLong = await refusal(pair('k'.repeat(256)));
  assert.deepEqual([tooLong.status, tooLong.error.param, await live.balance()], [400, 'Idempotency-Key', 0.03]);
  for (let turn = 0; turn < 2; turn += 1) {
    const short = await refusal(pair('order-1'));
    assert.equal(short.status, 402);
    assert.match(short.error.message, /1 of 2 are accepted and go on/);
    assert.equal(await live.balance(), 0.01);
  }
  await service.db.transaction((tx) => grant(tx, { accountId: id, amount: usd('0.03'), reason: 'test' }));
  const idsOf = async () => (await pair('order-1')).data!.map((one) => (one as unknown as Made).generation_id);
  const made = await idsOf();
  assert.equal(new Set(made).size, 2);
  assert.deepEqual([await idsOf(), await live.balance()], [made, 0.02]);
  assert.equal((await service.audit()).ok, true);
});
