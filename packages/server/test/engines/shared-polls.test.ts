/** Looks at many pieces of work: those that are due go in one request, one that was told of waits for nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Handle, Poll } from '../../src/engines/engine.ts';
import { createSharedPolls } from '../../src/engines/shared-polls.ts';

const signal = new AbortController().signal;
const due = { waitSeconds: 0, signal, why: 'due' } as const;
const told = { ...due, why: 'told' } as const;

function engineOfMany() {
  const requests: unknown[][] = [];
  const engine = {
    async pollMany(handles: Handle[]): Promise<Poll[]> {
      requests.push(handles.map(({ id }) => id));
      return handles.map((_handle, index) => ({ state: 'running', progress: index }));
    },
  } as Partial<Engine> as Engine;
  return { engine, requests };
}

test('what is due about the same time is looked at in one request, each with its own answer', async () => {
  const { engine, requests } = engineOfMany();
  const look = createSharedPolls();
  const polls = await Promise.all(['a', 'b', 'c'].map((id) => look(engine, { id }, due)));
  assert.deepEqual(requests, [['a', 'b', 'c']]);
  assert.deepEqual(
    polls.map((poll) => poll.state === 'running' && poll.progress),
    [0, 1, 2],
  );
});

test('one that was told of is asked about at once, and takes along who is waiting', async () => {
  const { engine, requests } = engineOfMany();
  const look = createSharedPolls();
  const first = look(engine, { id: 'a' }, due);
  const second = look(engine, { id: 'b' }, told);
  assert.deepEqual(requests, [['a', 'b']]);
  await Promise.all([first, second]);
  // What comes later gathers anew.
  await Promise.all(['c', 'd'].map((id) => look(engine, { id }, due)));
  assert.deepEqual(requests, [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('whoever breaks off has no reply, and the others have theirs', { timeout: 60_000 }, async () => {
  const { engine } = engineOfMany();
  const { promise: reply, resolve: answer } = Promise.withResolvers<Poll[]>();
  engine.pollMany = () => reply;
  const look = createSharedPolls();
  const leaving = new AbortController();
  const first = look(engine, { id: 'a' }, { ...due, signal: leaving.signal });
  const second = look(engine, { id: 'b' }, told);
  leaving.abort();
  assert.equal((await first).state, 'silent');
  assert.equal((await look(engine, { id: 'a' }, { ...due, signal: leaving.signal })).state, 'silent');
  answer([{ state: 'running', progress: 1 }, { state: 'canceled' }]);
  assert.equal((await second).state, 'canceled');
});
