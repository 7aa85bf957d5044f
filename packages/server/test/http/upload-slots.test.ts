/** The slots for large bodies: who waits, who goes next, who ends for others, and that one owner never takes them all. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type UploadSlot, UploadSlots } from '../../src/http/body/upload-slots.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

const request = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as IncomingMessage;
const mebibyte = 1024 * 1024;

async function taken(slots: UploadSlots, owner: string): Promise<UploadSlot> {
  const slot = await slots.take(request(), owner);
  assert.ok(typeof slot === 'object', `${owner} was told ${slot}`);
  return slot;
}

test('one account with eight slow uploads leaves two slots for others', async () => {
  const slots = new UploadSlots({ max: 8, waitSeconds: 30 });
  const ones = await Promise.all(Array.from({ length: 6 }, () => taken(slots, 'one')));
  const waiting = [taken(slots, 'one'), taken(slots, 'one')];
  const other = await taken(slots, 'other');

  other.giveBack();
  ones[0]!.giveBack();
  await waiting[0];
  await taken(slots, 'other');
  ones[1]!.giveBack();
  await waiting[1];
});

test('a client that leaves the line is not given a slot, and a slot given back twice comes free once', async () => {
  const slots = new UploadSlots({ max: 1, waitSeconds: 30 });
  const first = await taken(slots, 'one');
  const left = request();
  const leaving = slots.take(left, 'two');
  const next = taken(slots, 'three');
  left.emit('close');
  assert.equal(await leaving, 'gone');
  first.giveBack();
  first.giveBack();
  await next;
  const short = new UploadSlots({ max: 1, waitSeconds: 0.05 });
  await taken(short, 'one');
  assert.equal(await short.take(request(), 'two'), 'busy');
});

test('whoever holds least goes next, and among equals the turns decide', async () => {
  const slots = new UploadSlots({ max: 4, waitSeconds: 30 });
  const held = await Promise.all(['one', 'one', 'one', 'two'].map((owner) => taken(slots, owner)));
  const order: string[] = [];
  const waiting = ['three', 'three', 'three', 'two', 'four'].map(async (owner) => {
    const slot = await taken(slots, owner);
    order.push(owner);
    return slot;
  });
  await nextIteration();
  for (const slot of held) slot.giveBack();
  await eventually(() => order.length === 4);
  assert.deepEqual(order, ['three', 'four', 'two', 'three']);
  // The last would be told busy, long after this test.
  (await waiting[0]!).giveBack();
  await Promise.all(waiting);
});

test('the slowest of whoever holds most ends when others wait, and would outlast them', async () => {
  const slots = new UploadSlots({ max: 4, waitSeconds: 30 });
  const many = await Promise.all(['many', 'many', 'many'].map((owner) => taken(slots, owner)));
  const lone = await taken(slots, 'lone');
  const rate = (bytesPerSecond: number) => ({ bytesPerSecond, remainingBytes: 80 * mebibyte });
  const look = () => [
    lone.mustEnd(rate(40_000)),
    many[0]!.mustEnd(rate(3 * mebibyte)),
    many[1]!.mustEnd(rate(200_000)),
    many[2]!.mustEnd(rate(100_000)),
  ];
  assert.deepEqual(look(), [false, false, false, false], 'nobody waits');
  const own = slots.take(request(), 'many');
  assert.deepEqual(look(), [false, false, false, false], 'only its own owner waits');
  const next = taken(slots, 'other');
  assert.deepEqual(look(), [false, false, false, true]);
  many[2]!.giveBack();
  await next;
  many[1]!.giveBack();
  assert.ok(typeof (await own) === 'object');
});

test('an account and its sandbox twin are one owner: together they leave slots to another account', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const [greedy, other] = [await service.account(), await service.account()];
  const ended: number[] = [];
  const slow = [greedy.live, greedy.sandbox].flatMap(({ key }) =>
    Array.from({ length: 6 }, () => openSlowly(service.url, key)),
  );
  for (const { upload } of slow) upload.on('response', (answer) => void ended.push(answer.statusCode!));
  await Promise.all(slow.map(({ invited }) => invited));
  const answer = await other.live.submit('/v1/gamma/generate', {
    prompt: 'a fox',
    reference_images: [`data:image/png;base64,${'A'.repeat(2 * mebibyte)}`],
  });
  assert.equal(answer.status, 400, 'it was read, and is no image');
  assert.deepEqual(ended, [], 'no other upload had to end for it');
  for (const { stop } of slow) stop();
});

/** A body that keeps coming, but for ever: one that stands still would end for those who wait. */
function openSlowly(url: string, key: string) {
  const upload = httpRequest(`${url}/v1/gamma/generate`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': 8 * mebibyte,
      expect: '100-continue',
    },
  });
  upload.on('error', () => {});
  upload.flushHeaders();
  const drip = setInterval(() => upload.write(' '.repeat(100_000)), 1_000);
  const stop = () => {
    clearInterval(drip);
    upload.destroy();
  };
  return { upload, invited: new Promise((resolve) => upload.once('continue', resolve)), stop };
}
