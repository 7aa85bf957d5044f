/** Senders that are killed in the middle of their work lose nothing. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../src/db/postgres.ts';
import { compiledCode } from '../support/compiled-code.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver, trustedAuthority } from '../support/receiver.ts';
import { countStates, recordOf, schedule, secret } from './support/harness.ts';

const authority = trustedAuthority();
const certificate = authority.issue(['127.0.0.1']);
const program = fileURLToPath(new URL('./support/sender-process.ts', import.meta.url));

async function trustFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-ca-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  await writeFile(file, authority.ca);
  return file;
}

function startSender(t: TestContext, url: string, options: { name: string; caFile: string }): ChildProcess {
  const sender = spawn(process.execPath, [program, url, options.name, secret], {
    env: { ...compiledCode, NODE_EXTRA_CA_CERTS: options.caFile },
    stdio: 'inherit',
  });
  t.after(() => sender.kill('SIGKILL'));
  return sender;
}

async function kill(sender: ChildProcess): Promise<void> {
  sender.kill('SIGKILL');
  await once(sender, 'exit');
}

/** The 45 seconds of a dead sender's claims, gone in a moment. */
async function runOutClaims(db: Db, worker: string): Promise<number> {
  const text = 'update webhook_deliveries set lease_until = clock_timestamp() where worker = $1 returning id';
  return (await db.query({ text }, [worker])).length;
}

test('a sender killed before the answer leaves its event to the next, under the same attempt', async (t) => {
  const { db, url } = await testDatabase(t);
  const caFile = await trustFile(t);
  let silent = true;
  const receiver = await startReceiver(t, (response) => silent || response.writeHead(200).end(), { certificate });
  const id = await schedule(db, receiver.url);
  const doomed = startSender(t, url, { name: 'doomed', caFile });
  await receiver.arrived(1);
  await kill(doomed);
  assert.equal((await recordOf(db, id)).worker, 'doomed');

  silent = false;
  assert.equal(await runOutClaims(db, 'doomed'), 1);
  startSender(t, url, { name: 'heir', caFile });
  await eventually(async () => (await recordOf(db, id)).state === 'delivered');
  const { made, attempts } = await recordOf(db, id);
  assert.deepEqual([made.length, attempts], [1, 1]);
  assert.deepEqual(new Set(receiver.received.map(({ body }) => body)).size, 1);
});

test('over many kills every event arrives, and none has more than five attempts recorded', {
  timeout: 300_000,
}, async (t) => {
  const { db, url } = await testDatabase(t);
  const caFile = await trustFile(t);
  let requests = 0;
  const receiver = await startReceiver(
    t,
    (response) => {
      requests += 1;
      // Some answers are slow enough to be cut off, some failed enough to be made again.
      const answer = () => response.writeHead(requests % 3 === 0 ? 500 : 200).end();
      setTimeout(answer, requests % 5);
    },
    { certificate },
  );
  const ids: string[] = [];
  let cutOff = 0;
  for (let cycle = 1; cycle <= 6; cycle += 1) {
    const name = `sender ${cycle}`;
    ids.push(...(await Promise.all(Array.from({ length: 10 }, () => schedule(db, receiver.url)))));
    const arrivedBefore = receiver.received.length;
    const sender = startSender(t, url, { name, caFile });
    await receiver.arrived(arrivedBefore + cycle);
    await kill(sender);
    cutOff += await runOutClaims(db, name);
  }
  assert.ok(cutOff > 0, 'no kill interrupted an attempt: the test shows nothing');
  startSender(t, url, { name: 'last', caFile });
  await eventually(async () => ((await countStates(db))['waiting'] ?? 0) === 0);

  const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  assert.deepEqual([...arrived].sort(), ids.toSorted());
  const [most] = await db.query<{ attempts: number }>({ text: 'select max(number) as attempts from webhook_attempts' });
  assert.ok(most!.attempts <= 5);
  t.diagnostic(`${cutOff} attempts cut off, ${receiver.received.length} requests for ${ids.length} events`);
});
