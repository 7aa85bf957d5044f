/** Waits and streams that are open: an account has a limit, all together have one, and nobody takes the last slot of others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feed } from '../../src/changes/feed.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { createOpenCount, type Opening } from '../../src/http/open-count.ts';
import { createWaits } from '../../src/http/waits.ts';

/** As many as it gets. */
function fill(add: (owner: string) => Opening, owner: string): { got: number; told: Opening } {
  for (let got = 0; ; got += 1) {
    const told = add(owner);
    if (told !== 'open') return { got, told };
  }
}

test('one alone has all that an account may have, and is told so', () => {
  const { add, all } = createOpenCount({ ownerMax: 400, processMax: 1_000 });
  assert.deepEqual(fill(add, 'a'), { got: 400, told: 'all_it_may' });
  assert.equal(all(), 400);
});

test('however many have taken what they get, all together stay below the limit, and the next has room for its first', () => {
  const { add, remove, all } = createOpenCount({ ownerMax: 400, processMax: 1_000 });
  const owners = ['a', 'b', 'c', 'd', 'e', 'f'];
  const shares = owners.map((owner) => fill(add, owner));
  assert.deepEqual(
    shares.map(({ got }) => got),
    [400, 300, 150, 75, 38, 19],
  );
  assert.deepEqual(new Set(shares.slice(1).map(({ told }) => told)), new Set(['crowded']));
  assert.equal(add('g'), 'open');
  for (let index = 0; index < 10_000; index += 1) add(`other ${index}`);
  assert.equal(all(), 1_000);
  assert.equal(add('the last'), 'crowded');
  for (let left = 0; left < 300; left += 1) remove('a');
  assert.equal(add('the last'), 'open');
});

test('a wait for which there is no room is refused with a sentence and when to come back', async () => {
  const feed = { onEnd: () => () => {}, ready: async () => {} } as unknown as Feed;
  const exchange = { onGone: () => () => {} } as unknown as Exchange;
  const waits = createWaits(feed, { ownerMax: 2, processMax: 3 });
  const until = (owner: string) =>
    waits.until(exchange, { id: 'x', owner, seconds: 60, find: async () => 'record', isOver: () => false });
  const waiting = [until('a'), until('a'), until('b')];
  const [ownFull, full] = [await until('a'), await until('c')];
  assert.ok(ownFull.is === 'refused' && full.is === 'refused');
  assert.deepEqual([ownFull.error.status, full.error.status], [429, 503]);
  assert.match(JSON.stringify(full.error.body), /So many waits are open here .*"code":"BUSY"/);
  assert.ok(Number(full.error.headers?.['Retry-After']) > 0);
  waits.stop();
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ is }) => is),
    ['found', 'found', 'found'],
  );
  assert.equal(waits.open(), 0);
});
