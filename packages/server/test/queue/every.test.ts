/** Sweepers run one round at a time and stop after the round in hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSilentLog, writeLog } from '../../src/log/log.ts';
import { every } from '../../src/queue/every.ts';

const settled = () => new Promise(setImmediate);

test('a sweep runs at once and then with pauses, never two at a time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let rounds = 0;
  let end = () => {};
  const work = () => {
    rounds += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const sweeper = every(5, work, { name: 'sweep', log: createSilentLog() });
  assert.equal(rounds, 1);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(rounds, 1);
  end();
  await settled();
  t.mock.timers.tick(5000);
  assert.equal(rounds, 2);

  let stopped = false;
  const stopping = sweeper.stop().then(() => {
    stopped = true;
  });
  await settled();
  assert.equal(stopped, false);
  end();
  await stopping;
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(rounds, 2);
});

test('a sweep that fails is tried again, and an outage is logged once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const lines: string[] = [];
  const log = writeLog('info', { write: (line) => void lines.push(line) });
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    throw new Error('away');
  };
  const sweeper = every(1, work, { name: 'sweep', log });
  for (let i = 0; i < 4; i += 1) {
    await settled();
    t.mock.timers.tick(1000);
  }
  assert.equal(rounds, 5);
  assert.equal(lines.length, 1);
  await sweeper.stop();
});
