/** Kind `http` holds what every engine must, and what `mge/1` adds. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { errorClasses, type VendorOutput } from '../../src/engines/engine.ts';
import { accepted, describeVendorEngine, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { mgeKey, openMge } from './vendors/mge.ts';
import type { StandIn } from './vendors/stand-in.ts';
import { openStandIn } from './vendors/stand-in.ts';

const never = new AbortController().signal;
const errorOf = (code: string) => ({ error: { code, message: `because of ${code}` } });

const vendor: VendorCase = {
  name: 'mge/1',
  kind: 'http',
  open: openMge,
  key: mgeKey,
  orders: (['t2v', 'i2v', 'frames', 'refs2v', 'motion', 't2i', 'i2i'] as const).map((task) => ({ task })),
  find: 'exact',
  refusals: [
    { what: 'a 401', reply: { status: 401, json: errorOf('unauthorized') }, class: 'auth' },
    { what: 'a 403', reply: { status: 403, json: errorOf('forbidden') }, class: 'auth' },
    { what: 'a 409', reply: { status: 409, json: errorOf('id_conflict') }, class: 'internal' },
    { what: 'a 422', reply: { status: 422, json: errorOf('invalid') }, class: 'unsupported' },
    {
      what: 'a 422 that names a class',
      reply: { status: 422, json: errorOf('content_policy') },
      class: 'content_policy',
    },
    { what: 'a 429', reply: { status: 429, json: errorOf('full') }, class: 'capacity' },
    { what: 'a 503 of its own', reply: { status: 503, json: errorOf('starting') }, class: 'unavailable' },
    { what: 'a 503 of a proxy', reply: { status: 503, bytes: Buffer.from('<html>') }, class: 'unknown_submit' },
  ],
  failures: [
    ...errorClasses
      .filter((code) => code !== 'unknown_submit')
      .map((code) => ({ step: { at: 'failed', code } as const, class: code })),
    { step: { at: 'failed', code: 'unknown_submit' }, class: 'internal' },
    { step: { at: 'failed', code: 'out of coffee' }, class: 'internal' },
    { step: { at: 'empty' }, class: 'declined' },
  ],
};

describeVendorEngine(vendor);

test('an mge/1 engine that is sent the same job twice runs it once', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const work = describeVendorWork({ task: 't2v', token: randomUUID() });
  for (let time = 0; time < 3; time += 1) assert.equal((await engine.start(work, never)).outcome, 'accepted');
  assert.deepEqual([standIn.jobs.size, standIn.paid.length], [1, 3]);
  const [first, ...others] = standIn.paid.map(({ body }) => body.toString());
  for (const body of others) assert.equal(body, first);
});

test('what a reply says of another job is not believed of this one', async (t) => {
  const other = { id: randomUUID(), state: 'succeeded', outputs: [{ mime: 'video/mp4' }] };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => void server.close();
  const { engine } = await openVendor(t, { ...vendor, open: async () => ({ url, close }) as StandIn });
  const work = describeVendorWork({ task: 't2v', token: randomUUID() });
  assert.notEqual((await engine.start(work, never)).outcome, 'accepted');
  assert.equal(await engine.find(work.token, never), 'cannot_tell');
  const poll = (id: string) => engine.poll({ id }, { waitSeconds: 0, signal: never });
  assert.deepEqual([(await poll(work.token)).state, (await poll(other.id)).state], ['silent', 'succeeded']);
});

test('an mge/1 engine is told everything, with links for media or their bytes', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  await engine.check(never);
  const use = { set: { steps: 12 } };
  await accepted(engine, {
    task: 'motion',
    use,
    work: { negativePrompt: 'rain', cfgScale: 0.5 },
    hook: 'https://ours.example/hook',
  });
  const { inputs, ...order } = standIn.paid[0]!.json as Record<string, unknown> & { inputs: Record<string, unknown>[] };
  assert.deepEqual(
    inputs.map(({ role, url, data }) => [role, url, data]),
    [
      ['character', 'https://ours.example/media/reference-0.png', undefined],
      ['motion_video', 'https://ours.example/media/motion-1.mp4', undefined],
    ],
  );
  assert.deepEqual(
    [order['model'], order['negative_prompt'], order['cfg_scale'], order['seed'], order['options'], order['callback']],
    ['everything', 'rain', 0.5, 7, { steps: 12 }, { url: 'https://ours.example/hook' }],
  );
  await accepted(engine, { task: 'i2v', links: 'none' });
  const [inline] = (standIn.paid[1]!.json as { inputs: Record<string, unknown>[] }).inputs;
  assert.equal(Buffer.from(String(inline!['data']), 'base64').toString(), 'the bytes of first 0');
});

test('an mge/1 model that says its limits is asked for nothing beyond them', async (t) => {
  const { engine } = await openVendor(t, vendor);
  await engine.check(never);
  const use = { model: 'narrow' };
  const ask = (order: Parameters<typeof describeVendorWork>[0]) => engine.fit(describeVendorWork({ ...order, use }));
  const [seconds, task, ratio] = [
    ask({ task: 't2v', work: { seconds: 10 } }),
    ask({ task: 'i2v' }),
    ask({ task: 't2v', ratio: '1:1' }),
  ];
  assert.deepEqual(
    [seconds, task, ratio].map((fit) => (fit.fits ? 'fits' : fit.what)),
    ['seconds', 'task', 'aspect_ratio'],
  );
  const fit = ask({ task: 't2v', work: { cfgScale: 1, negativePrompt: 'rain' } });
  assert.deepEqual(fit.fits && fit.notes, ['cfg_scale:not_applied', 'negative_prompt:appended']);
  const unknown = engine.fit(describeVendorWork({ task: 't2v', use: { model: 'of last year' } }));
  assert.equal(unknown.fits, false);
});

test('an mge/1 request is signed where the operator wants it', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor, { options: { sign: true } });
  await accepted(engine, { task: 't2v' });
  assert.match(String(standIn.paid[0]!.headers['x-mge-signature']), /^t=\d+,v1=[0-9a-f]{64}$/);
});

test('an output is taken for what its checksum says, and for nothing else', async (t) => {
  const bytes = Buffer.from('what was made');
  const sum = createHash('sha256').update(bytes).digest('hex');
  let sha256: unknown;
  const open = () =>
    openStandIn({
      isPaid: ({ method }) => method === 'PUT',
      answer: ({ path }) => {
        if (path.includes('/outputs/')) return { bytes, type: 'image/png' };
        return { json: { id: path.split('/').at(-1), state: 'succeeded', outputs: [{ mime: 'image/png', sha256 }] } };
      },
      refusal: () => errorOf('internal'),
    });
  const { engine } = await openVendor(t, { ...vendor, open });
  async function fetched(): Promise<string> {
    const handle = await accepted(engine, { task: 't2i' });
    const poll = await engine.poll(handle, { waitSeconds: 0, signal: never });
    assert.ok(poll.state === 'succeeded');
    return new Response(await (poll.outputs[0] as VendorOutput).open(never)).text();
  }
  for (sha256 of [sum, sum.toUpperCase(), undefined, null]) assert.equal(await fetched(), String(bytes));
  for (sha256 of [sum.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), 'none']) {
    await assert.rejects(fetched, /is not what its sha256 says/);
  }
});

test('outputs that lead nowhere are none: the job has failed, and is not asked about until its time limit', async (t) => {
  const none = [[null], ['a.mp4'], {}, 5, [{ url: 'http://' }]];
  let outputs: unknown;
  const open = () =>
    openStandIn({
      isPaid: ({ method }) => method === 'PUT',
      answer: ({ path }) => ({ json: { id: path.split('/').at(-1), state: 'succeeded', outputs } }),
      refusal: () => errorOf('internal'),
    });
  const { engine } = await openVendor(t, { ...vendor, open });
  for (outputs of none) {
    const handle = await accepted(engine, { task: 't2v' });
    const poll = await engine.poll(handle, { waitSeconds: 0, signal: never });
    assert.ok(poll.state === 'failed' && poll.fault.class === 'declined', JSON.stringify([outputs, poll]));
  }
});
