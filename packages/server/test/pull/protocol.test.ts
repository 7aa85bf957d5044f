/** The protocol of pull workers, request by request, as a hand-written worker sends it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorClasses } from '../../src/engines/engine.ts';
import { outputBytesMax } from '../../src/engines/media/make-ours.ts';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { vendorOutput } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection } from '../support/raw-http.ts';
import { digestOf, leaveOrder, look, never, openPullBench, picture } from './support/pull-bench.ts';

test('a job goes from its order to its output, and everybody sees where it is', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hand = await worker();
  const handle = await leaveOrder(engine, { use: { model: 'flux', set: { steps: 4 } } });
  assert.deepEqual(await look(engine, handle), { state: 'queued', position: 0 });
  assert.deepEqual(await look(engine, await leaveOrder(engine)), { state: 'queued', position: 1 });

  const order = await hand.claimed();
  const work = describeVendorWork({ task: 't2i' });
  const { lease_seconds: lease, deadline, inputs, ...rest } = order;
  assert.ok(lease > 0 && lease <= 40);
  assert.ok(Date.parse(String(deadline)) > Date.now());
  assert.deepEqual(rest, {
    id: handle['id'],
    task: 't2i',
    model: 'flux',
    prompt: work.work.prompt,
    seed: 7,
    width: work.width,
    height: work.height,
    aspect_ratio: '16:9',
    resolution: '1k',
    audio: false,
    output: { kind: 'image', mime: ['image/jpeg', 'image/png', 'image/webp'] },
    attempt: handle['id'],
    options: { steps: 4 },
  });
  assert.deepEqual(inputs, []);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });

  const said = await hand.progress(order.id, { progress: 0.4, later: 'perhaps' });
  assert.deepEqual([said.status, said.body], [200, { lease_seconds: lease, cancel: false }]);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: 40 });
  assert.equal((await hand.progress(order.id, { progress: 0.1 })).status, 200);
  assert.equal((await hand.progress(order.id)).status, 200);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: 40 }, 'progress never goes back');

  const bytes = await picture();
  const delivered = await hand.output(order.id, bytes, { 'content-digest': digestOf(bytes) });
  assert.deepEqual([delivered.status, delivered.body], [200, {}]);
  const end = await look(engine, handle);
  assert.ok(end.state === 'succeeded');
  assert.equal(end.outputs[0]!.type, 'image/png');
  for (let time = 0; time < 2; time += 1) {
    const read = await new Response(await vendorOutput(end.outputs).open(never)).arrayBuffer();
    assert.deepEqual(Buffer.from(read), bytes);
  }
});

test('media come as links that need no key, good as long as the order may wait, also without an address for the world', async (t) => {
  const { engine, worker, service } = await openPullBench(t);
  const hand = await worker();
  const deadline = new Date(Math.ceil(Date.now() / 1000) * 1000 + 80_000_000);
  const work = { ...describeVendorWork({ task: 'i2i', links: 'none' }), accountId: randomUUID(), deadline };
  const [medium] = work.media;
  const bytes = Buffer.from(await (await medium!.open()).arrayBuffer());
  const media = [{ ...medium!, copyTo: (file: string) => writeFile(file, bytes) }];
  await engine.start({ ...work, media }, never);
  const { inputs } = await hand.claimed();
  assert.deepEqual([inputs.length, inputs[0]!.role, inputs[0]!.bytes], [1, 'reference', bytes.length]);
  const fetched = await service.ask('GET', inputs[0]!.url);
  assert.deepEqual([fetched.status, fetched.bytes], [200, bytes]);
  assert.equal((await service.ask('GET', inputs[0]!.url.replace(/.$/, '_'))).status, 403);
  assert.equal(new URL(inputs[0]!.url).searchParams.get('expires'), String(deadline.getTime() / 1000));
  assert.deepEqual(await service.db.query({ text: 'select expires_at from media_objects' }), [
    { expires_at: deadline },
  ]);

  const asked: number[] = [];
  const link = (seconds: number) => {
    asked.push(seconds);
    return 'https://ours.example/a.png';
  };
  await engine.start({ ...work, token: randomUUID(), media: [{ ...medium!, link }] }, never);
  await engine.start({ ...work, token: randomUUID(), media: [{ ...medium!, link }], deadline: new Date() }, never);
  assert.ok(asked[0]! > 79_000_000 / 1000 && asked[1] === 3_600, String(asked));
});

test('every class that a worker may fail with arrives as it was said', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hand = await worker();
  for (const code of errorClasses) {
    const handle = await leaveOrder(engine);
    const { id } = await hand.claimed();
    const said = await hand.fail(id, { code, message: `because of ${code}` });
    if (code === 'unknown_submit') {
      assert.equal(said.status, 400, 'whether an order was taken is ours to know');
      await hand.fail(id, { code: 'internal' });
      continue;
    }
    assert.deepEqual([said.status, said.body], [200, {}]);
    const fault = { class: code, message: `because of ${code}` };
    assert.deepEqual(await look(engine, handle), { state: 'failed', fault, billed: false });
    assert.equal((await hand.fail(id, { code })).status, 409, 'once is enough');
  }
});

test('nobody gets in without a key of a worker', async (t) => {
  const { worker, service } = await openPullBench(t);
  const { live } = await service.account();
  const hand = await worker();
  const job = `/engine/v1/jobs/${randomUUID()}`;
  const paths = [
    ['POST', '/engine/v1/claim'],
    ['POST', `${job}/progress`],
    ['POST', `${job}/fail`],
    ['PUT', `${job}/output`],
  ] as const;
  const changed = `${hand.key.slice(0, -1)}${hand.key.endsWith('0') ? '1' : '0'}`;
  for (const [method, path] of paths) {
    for (const [authorization, message] of [
      [undefined, 'Authorization header required'],
      [`Basic ${hand.key}`, 'Invalid authorization format. Use: Bearer <API_KEY>'],
      [`Bearer ${live.key}`, 'Invalid engine key'],
      [`Bearer ${changed}`, 'Invalid engine key'],
      ['Bearer ai_engine_', 'Invalid engine key'],
    ] as const) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await service.ask(method, path, { body: {}, headers });
      assert.deepEqual([answer.status, answer.body], [401, { error: 'Unauthorized', message }], path);
    }
    const wrong = await service.ask('GET', path, { headers: { authorization: `Bearer ${hand.key}` } });
    assert.equal(wrong.status, 405);
  }
  const balance = await service.ask('GET', '/v1/data/balance', { headers: { authorization: `Bearer ${hand.key}` } });
  assert.equal(balance.status, 401, 'and with such a key nothing but work');
});

test('a job that never was a worker’s own is not found, one that was is refused', async (t) => {
  const { engine, engineNamed, worker } = await openPullBench(t);
  const [one, other, elsewhere] = [await worker(), await worker(), await worker('barn')];
  await engineNamed('barn');
  const handle = await leaveOrder(engine);
  assert.equal((await elsewhere.claim()).status, 204, 'the work of another engine');
  const { id } = await one.claimed();
  const bytes = await picture();
  for (const stranger of [other, elsewhere]) {
    for (const job of [id, randomUUID(), 'no-id', `${id}'`]) {
      const answers = [
        await stranger.progress(job, { progress: 1 }),
        await stranger.fail(job, { code: 'internal' }),
        await stranger.output(job, bytes),
      ];
      for (const { status, body } of answers) assert.deepEqual([status, body], [404, { detail: 'Job not found' }]);
    }
  }
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });
  assert.equal((await one.output(id, bytes)).status, 200);
  for (const answer of [
    await one.output(id, bytes),
    await one.progress(id, { progress: 1 }),
    await one.fail(id, { code: 'internal' }),
  ]) {
    assert.deepEqual([answer.status, answer.body['code']], [409, 'JOB_NOT_YOURS']);
  }
  assert.equal((await look(engine, handle)).state, 'succeeded');
});

test('every malformed body is one clear sentence, and changes nothing', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hand = await worker();
  const handle = await leaveOrder(engine);
  const sentenceOf = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await hand.ask(method, path, { body, headers });
    return [answer.status, answer.body['detail']];
  };
  const claim = (body: unknown) => sentenceOf('POST', '/engine/v1/claim', body);
  assert.deepEqual(await claim({ wait: 31 }), [400, 'wait must be a number from 0 to 30']);
  assert.deepEqual(await claim({ wait: '25' }), [400, 'wait must be a number from 0 to 30']);
  assert.deepEqual(await claim([]), [400, 'the body must be a JSON object']);
  assert.deepEqual((await claim('{"wait":'))[0], 400);
  assert.deepEqual((await claim(`{"wait":0,"pad":"${'x'.repeat(70_000)}"}`))[0], 413);
  assert.equal(
    (await hand.ask('POST', '/engine/v1/claim', { body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    415,
  );

  const { id } = await hand.claimed();
  const job = `/engine/v1/jobs/${id}`;
  assert.deepEqual(await sentenceOf('POST', `${job}/progress`, { progress: 40 }), [
    400,
    'progress must be a number from 0 to 1',
  ]);
  assert.deepEqual(await sentenceOf('POST', `${job}/fail`, {}), [400, 'code is required']);
  const [status, detail] = await sentenceOf('POST', `${job}/fail`, { code: 'tired' });
  assert.equal(status, 400);
  assert.match(String(detail), /^code must be .*"content_policy".*"internal"/);
  assert.deepEqual(await sentenceOf('POST', `${job}/fail`, { code: 'internal', message: 7 }), [
    400,
    'message must be a string',
  ]);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });
});

test('an output is looked at, and what is no good may be sent again', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hand = await worker();
  const handle = await leaveOrder(engine);
  const { id } = await hand.claimed();
  const bytes = await picture();
  const refused = async (body: Buffer, headers: Record<string, string> = {}) => {
    const answer = await hand.output(id, body, headers);
    return [answer.status, answer.body['detail']];
  };
  const types = 'Send the output as Content-Type: image/jpeg, image/png or image/webp, not compressed';
  assert.deepEqual(await refused(bytes, { 'content-type': 'video/mp4' }), [415, types]);
  assert.deepEqual(await refused(bytes, { 'content-type': 'text/html' }), [415, types]);
  assert.deepEqual(await refused(bytes, { 'content-encoding': 'gzip' }), [415, types]);
  assert.deepEqual(await refused(bytes, { 'content-type': 'image/jpeg' }), [
    400,
    'The output is not usable. It was sent as image/jpeg and is image/png.',
  ]);
  assert.deepEqual(await refused(Buffer.from('<html>502 Bad Gateway</html>')), [
    400,
    'The output is not usable. It is not a JPEG, PNG or WEBP image.',
  ]);
  assert.deepEqual(await refused(bytes.subarray(0, bytes.length - 30)), [
    400,
    'The output is not usable. It cannot be decoded; the file seems to be cut off or damaged.',
  ]);
  assert.deepEqual(await refused(bytes, { 'content-digest': digestOf(Buffer.from('other')) }), [
    400,
    'The body is not the one that Content-Digest was made from; send it again.',
  ]);
  assert.deepEqual(await refused(Buffer.alloc(0)), [400, 'The body is empty; send the bytes of the output.']);
  assert.equal((await refused(Buffer.alloc(64 * 2 ** 20 + 1)))[0], 413);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });
  assert.equal((await hand.output(id, bytes, { 'content-type': 'image/png; charset=binary' })).status, 200);
  assert.equal((await look(engine, handle)).state, 'succeeded');
});

test('a video is taken whole or not at all', async (t) => {
  const { engine, worker, service } = await openPullBench(t);
  const videos = await makeSampleVideos('moov-at-end.mp4', 'plain.mov');
  t.after(() => videos.remove());
  const bytes = await readFile(videos.path('moov-at-end.mp4'));
  const hand = await worker();
  const handle = await leaveOrder(engine, { task: 't2v' });
  const { id, output } = await hand.claimed();
  assert.deepEqual(output, { kind: 'video', mime: ['video/mp4'] });
  const send = (body: Buffer) => hand.output(id, body, { 'content-type': 'video/mp4' });
  assert.equal((await hand.output(id, await picture())).status, 415);
  assert.match(String((await send(await readFile(videos.path('plain.mov')))).body['detail']), /is video\/quicktime/);
  assert.equal((await send(bytes.subarray(0, bytes.length / 2))).status, 400);

  const { hostname, port } = new URL(service.url);
  const broken = connect(Number(port), hostname);
  const head = [`PUT /engine/v1/jobs/${id}/output HTTP/1.1`, 'host: a', `authorization: Bearer ${hand.key}`];
  broken.write([...head, 'content-type: video/mp4', `content-length: ${bytes.length}`, '', ''].join('\r\n'));
  broken.write(bytes.subarray(0, bytes.length / 2), () => broken.destroy());
  await once(broken, 'close');
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });

  assert.equal((await send(bytes)).status, 200);
  const end = await look(engine, handle);
  assert.ok(end.state === 'succeeded' && end.outputs[0]!.type === 'video/mp4');
  const scratch = join(service.settings.dataFolder, 'media', 'scratch');
  await eventually(async () => (await readdir(scratch)).length === 0, { what: 'nothing is left behind' });
});

test('no larger output is taken than can be made ours, and it is refused before it is sent', async (t) => {
  const { engine, worker, service } = await openPullBench(t);
  const hand = await worker();
  for (const [kind, task, type] of [
    ['image', 't2i', 'image/png'],
    ['video', 't2v', 'video/mp4'],
  ] as const) {
    await leaveOrder(engine, { task });
    const { id } = await hand.claimed();
    const announce = async (bytes: number) => {
      const connection = await RawConnection.open(t, Number(new URL(service.url).port));
      const head = [`PUT /engine/v1/jobs/${id}/output HTTP/1.1`, 'host: a', `authorization: Bearer ${hand.key}`];
      const body = [`content-type: ${type}`, `content-length: ${bytes}`, 'expect: 100-continue'];
      connection.send([...head, ...body, '', ''].join('\r\n'));
      return (await connection.answer()).status;
    };
    assert.equal(await announce(outputBytesMax[kind] + 1), 413, kind);
    assert.equal(await announce(outputBytesMax[kind]), 100, kind);
  }
});

test('an output whose length nobody said is refused where it becomes too large', async (t) => {
  const { engine, worker, service } = await openPullBench(t);
  const hand = await worker();
  await leaveOrder(engine);
  const { id } = await hand.claimed();
  const connection = await RawConnection.open(t, Number(new URL(service.url).port));
  const head = [`PUT /engine/v1/jobs/${id}/output HTTP/1.1`, 'host: a', `authorization: Bearer ${hand.key}`];
  connection.send([...head, 'content-type: image/png', 'transfer-encoding: chunked', '', ''].join('\r\n'));
  const chunk = 2 ** 20;
  for (let bytes = 0; bytes <= outputBytesMax.image; bytes += chunk) {
    connection.send(`${chunk.toString(16)}\r\n${'x'.repeat(chunk)}\r\n`);
  }
  assert.equal((await connection.answer()).status, 413);
  assert.equal((await hand.output(id, await picture())).status, 200, 'the job is still its own');
});

test('what is asked of a worker’s key can be limited', async (t) => {
  const { worker } = await openPullBench(t, { file: { rate_limits: { engine: 2 } } });
  const [hand, other] = [await worker(), await worker()];
  assert.deepEqual(
    [
      (await hand.claim()).status,
      (await hand.claim()).status,
      (await hand.claim()).status,
      (await other.claim()).status,
    ],
    [204, 204, 429, 204],
  );
});

test('an engine says whether workers may come, and when one last did', async (t) => {
  const { engine, worker } = await openPullBench(t);
  assert.deepEqual(await engine.check(never), {
    ok: false,
    detail: 'no worker may ask for its work; make a key for each: afterimage engines key create --engine farm',
  });
  const hand = await worker();
  assert.deepEqual(await engine.check(never), {
    ok: true,
    detail: 'workers with a key: 1; none of them has asked yet',
  });
  await hand.claim();
  await eventually(async () => /one last asked at \d{4}-/.test((await engine.check(never)).detail));
});
