/** One attempt against every kind of receiver: what counts as delivered, what does not, and what is written down. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { type Attempted, attemptDelivery } from '../../src/webhooks/attempt.ts';
import { makeAuthority } from '../net/support/certificates.ts';
import { testDatabase } from '../support/database.ts';
import { answering, type Behaviour, type Receiver, startReceiver, trustedAuthority } from '../support/receiver.ts';
import { claim, createSender, hurried, recordOf, schedule, secret } from './support/harness.ts';

const authority = trustedAuthority();
const certificate = authority.issue(['127.0.0.1', 'localhost']);
const sending = { signal: new AbortController().signal, span: null };

interface Expectation {
  behaviour: Behaviour;
  state: 'delivered' | 'waiting';
  status: number | null;
  error?: RegExp;
  excerpt?: RegExp;
  /** For a receiver that would take for ever; one that ends by itself has all the time of a busy machine. */
  giveUpSeconds?: number;
}

const drip: Behaviour = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

const receivers: Record<string, Expectation> = {
  'answers 200': { behaviour: answering(200, 'thanks'), state: 'delivered', status: 200, excerpt: /^thanks$/ },
  'answers 204': { behaviour: answering(204), state: 'delivered', status: 204 },
  'answers 299': { behaviour: answering(299), state: 'delivered', status: 299 },
  'answers 500': { behaviour: answering(500, 'oops'), state: 'waiting', status: 500, excerpt: /^oops$/ },
  'answers 404': { behaviour: answering(404), state: 'waiting', status: 404 },
  'answers 410': { behaviour: answering(410), state: 'waiting', status: 410 },
  'answers 429': { behaviour: answering(429), state: 'waiting', status: 429 },
  'redirects with 301': {
    behaviour: (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    state: 'waiting',
    status: 301,
    error: /redirects are not followed/,
  },
  'redirects with 307': {
    behaviour: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    state: 'waiting',
    status: 307,
    error: /redirects are not followed/,
  },
  'resets the connection': {
    behaviour: (response) => response.socket?.destroy(),
    state: 'waiting',
    status: null,
    error: /could not be reached/,
  },
  'never sends headers': {
    behaviour: () => {},
    state: 'waiting',
    status: null,
    error: /too long/,
    giveUpSeconds: 0.8,
  },
  'drips its body for ever': {
    behaviour: drip,
    state: 'delivered',
    status: 200,
    excerpt: /^\.+$/,
    giveUpSeconds: 2,
  },
  'sends 64 MB': {
    behaviour: (response) => response.writeHead(200).end(Buffer.alloc(64 * 1024 * 1024, 'x')),
    state: 'delivered',
    status: 200,
    excerpt: /^x{1024}$/,
  },
  'sends what is no text': {
    behaviour: answering(500, 'a\u0000b\u001b[31m\u202ec'),
    state: 'waiting',
    status: 500,
    excerpt: /^a ?b \[31m c$/,
  },
};

async function attemptAt(t: TestContext, url: string, changes: Parameters<typeof createSender>[1] = {}) {
  const { db } = await testDatabase(t);
  const id = await schedule(db, url);
  const [delivery] = await claim(db);
  assert.equal(delivery?.id, id);
  const result: Attempted = await attemptDelivery(createSender(db, changes), delivery!, sending);
  return { id, db, result, record: await recordOf(db, id) };
}

for (const [name, { behaviour, state, status, error, excerpt, giveUpSeconds = 20 }] of Object.entries(receivers)) {
  test(`a receiver that ${name} leaves its delivery ${state}`, async (t) => {
    const receiver = await startReceiver(t, behaviour, { certificate });
    const { record, result } = await attemptAt(t, receiver.url, { safeFetch: hurried(giveUpSeconds) });
    assert.equal(result.state, state);
    assert.equal(record.state, state);
    assert.equal(record.attempts, 1);
    assert.equal(record.worker, null);
    assert.equal(record.made.length, 1);
    const [made] = record.made;
    assert.equal(made!.status_code, status);
    if (state === 'delivered') assert.equal(made!.error, null);
    else assert.match(made!.error!, error ?? new RegExp(`answered ${status}`));
    if (excerpt) assert.match(made!.answer_excerpt!, excerpt);
    assert.ok(made!.milliseconds! >= 0);
    assert.equal(receiver.received.length, 1);
  });
}

test('a receiver whose certificate cannot be trusted gets nothing', async (t) => {
  const others: Record<string, Awaited<ReturnType<typeof authority.issue>>> = {
    'from an unknown authority': makeAuthority().issue(['127.0.0.1']),
    'for another name': authority.issue(['elsewhere.example']),
    expired: authority.issue(['127.0.0.1'], new Date(Date.now() - 3_600_000)),
  };
  for (const [name, certificate] of Object.entries(others)) {
    const receiver: Receiver = await startReceiver(t, answering(200), { certificate });
    const { record } = await attemptAt(t, receiver.url);
    assert.equal(record.state, 'waiting', name);
    assert.match(record.made[0]!.error!, /certificates are always verified/, name);
    assert.equal(receiver.received.length, 0, name);
  }
});

test('a port where nobody listens is a failed attempt', async (t) => {
  const receiver = await startReceiver(t, answering(200), { certificate });
  receiver.close();
  const { record } = await attemptAt(t, receiver.url);
  assert.equal(record.state, 'waiting');
  assert.match(record.made[0]!.error!, /could not be reached/);
});

test('a name that leads to a private address is a failed attempt, and nothing reaches that address', async (t) => {
  let connections = 0;
  const inside = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  t.after(() => inside.close());
  const { port } = inside.address() as { port: number };
  const { record } = await attemptAt(t, `https://localhost:${port}/`, { safeFetch: createSafeFetch({ allow: [] }) });
  assert.equal(record.state, 'waiting');
  assert.match(record.made[0]!.error!, /not a public one/);
  assert.equal(connections, 0);
});

test('what arrives is the payload as it was scheduled, signed with every active secret', async (t) => {
  const receiver = await startReceiver(t, answering(200), { certificate });
  const older = secret.replace(/.{6}$/, 'AAAAA=');
  const { id, db } = await attemptAt(t, receiver.url, { secretsOf: async () => [secret, older] });
  const [event] = receiver.received;
  const [row] = await db.query<{ payload: string }>({ text: 'select payload from webhook_deliveries where id = $1' }, [
    id,
  ]);
  assert.equal(event!.body, row!.payload);
  assert.equal(event!.headers['webhook-id'], id);
  assert.equal(event!.headers['content-type'], 'application/json');
  for (const each of [secret, older]) new Webhook(each).verify(event!.body, event!.headers);
});

test('an attempt has ten seconds to connect and thirty in all', async (t) => {
  let limits = {};
  const safeFetch: ReturnType<typeof hurried> = {
    async post(_url, { connectSeconds, totalSeconds, answerBytesKept }) {
      limits = { connectSeconds, totalSeconds, answerBytesKept };
      return { answered: true, status: 200, excerpt: '', milliseconds: 1 };
    },
  };
  await attemptAt(t, 'https://receiver.example/', { safeFetch });
  assert.deepEqual(limits, { connectSeconds: 10, totalSeconds: 30, answerBytesKept: 1024 });
});

test('an account without a secret is never sent to unsigned, and keeps its five attempts', async (t) => {
  const receiver = await startReceiver(t, answering(200), { certificate });
  const { db } = await testDatabase(t);
  const id = await schedule(db, receiver.url);
  const [delivery] = await claim(db);
  await assert.rejects(
    attemptDelivery(createSender(db, { secretsOf: async () => [] }), delivery!, sending),
    /no secret/,
  );
  assert.equal(receiver.received.length, 0);
  const record = await recordOf(db, id);
  assert.equal(record.state, 'waiting');
  assert.equal(record.attempts, 0);
});

test('an outcome that comes after the claim was taken over changes nothing', async (t) => {
  const { db } = await testDatabase(t);
  const receiver = await startReceiver(t, answering(500), { certificate });
  const id = await schedule(db, receiver.url);
  const [late] = await claim(db, { worker: 'late', leaseSeconds: 0 });
  const [second] = await claim(db, { worker: 'second' });
  assert.equal(second?.number, late?.number);
  const result = await attemptDelivery(createSender(db, { workerName: 'late' }), late!, sending);
  assert.equal(result.state, 'not_ours');
  const record = await recordOf(db, id);
  assert.equal(record.attempts, 0);
  assert.equal(record.worker, 'second');
});
