/** Media on its way to an engine elsewhere and back, through the whole service: what callers send, and what they get. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readManifest } from '../../../../studio/test/support/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { answering, isEnd, startReceiver, trustedAuthority } from '../../support/receiver.ts';
import { boxEntry, openBox, openRunner, type RunnerBench } from '../support/runner-bench.ts';
import type { StandIn } from '../vendors/stand-in.ts';

const everything = (use: Record<string, unknown> = {}) => [{ match: {}, use: [{ engine: 'box', ...use }] }];

async function resultOf(bench: RunnerBench, id: string) {
  const { body } = await bench.account.live.get(`/v1/delta/generations/${id}`);
  const link = new URL(String(body['result_image_url']));
  const answer = await fetch(`${bench.service.url}${link.pathname}${link.search}`);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a04060' } });

/** The media of the only order that an engine got. */
function inputsOf(box: StandIn): { mime: string; width: number; height: number; url?: string; data?: string }[] {
  const [order] = box.paid;
  return (order!.json as { inputs: never[] }).inputs;
}

test('a picture of another size and kind becomes the JPEG that was asked for, signed as a model made it', async (t) => {
  const box = await openBox(t);
  const told = await paint(700, 500)
    .withExif({ IFD0: { ImageDescription: 'vendor job 4711' } })
    .png()
    .toBuffer();
  box.outputOf = () => told;
  const engines = { box: boxEntry(box) };
  const bench = await openRunner(t, { engines, routes: everything({ model: 'everything' }) });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  const { type, bytes } = await resultOf(bench, id);
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([type, format, width, height], ['image/jpeg', 'jpeg', 1024, 1024]);
  assert.ok(!bytes.includes('vendor job 4711'));
  const manifest = await readManifest('image/jpeg', bytes);
  assert.equal(manifest.state, 'Valid');
  assert.deepEqual(
    manifest.actions.map(([, source]) => source.split('/').at(-1)),
    ['trainedAlgorithmicMedia'],
  );
});

test('media is sent as the engine takes it, by a link of ours where the world can reach us', async (t) => {
  const webp = await paint(300, 200).webp().toBuffer();
  const images = [`data:image/webp;base64,${webp.toString('base64')}`];
  const box = await openBox(t);
  const engines = { box: boxEntry(box) };
  const bench = await openRunner(t, { engines, routes: everything() });
  await bench.service.ended(await bench.submit({ images }));
  const [inline] = inputsOf(box);
  assert.ok(inline!.url === undefined, 'nobody can reach a service without an address');

  const other = await openBox(t);
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const filed = { engines: { box: boxEntry(other) }, routes: everything() };
  const reachable = await openRunner(t, filed, { env: { PORT: port, AFTERIMAGE_PUBLIC_URL: origin } });
  const turned = await paint(90, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const lying = `data:image/jpeg;base64,${turned.toString('base64')}`;
  assert.equal(await reachable.service.ended(await reachable.submit({ images: [lying] })), 'completed');
  const [linked] = inputsOf(other);
  const url = new URL(linked!.url!);
  assert.equal(url.origin, origin);
  const answer = await fetch(`${reachable.service.url}${url.pathname}${url.search}`);
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.deepEqual([width, height], [60, 90], 'stood upright before anybody was paid');
});

test('nothing of a vendor reaches callers, however its output fails', async (t) => {
  const box = await openBox(t);
  const page = Buffer.from('<html>vendor-4711 at https://vendor.example/jobs says no</html>');
  box.outputOf = () => page;
  const certificate = trustedAuthority().issue(['127.0.0.1']);
  const receiver = await startReceiver(t, answering(200), { certificate });
  const engines = { box: boxEntry(box, { paid: true }) };
  const options = { env: { AFTERIMAGE_EGRESS_ALLOW: '127.0.0.1/32' } };
  const bench = await openRunner(t, { engines, routes: everything() }, options);
  const id = await bench.submit({ callback_url: receiver.url });
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'API_ERROR');
  assert.equal(box.paid.length, 1, 'fetched again, and never paid again');
  const seen = [
    JSON.stringify((await bench.account.live.get(`/v1/delta/generations/${id}`)).body),
    JSON.stringify((await bench.account.live.get(`/api/generations/${id}`)).body),
    await eventually(() => receiver.received.find(isEnd)?.body),
  ];
  for (const text of seen) {
    assert.match(text, /API_ERROR/);
    for (const word of ['vendor', new URL(box.url).host, 'html']) assert.ok(!text.includes(word), word);
  }
});
