/** A poll is never behind what was committed before it, whichever process committed it, and however often it asked before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Family, families } from '@afterimage/contract';
import type { Db } from '../../src/db/postgres.ts';
import { deleteFiles } from '../../src/generations/delete-files.ts';
import { findDetail } from '../../src/generations/overview-store.ts';
import { withQueuePositions } from '../../src/generations/queue-positions.ts';
import { claimGenerations, renewLeases } from '../../src/generations/queue-store.ts';
import { createRecords } from '../../src/generations/records.ts';
import { completeGeneration } from '../../src/generations/settle.ts';
import { findGenerations } from '../../src/generations/store.ts';
import { dropObjects } from '../../src/media/objects-store.ts';
import { createMoney } from './support/money.ts';

const familyOf = (slug: string): Family => families.find((family) => family.slug === slug)!;

test('each change shows in the next poll of every process, and to nobody else', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const { db, engine, accountId } = money;
  const { views } = money.settling;
  const processes = [0, 1].map(() => createRecords({ db, views, now: () => new Date() }));
  const [{ id } = { id: '' }] = await money.submit(1, { family: 'beta' });
  const who = { accountId, family: familyOf('beta') };

  async function expect(status: string, rest: Record<string, unknown> = {}): Promise<void> {
    // Twice each: the second time it is known, and what is known must be looked after.
    for (const records of [...processes, ...processes]) {
      const record = JSON.parse((await records.find(who, id))!);
      assert.equal(record.status, status);
      for (const [name, value] of Object.entries(rest)) assert.equal(record[name], value, `${name} when ${status}`);
      assert.equal(await records.find({ ...who, accountId: '0199a4a0-1111-7000-8000-000000000000' }, id), undefined);
      assert.equal(await records.find({ ...who, family: familyOf('delta') }, id), undefined);
    }
  }

  await expect('pending', { progress_pos_in_queue: 1 });
  const [claim] = await claimGenerations(db, engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
  await expect('processing');
  for (const percent of [10, 60]) {
    await renewLeases(db, [{ ...claim!, progress: percent }], 600);
    await expect('processing', { progress_pct: percent });
  }
  assert.equal(await completeGeneration(money.settling, claim!, { stored: await money.output() }), 'settled');
  await expect('completed');
});

test('once its files are deleted a record gives no link, ten seconds later in every process', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const { db, engine, accountId } = money;
  let now = new Date();
  const processes = [0, 1].map(() => createRecords({ db, views: money.settling.views, now: () => now }));
  const [{ id } = { id: '' }] = await money.submit(1, { family: 'delta' });
  const [claim] = await claimGenerations(db, engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
  const stored = await money.output();
  await completeGeneration(money.settling, claim!, { stored });
  const links = async () => {
    const found = await Promise.all(
      processes.map((records) => records.find({ accountId, family: familyOf('delta') }, id)),
    );
    return found.map((json) => JSON.parse(json!).result_image_url as string | null);
  };
  for (const link of await links()) assert.match(link!, /^http/);
  await dropObjects(db, [stored.output.id]);
  now = new Date(now.getTime() + 10_001);
  assert.deepEqual(await links(), [null, null]);
});

test('what was read before it was to be forgotten is not told after', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const { db, engine, accountId } = money;
  const [{ id } = { id: '' }] = await money.submit(1, { family: 'delta' });
  const [claim] = await claimGenerations(db, engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
  const stored = await money.output();
  await completeGeneration(money.settling, claim!, { stored });
  const droppedMeanwhile: Db = {
    ...db,
    async query<Row>(statement: Parameters<Db['query']>[0], values?: unknown[]) {
      const rows = await db.query<Row>(statement, values);
      await dropObjects(db, [stored.output.id]);
      records.forgetAccount(accountId);
      return rows;
    },
  };
  const records = createRecords({ db: droppedMeanwhile, views: money.settling.views, now: () => new Date() });
  const link = async () =>
    JSON.parse((await records.find({ accountId, family: familyOf('delta') }, id))!).result_image_url;
  assert.match(await link(), /^http/);
  assert.ok(records.hasEnded(id), 'whoever waits for its end need not');
  assert.equal(await link(), null);
});

test('what others delete meanwhile, or delete again, keeps nobody else from telling without asking', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const { db, engine, accountId } = money;
  const made = await money.submit([1, 1], { family: 'delta' });
  const [own, others] = made.map(({ id }) => id) as [string, string];
  for (const claim of await claimGenerations(db, engine, { worker: 'w', limit: 2, leaseSeconds: 600 }))
    await completeGeneration(money.settling, claim, { stored: await money.output() });
  let reads = 0;
  const told: string[] = [];
  const loud: Db = {
    ...db,
    async query<Row>(statement: Parameters<Db['query']>[0], values?: unknown[]) {
      const rows = await db.query<Row>(statement, values);
      reads += 1;
      records.forget(others);
      records.forgetAccount('0199a4a0-1111-7000-8000-000000000000');
      return rows;
    },
    transaction: (work) =>
      db.transaction((tx) => work({ ...tx, tell: (channel, payload) => void told.push(`${channel} ${payload}`) })),
  };
  const records = createRecords({ db: loud, views: money.settling.views, now: () => new Date() });
  const look = () => records.find({ accountId, family: familyOf('delta') }, own);
  assert.equal(await look(), await look());
  assert.equal(reads, 1);
  for (let times = 0; times < 3; times += 1)
    await deleteFiles({ db: loud, records }, (await findDetail(db, accountId, own))!);
  assert.deepEqual(told, [`deleted_files ${own}`]);
  assert.equal(JSON.parse((await look())!).result_image_url, null);
});

test('one that is taken while it is read shows as processing, not as waiting without a position', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const { db, engine, accountId } = money;
  const [{ id } = { id: '' }] = await money.submit(1, { family: 'beta' });
  const takenMeanwhile: Db = {
    ...db,
    async query(statement, values) {
      if (statement.name === 'queue_positions')
        await claimGenerations(db, engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
      return db.query(statement, values);
    },
  };
  const seen = await withQueuePositions(takenMeanwhile, await findGenerations(db, [id]));
  assert.deepEqual(
    seen.map(({ row, position }) => [row.status, position]),
    [['processing', null]],
  );
  const [again] = await money.submit(1, { family: 'beta' });
  const records = createRecords({ db: takenMeanwhile, views: money.settling.views, now: () => new Date() });
  const record = JSON.parse((await records.find({ accountId, family: familyOf('beta') }, again!.id))!);
  assert.deepEqual([record.status, record.progress_pos_in_queue], ['processing', null]);
});
