/** What several processes commit goes side by side: no submit and no claim waits for the commit of another's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnnouncer } from '../../src/db/announcer.ts';
import { listen } from '../../src/db/listener.ts';
import type { Db } from '../../src/db/postgres.ts';
import { openCharger } from '../../src/generations/open-charger.ts';
import { claimGenerations, handBack } from '../../src/generations/queue-store.ts';
import { failGeneration } from '../../src/generations/settle.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createMoney, keptBack, openMoney } from './support/money.ts';
import { hearNotifications } from './support/notifications.ts';

const log = createSilentLog();
const claim = { worker: 'a worker', limit: 1, leaseSeconds: 60 };

test('a claim does not wait for another that has yet to commit, and the clock goes on', async (t) => {
  const { db, engine, submit } = await createMoney(t, { credit: 1_000 });
  await submit([10, 10, 10, 10]);
  const turnOf = async () =>
    Number(
      (await db.query<{ turn: string }>({ text: 'select turn from engine_turns where engine = $1' }, [engine]))[0]!
        .turn,
    );
  const [first] = await claimGenerations(db, engine, claim);
  const before = await turnOf();
  const [held, beside] = await db.transaction(async (tx) => {
    const one = await claimGenerations(tx as unknown as Db, engine, claim);
    const other = await db.transaction(async (second) => {
      await second.query({ text: `set local lock_timeout = '5s'` });
      return claimGenerations(second as unknown as Db, engine, claim);
    });
    return [one[0]!, other[0]!];
  });
  assert.equal(new Set([first!.id, held.id, beside.id]).size, 3);
  const meanwhile = await turnOf();
  assert.ok(meanwhile > before);
  await claimGenerations(db, engine, claim);
  assert.ok((await turnOf()) > meanwhile);
});

test('the commit of a submit notifies nobody; workers are told after it, and once for many', async (t) => {
  const { db, settings } = await testDatabase(t);
  const { engine, submit, prepare } = await openMoney(db, 1_000_000);
  const heard: string[] = [];
  const on = (_channel: string, payload: string) => heard.push(payload);
  const listener = await listen({ settings, channels: ['work'], on, onReconnect: () => {}, log });
  t.after(() => listener.stop());

  assert.equal((await submit(10))[0]!.accepted, true);
  // Notifications come in the order of commits.
  await db.query({ text: `select pg_notify('work', 'nothing else')` });
  await eventually(() => heard.length > 0);
  assert.deepEqual(heard, ['nothing else']);

  const charger = openCharger({ db, connection: settings, log });
  t.after(() => charger.close());
  const [one, late] = prepare([10, 10]);
  assert.deepEqual(await charger.charge(keptBack(late!, 60)), { outcome: 'accepted' });
  assert.deepEqual(await charger.charge(one!), { outcome: 'accepted' });
  await eventually(() => heard.length > 1);
  assert.deepEqual(heard, ['nothing else', engine]);
});

test('the commits of a claim and of an end notify nobody; who follows the log is told after them', async (t) => {
  const { db, died, heard, quiet } = await hearNotifications(t, ['generation_changes', 'webhooks', 'work']);
  const money = await openMoney(db, 1_000_000);

  await money.submit([10, 10]);
  const [one] = await claimGenerations(died, money.engine, claim);
  await quiet(['generation_changes ']);
  assert.equal(await handBack(died, one!, { afterSeconds: 0, trouble: null, with: 'nobody' }), 'handed back');
  await quiet([`work ${money.engine}`]);
  const [again] = await claimGenerations(died, money.engine, claim);
  await quiet(['generation_changes ']);
  const failure = { code: 'API_ERROR', reason: 'It broke.' };
  assert.equal(await failGeneration({ ...money.settling, db: died }, again!, failure), 'settled');
  await quiet(['generation_changes ', 'webhooks ']);

  // By a process that lives.
  const [other] = await claimGenerations(db, money.engine, claim);
  await eventually(() => heard.includes('generation_changes '));
  heard.splice(0);
  await failGeneration(money.settling, other!, failure);
  await eventually(() => heard.includes('generation_changes ') && heard.includes('webhooks '));
});

test('a transaction that is rolled back tells nobody', async (t) => {
  const { db, settings } = await testDatabase(t);
  const heard: string[] = [];
  const on = (_channel: string, payload: string) => heard.push(payload);
  const listener = await listen({ settings, channels: ['work'], on, onReconnect: () => {}, log });
  t.after(() => listener.stop());
  const fault = db.transaction(async (tx) => {
    tx.tell('work', 'undone');
    throw new Error('no');
  });
  await assert.rejects(fault, /no/);
  await db.transaction(async (tx) => tx.tell('work', 'done'));
  await eventually(() => heard.length > 0);
  assert.deepEqual(heard, ['done']);
});

test('what is told again and again before it is out is told once, and all that was told is', async (t) => {
  const { db, settings } = await testDatabase(t);
  const heard: string[] = [];
  const on = (channel: string, payload: string) => heard.push(`${channel} ${payload}`);
  const listener = await listen({ settings, channels: ['work', 'webhooks'], on, onReconnect: () => {}, log });
  t.after(() => listener.stop());
  const announcer = createAnnouncer(db, { log, pauseMilliseconds: 20 });
  announcer.tell('work', 'first');
  for (let time = 0; time < 100; time += 1) announcer.tell('work', 'again');
  announcer.tell('webhooks', '');
  await announcer.stop();
  await eventually(() => heard.length >= 3);
  assert.deepEqual(heard.toSorted(), ['webhooks ', 'work again', 'work first']);
});
