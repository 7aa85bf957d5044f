/** An event stream that is dead is given up, whether or not the browser knows. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventAliveSeconds } from '@afterimage/contract/api';
import { openStream, type StreamMessage } from '../src/data/stream.ts';

/** A browser's, as far as it is asked: the test says what becomes of the connection. */
class MadeUpSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = MadeUpSource.CONNECTING;

  say(name: string, data = '{}'): void {
    if (name === 'open') this.readyState = MadeUpSource.OPEN;
    this.dispatchEvent(new MessageEvent(name, { data }));
  }

  close(): void {
    this.readyState = MadeUpSource.CLOSED;
  }
}

function opened(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sources: MadeUpSource[] = [];
  const before = globalThis.EventSource;
  globalThis.EventSource = class extends MadeUpSource {
    constructor() {
      super();
      sources.push(this);
    }
  } as unknown as typeof EventSource;
  t.after(() => {
    globalThis.EventSource = before;
  });
  const told: StreamMessage[] = [];
  const stream = openStream('/api/events', (message) => told.push(message));
  t.after(() => stream.close());
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) t.mock.timers.tick(1_000);
  };
  return { sources, told, stream, pass };
}

test('a stream that says it is alive stays, and one that has said nothing for three heartbeats is opened anew', (t) => {
  const { sources, told, pass } = opened(t);
  const [first] = sources as [MadeUpSource];
  first.say('open');
  for (const word of ['alive', 'balance', 'alive', 'alive', 'alive', 'alive']) {
    pass(eventAliveSeconds);
    first.say(word);
  }
  assert.deepEqual(told, [{ kind: 'open' }, { kind: 'event', name: 'balance', data: '{}' }]);
  pass(3 * eventAliveSeconds);
  assert.equal(first.readyState, MadeUpSource.CLOSED);
  assert.deepEqual(told.at(-1), { kind: 'failed', failures: 1 });
  pass(5);
  assert.equal(sources.length, 2);
  sources[1]!.say('open');
  assert.deepEqual(told.at(-1), { kind: 'open' });
});

test('a service that takes the connection and never answers is a failure like others', (t) => {
  const { sources, told, pass } = opened(t);
  pass(120);
  const failures = told.map((message) => (message.kind === 'failed' ? message.failures : 0));
  assert.ok(failures.length >= 3, failures.join());
  assert.deepEqual(
    failures,
    failures.map((_, at) => at + 1),
  );
  assert.deepEqual(
    sources.slice(0, -1).map(({ readyState }) => readyState),
    sources.slice(1).map(() => MadeUpSource.CLOSED),
  );
});

test('a browser that tries again by itself is given time for it, and a stream that was closed is never opened', (t) => {
  const { sources, stream, pass } = opened(t);
  const [first] = sources as [MadeUpSource];
  first.say('open');
  pass(3 * eventAliveSeconds - 1);
  first.readyState = MadeUpSource.CONNECTING;
  first.say('error');
  pass(5);
  first.say('open');
  pass(eventAliveSeconds);
  assert.deepEqual([sources.length, stream.isOpen()], [1, true]);
  stream.close();
  pass(300);
  assert.equal(sources.length, 1);
});
