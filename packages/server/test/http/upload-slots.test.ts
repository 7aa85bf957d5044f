/** The slots for large bodies: who waits, who goes next, and that one owner never takes them all. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { UploadSlots } from '../../src/http/body/upload-slots.ts';

const request = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as IncomingMessage;

test('one account with eight slow uploads leaves two slots for others', async () => {
  const slots = new UploadSlots({ max: 8, waitSeconds: 30 });
  const waiting = Array.from({ length: 8 }, () => slots.take(request(), 'one'));
  assert.deepEqual(await Promise.all(waiting.slice(0, 6)), Array(6).fill('taken'));
  assert.equal(await slots.take(request(), 'other'), 'taken');

  slots.release('other');
  slots.release('one');
  assert.equal(await waiting[6], 'taken');
  assert.equal(await slots.take(request(), 'other'), 'taken');
});

test('a slot that comes free goes to the first in line who may have one', async () => {
  const slots = new UploadSlots({ max: 4, waitSeconds: 30 });
  const order: string[] = [];
  for (let count = 0; count < 3; count += 1) assert.equal(await slots.take(request(), 'one'), 'taken');
  assert.equal(await slots.take(request(), 'two'), 'taken');
  const waiting = ['one', 'two', 'three'].map((owner) => slots.take(request(), owner).then(() => order.push(owner)));

  slots.release('two');
  await waiting[1];
  slots.release('one');
  slots.release('one');
  await Promise.all(waiting);
  assert.deepEqual(order, ['two', 'one', 'three']);
});
