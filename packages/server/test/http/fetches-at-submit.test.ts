/** Reference videos are fetched while the caller waits: one account's that never end leave slots and disk to the others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFetchSlots, type FetchSlot } from '../../src/media/fetch-slots.ts';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { eventually } from '../support/eventually.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { loopback, startTestService } from '../support/service.ts';

const mebibyte = 1024 * 1024;
const room = { fetchesMax: 4, ownerFetchesMax: 2, bytesMax: 250, ownerBytesMax: 100, waitMilliseconds: 30 };

test('bytes are counted while they are written: an owner has a share, the process a cap, the disk the last word', async () => {
  let full = false;
  const { enter } = createFetchSlots({ ...room, nearlyFull: () => full });
  const slotFor = async (owner: string): Promise<FetchSlot> => {
    const entered = await enter(owner);
    assert.ok(entered !== 'busy', `${owner} was told busy`);
    return entered;
  };
  const [one, more] = [await slotFor('one'), await slotFor('one')];
  assert.equal(one.mayHold(60), true);
  assert.equal(more.mayHold(41), false);
  assert.equal(more.mayHold(40), true);
  assert.equal(await enter('one'), 'busy', 'two slots an owner');
  const [two, three] = [await slotFor('two'), await slotFor('three')];
  assert.equal(two.mayHold(100), true);
  assert.equal(three.mayHold(51), false, 'no more than 250 in all');
  assert.equal(three.mayHold(50), true);
  assert.equal(two.mayHold(10), true, 'a file that begins anew gives back what it had');
  assert.equal(three.mayHold(90), true);
  for (const left of [one, more, two, three, one]) left.leave();
  const again = await slotFor('one');
  full = true;
  assert.equal(again.mayHold(1), false);
  full = false;
  assert.equal(again.mayHold(100), true);
});

const stalledBytes = 8 * mebibyte;

/** Sends 8 MB and nothing more, until it gives up; one file is whole. */
async function startStallingServer(t: TestContext, video: Buffer) {
  const open = new Set<ServerResponse>();
  let given = 0;
  let besideWhole: { open: number; ended: number } | undefined;
  let givenUp = false;
  const server = createServer((request, response) => {
    if (request.url === '/whole.mp4') {
      besideWhole ??= { open: open.size, ended: given - open.size };
      return void response.end(video);
    }
    if (givenUp) return void response.writeHead(404).end();
    open.add(response);
    given += 1;
    response.on('close', () => open.delete(response));
    response.writeHead(200);
    response.write(Buffer.alloc(stalledBytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const giveUp = () => {
    givenUp = true;
    for (const response of open) response.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    giveUp,
    besideWhole: () => besideWhole,
  };
}

async function bytesUnder(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('fifteen submits whose videos stall take the share of their account, and no more', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_EGRESS_ALLOW: loopback },
  });
  const samples = await makeSampleVideos('plain.mp4');
  t.after(() => samples.remove());
  const outside = await startStallingServer(t, await readFile(samples.path('plain.mp4')));
  const image = dataUri('image/png', await picture({ width: 64, height: 64 }));
  const motion = (name: string) => ({
    prompt: 'a fox',
    reference_image_base64: image,
    reference_video_url: `${outside.url}/${name}`,
  });
  const [greedy, other] = [await service.account(), await service.account()];
  const flood = Array.from({ length: 15 }, (_, number) => {
    const { live, sandbox } = greedy;
    return (number % 2 === 0 ? live : sandbox).submit('/v1/alpha/generate', motion('stalls.mp4'));
  });
  await eventually(() => outside.open.size === 4);
  await eventually(async () => (await bytesUnder(service.settings.dataFolder)) >= 4 * stalledBytes);

  const answer = await other.live.submit('/v1/alpha/generate', motion('whole.mp4'));
  assert.equal(answer.status, 200);
  assert.deepEqual(outside.besideWhole(), { open: 4, ended: 0 }, 'nobody of the flood had to end for it');
  assert.ok((await bytesUnder(service.settings.dataFolder)) < 5 * stalledBytes);
  outside.giveUp();
  await Promise.allSettled(flood);
  await eventually(async () => (await bytesUnder(service.settings.dataFolder)) < mebibyte);
});
