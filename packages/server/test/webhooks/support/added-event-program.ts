/** Runs in a copy of the checkout to which `generation.admired` was added: `node added-event-program.ts <database url>`. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { createDeliveryLoop } from '../../../src/webhooks/deliver.ts';
import type { EventName } from '../../../src/webhooks/events.ts';
import { scheduleEvent } from '../../../src/webhooks/schedule.ts';
import { eventually } from '../../support/eventually.ts';
import { signInAsOwner } from '../../support/people.ts';
import { answering, startReceiver, trustedAuthority } from '../../support/receiver.ts';
import { openTestService, testSettings } from '../../support/service.ts';
import { accountId, countStates, createSender, scheduleEnd } from './harness.ts';

const [url = ''] = process.argv.slice(2);
const log = createSilentLog();
/** Not in the table of the checkout that this was copied from. */
const added = 'generation.admired' as EventName & 'test';

test('the new event is delivered beside the end of its generation, and a generation tells of each once', async (t) => {
  const db = openDb({ url }, { applicationName: 'additions', log });
  t.after(() => db.close());
  const certificate = trustedAuthority().issue(['127.0.0.1']);
  const receiver = await startReceiver(t, answering(204), { certificate });
  const generationId = randomUUID();
  const admired = { accountId, generationId, url: receiver.url, by: 'Ada' };
  const admire = () => db.transaction((tx) => scheduleEvent(tx, added, admired));
  await scheduleEnd(db, receiver.url, { generationId });
  await admire();
  await assert.rejects(admire(), /duplicate key/);

  const loop = createDeliveryLoop({ ...createSender(db), log });
  t.after(() => loop.stop());
  await eventually(async () => (await countStates(db))['delivered'] === 2);
  const bodies = receiver.received.map(({ body }) => JSON.parse(String(body)));
  const ended = { generation_id: generationId, status: 'completed' };
  assert.deepEqual(
    new Set(bodies.map((body) => JSON.stringify(body))),
    new Set([ended, { admired: generationId, by: 'Ada' }].map((body) => JSON.stringify(body))),
  );
});

test('the new event is shown by its own name', async (t) => {
  const db = openDb({ url }, { applicationName: 'shown', log });
  t.after(() => db.close());
  const settings = await testSettings(t, { env: { DATABASE_URL: url, AFTERIMAGE_ROLES: 'api' } });
  const service = await openTestService(t, { db, settings, families });
  const account = await service.account();
  const admired = { accountId: account.id, generationId: randomUUID(), url: 'https://a.test/', by: 'Ada' };
  await db.transaction((tx) => scheduleEvent(tx, added, admired));
  await db.transaction((tx) => scheduleEvent(tx, 'test', admired));

  const owner = await signInAsOwner(service, account);
  const { body } = await owner.get('/api/deliveries');
  const items = body['items'] as { id: string; event: string }[];
  assert.deepEqual(
    items.map(({ event }) => event),
    ['test', added],
  );
  const one = await owner.get(`/api/deliveries/${items[1]!.id}`);
  assert.equal(one.body['event'], added);
});
