/** The places for large bodies: who waits, who goes next, and that one owner never takes them all. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { Places } from '../../src/http/body/places.ts';

const request = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as IncomingMessage;

test('one account with eight slow uploads leaves two places for others', async () => {
  const places = new Places({ max: 8, waitSeconds: 30 });
  const asked = Array.from({ length: 8 }, () => places.take(request(), 'one'));
  assert.deepEqual(await Promise.all(asked.slice(0, 6)), Array(6).fill('taken'));
  assert.equal(await places.take(request(), 'other'), 'taken');

  places.giveBack('other');
  places.giveBack('one');
  assert.equal(await asked[6], 'taken');
  assert.equal(await places.take(request(), 'other'), 'taken');
});

test('a place that comes free goes to the first in line who may have one', async () => {
  const places = new Places({ max: 4, waitSeconds: 30 });
  const order: string[] = [];
  for (let count = 0; count < 3; count += 1) assert.equal(await places.take(request(), 'one'), 'taken');
  assert.equal(await places.take(request(), 'two'), 'taken');
  const waiting = ['one', 'two', 'three'].map((owner) => places.take(request(), owner).then(() => order.push(owner)));

  places.giveBack('two');
  await waiting[1];
  places.giveBack('one');
  places.giveBack('one');
  await Promise.all(waiting);
  assert.deepEqual(order, ['two', 'one', 'three']);
});
