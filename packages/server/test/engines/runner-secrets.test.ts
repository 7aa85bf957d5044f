/** A key of an engine is shown to that engine and to nobody else: not in rows, records, metrics or answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEngines } from '../../src/engines/engines-store.ts';
import { boxEntry, openBox, openRunner } from './support/runner-bench.ts';
import { mgeKey } from './vendors/mge.ts';

test('an engine that repeats its key in errors and results tells nobody', async (t) => {
  const [first, second] = [await openBox(t), await openBox(t)];
  const engines = { first: boxEntry(first), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'first' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const { service, account } = bench;
  first.replies.push({ status: 401, json: { error: { code: 'auth', message: `wrong key ${mgeKey}` } } });
  second.script = [{ at: 'failed', code: 'declined', message: `not with ${mgeKey}` }];
  const id = await bench.submit();
  assert.equal(await service.ended(id), 'failed');
  const rows = await Promise.all(
    ['generation_attempts', 'engines', 'generations', 'webhook_deliveries'].map((table) =>
      service.db.query({ text: `select to_jsonb(t) as row from ${table} t` }),
    ),
  );
  const record = await account.live.get(`/v1/delta/generations/${id}`);
  const metrics = await service.ask('GET', '/metrics');
  const seen = JSON.stringify([
    rows,
    record.body,
    record.headers,
    String(metrics.bytes),
    await listEngines(service.db),
  ]);
  assert.ok(seen.includes('***'), 'what was hidden was there');
  assert.ok(!seen.includes(mgeKey));
  // What a vendor says is the operator's to read, never the caller's.
  assert.ok(!JSON.stringify(record.body).includes('not with'));
  assert.ok([...first.paid, ...second.paid].every(({ headers }) => headers.authorization === `Bearer ${mgeKey}`));
});
