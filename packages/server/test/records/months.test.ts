/** Months of generations: made before they come, each with all that hangs on it, alike, and open no longer than needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { keepMonths } from '../../src/records/months-store.ts';
import { accountIn, generationIn } from '../ledger/support/rows.ts';
import { testDatabase } from '../support/database.ts';
import { addMonths, dayMilliseconds, deliveryIn, monthsOf, startOf, wholeGenerationIn } from './support/months.ts';

const tables = ['generations', 'generation_attempts', 'webhook_deliveries', 'webhook_attempts'];

const make = async (db: Db, now: Date) =>
  (await db.query<{ made: boolean }>({ text: 'select make_months($1) as made' }, [now]))[0]!.made;

test('a month begins a week before it comes, once, at the end of a year too, and they follow each other without a gap', async (t) => {
  const { db } = await testDatabase(t);
  const next = (await monthsOf(db)).at(-1)!;
  assert.equal(await make(db, new Date(startOf(next).getTime() - 7 * dayMilliseconds - 1)), false);
  assert.equal(await make(db, new Date(startOf(next).getTime() - 7 * dayMilliseconds)), true);
  assert.equal(await make(db, new Date(startOf(next).getTime() - 7 * dayMilliseconds)), false);
  const months = await addMonths(db, 13);
  assert.equal(months.length, 17);
  for (const [index, month] of months.entries()) {
    if (index > 1) assert.deepEqual(startOf(month), startOf(months[index - 1]!, 1));
  }
  for (const table of tables) {
    assert.deepEqual(await monthsOf(db, table), months);
    const bounds = await db.query<{ low: string | null; high: string | null; name: string }>({
      text: `select relname as name, (regexp_match(pg_get_expr(relpartbound, oid), 'FROM \\(''?([^'')]+)'))[1] as low,
          (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''?([^'')]+)'))[1] as high
        from pg_class join pg_inherits on inhrelid = oid where inhparent = '${table}'::regclass order by relname`,
    });
    assert.deepEqual([bounds[0]!.low, bounds.at(-1)!.high], ['MINVALUE', 'MAXVALUE']);
    for (const [index, { low }] of bounds.entries()) if (index > 0) assert.equal(low, bounds[index - 1]!.high);
  }
});

test('who was away for months gets them as one, and rows from later on keep a month from being made', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 10_000);
  const last = (await monthsOf(db)).at(-1);
  await generationIn(db, account, 'completed', startOf(last!, 2));
  assert.equal(await make(db, startOf(last!)), false);
  assert.equal(await make(db, startOf(last!, 3)), true);
  assert.deepEqual(startOf((await monthsOf(db)).at(-1)!), startOf(last!, 4));
});

test('the month that is open at its end is the one after the next, so that it is told its end while it is empty', async (t) => {
  const { db } = await testDatabase(t);
  const last = (await monthsOf(db)).at(-1)!;
  assert.ok(startOf(last).getTime() > Date.now() + 35 * dayMilliseconds, last);
  await keepMonths(db);
  assert.equal((await monthsOf(db)).at(-1), last);
  // As long after the last one was made as a month may be.
  await db.query({ text: `drop table ${tables.map((table) => `${table}_${last}`).join()}` });
  await keepMonths(db);
  assert.equal((await monthsOf(db)).at(-1), last);
});

test('a generation lies in its month, and so does what hangs on it', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 10_000);
  const months = await addMonths(db, 3);
  for (const month of months.slice(1)) {
    await wholeGenerationIn(db, account, startOf(month));
    await wholeGenerationIn(db, account, new Date(startOf(month, 1).getTime() - 1));
  }
  for (const table of tables) {
    const counted = await db.query({
      text: `select right(tableoid::regclass::text, 7) as month, count(*) from ${table} group by 1 order by 1`,
    });
    assert.deepEqual(
      counted,
      months.slice(1).map((month) => ({ month, count: 2 })),
      table,
    );
  }
});

test('a month is made like the first: columns, indexes, triggers, rules and settings', async (t) => {
  const { db } = await testDatabase(t);
  const [first, last] = await monthsOf(db);
  for (const table of tables) {
    const looks = (month: string) =>
      db.query({
        text: `select reloptions::text as options,
            array(select pg_get_indexdef(indexrelid) ~ 'UNIQUE' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '')
              from pg_index where indrelid = c.oid order by 1) as indexes,
            array(select replace(pg_get_triggerdef(t.oid), c.relname, '') from pg_trigger t
              where tgrelid = c.oid and not tgisinternal order by 1) as triggers,
            array(select pg_get_constraintdef(k.oid) from pg_constraint k
              where conrelid = c.oid and contype in ('c', 'n') order by 1) as rules,
            array(select attname || attnum || coalesce(attstattarget, -1) from pg_attribute
              where attrelid = c.oid and attnum > 0 order by attnum) as columns
          from pg_class c where relname = '${table}_${month}'`,
      });
    const [firsts] = await looks(first!);
    // The order in which options were set does not matter.
    const sorted = (row: unknown) => {
      const { options, ...rest } = row as { options: string };
      return {
        ...rest,
        options: options
          .replace('{', '')
          .replace('}', '')

          .split(',')
          .filter(Boolean)
          .sort(),
      };
    };
    assert.deepEqual(sorted((await looks(last!))[0]), sorted(firsts), table);
  }
});

test('no view and no function is bound to a month', async (t) => {
  const { db } = await testDatabase(t);
  const bound = await db.query({
    text: `select distinct c.relname, d.classid::regclass::text, d.objid from pg_class c join pg_depend d
        on d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid or d.refclassid = 'pg_type'::regclass and d.refobjid = c.reltype
      where c.relispartition and d.classid in ('pg_proc'::regclass, 'pg_rewrite'::regclass)`,
  });
  assert.deepEqual(bound, []);
});

test('of one event of a generation there is one delivery', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 10_000);
  const at = new Date();
  const generationId = await wholeGenerationIn(db, account, at);
  await assert.rejects(deliveryIn(db, account, { at, generationId }), { code: '23505' });
});

test('a month in which nothing waits is sealed a week after its end; what looks for work does not look there', async (t) => {
  const { db } = await testDatabase(t);
  const account = await accountIn(db, 10_000);
  const months = await addMonths(db, 3);
  const [first, second, third] = months;
  const waiting = await generationIn(db, account, 'pending', startOf(second!));
  await generationIn(db, account, 'completed', startOf(second!));
  const seal = async (now: Date) => {
    while ((await db.query<{ done: boolean }>({ text: 'select seal_months($1) as done' }, [now]))[0]!.done);
  };
  const open = async () => {
    const plan = await db.query<{ 'QUERY PLAN': string }>({
      text: `explain select id from generations where turn is not null and engine = 'studio' union all
        select id from generations where lease_until < clock_timestamp() union all
        select id from generations where finished_at is null and turn is null union all
        select id from generations where ready_at is not null`,
    });
    const named = plan.map((line) => /on generations_(\d{4}_\d\d)/.exec(line['QUERY PLAN'])?.[1]);
    return [...new Set(named.filter((month) => month !== undefined))].sort();
  };
  await seal(startOf(second!, 0));
  assert.deepEqual(await open(), months);
  const aWeekAfterTheSecond = new Date(startOf(third!).getTime() + 8 * dayMilliseconds);
  await seal(aWeekAfterTheSecond);
  assert.deepEqual(
    await open(),
    months.filter((month) => month !== first),
  );
  await db.query(
    { text: `update generations set status = 'failed', failure_code = 'TIMEOUT', finished_at = now() where id = $1` },
    [waiting],
  );
  await seal(aWeekAfterTheSecond);
  assert.deepEqual(await open(), months.slice(2));
});
