/** Sweeps come to an end of what there is to do, and one case that cannot be done keeps no other waiting. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { sweepGenerations } from '../../src/generations/sweep.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { sweepExpiredMedia } from '../../src/media/keep-files.ts';
import type { MediaStores } from '../../src/media/media-store.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { every } from '../../src/queue/every.ts';
import { createMoney } from '../invariants/support/money.ts';

test('an overdue generation that cannot be failed does not keep the refunds of the others', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  await money.submit(100, { limitSeconds: 0, family: 'gamma' });
  await money.submit([100, 100], { limitSeconds: 0 });
  // As after going back to a version that does not know the family.
  const known = new Map(families.filter(({ slug }) => slug !== 'gamma').map((family) => [family.slug, family]));
  await assert.rejects(sweepGenerations({ ...money.settling, families: known }), AggregateError);
  assert.equal(await money.balance(), 900);
});

test('a file that cannot be removed does not keep the others on the disk', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const keyOf = async () => (await money.output()).output.id;
  const stuck = await keyOf();
  const others = [await keyOf(), await keyOf()];
  await money.db.query({ text: 'update media_objects set expires_at = now()' });
  const removed: string[] = [];
  const folder = {
    async remove(key: string) {
      if (key === stuck) throw new Error('the disk says no');
      removed.push(key);
    },
  };
  const stores = { at: () => folder } as unknown as MediaStores;
  await assert.rejects(sweepExpiredMedia({ db: money.db, stores }), AggregateError);
  assert.deepEqual(removed.sort(), others.sort());
  const left = await money.db.query({ text: 'select store_key from media_objects where removed_at is null' });
  assert.deepEqual(left, [{ store_key: stuck }]);
});

for (const many of [1, 150]) {
  test(`${many} files in a bucket that this process has no key for keep no other on the disk`, async (t) => {
    const money = await createMoney(t, { credit: 1_000 });
    const file = (await money.output()).output.id;
    const folder = await mkdtemp(join(tmpdir(), 'afterimage-sweep-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const stores = await openMediaStores({ folder });
    t.after(() => stores.close());
    await money.db.query({ text: 'update media_objects set expires_at = now()' });
    const text = `insert into media_objects (id, account_id, purpose, store_key, content_type, bytes, file_name, kept_for,
        expires_at, store)
      select gen_random_uuid(), account_id, 'input', 'a/' || n, 'image/png', 5, 'a.png', '7 days', now() - interval '1 day',
        's3://gone/media'
      from media_objects cross join generate_series(1, $1::integer) n`;
    await money.db.query({ text }, [many]);
    await assert.rejects(sweepExpiredMedia({ db: money.db, stores }), AggregateError);
    const removed = await money.db.query({ text: 'select store_key from media_objects where removed_at is not null' });
    assert.deepEqual(removed, [{ store_key: file }]);
  });
}

test('a sweep that leaves work over is not put off until the next pause', async () => {
  const done = Promise.withResolvers<void>();
  let rounds = 0;
  const sweep = every(
    3_600,
    async () => {
      rounds += 1;
      if (rounds < 5) return 'more';
      done.resolve();
      return 'done';
    },
    { name: 'test', log: createSilentLog() },
  );
  await done.promise;
  await sweep.stop();
  assert.equal(rounds, 5);
});
