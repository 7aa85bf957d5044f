/** A process never has more connections to its database than it may, however much is asked of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsLeast, shareConnections } from '../../src/config/connection-shares.ts';
import { startTestService } from '../support/service.ts';

test('shares add up to what there is, and nobody goes without', () => {
  for (let connections = connectionsLeast; connections <= 200; connections += 1) {
    const { requests, work, dashboard } = shareConnections(connections);
    assert.ok(requests >= 2 && work >= 2 && dashboard >= 1);
    assert.ok(requests + work + dashboard < connections);
  }
});

test('submits, polls, lists and generations at once stay within AFTERIMAGE_DATABASE_CONNECTIONS', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_DATABASE_CONNECTIONS: String(connectionsLeast) } });
  const { live } = await service.account();
  const counted = {
    text: `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like 'afterimage%'`,
  };
  const most: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const asked = Array.from({ length: 30 }, () => [
      live.submit('/v1/delta/generate', { prompt: 'a fox' }),
      live.get('/v1/generations'),
      live.get('/v1/data/balance'),
      live.get('/api/generations'),
    ]).flat();
    most.push((await service.db.query<{ count: number }>(counted))[0]!.count);
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
    most.push((await service.db.query<{ count: number }>(counted))[0]!.count);
  }
  assert.ok(Math.max(...most) <= connectionsLeast, `${most}`);
});
