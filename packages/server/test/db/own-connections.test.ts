/** Requests and work do not wait for each other's database connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareConnections } from '../../src/config/connection-shares.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('a lease is renewed while every connection for requests is taken', async (t) => {
  // As many as a service has.
  const connections = 24;
  const { requests } = shareConnections(connections);
  const service = await startTestService(t, { env: { AFTERIMAGE_DATABASE_CONNECTIONS: String(connections) } });
  const { sandbox } = await service.account();
  const submit = async (prompt: string) => {
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt });
    return String(body['task_uuid']);
  };
  const id = await submit('a fox [[slow 300]]');
  await service.reached(id, 'processing');
  const leaseOf = async () => {
    const text = 'select lease_until from generations where id = $1';
    return (await service.db.query<{ lease_until: Date }>({ text }, [id]))[0]!.lease_until;
  };

  const queued = await submit('a fox [[queue 3600]]');
  const locked = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const locking = service.db.transaction(async (tx) => {
    await tx.query({ text: 'select from generations where id = $1 for update' }, [queued]);
    locked.resolve();
    await enough.promise;
  });
  await locked.promise;
  // Each waits for that row with a connection in hand.
  const path = `/v1/delta/generations/${queued}?finished=keep`;
  const calls = Array.from({ length: 40 }, () => sandbox.ask('DELETE', path));
  const waiting = {
    text: `select from pg_stat_activity
      where datname = current_database() and application_name = 'afterimage' and wait_event_type = 'Lock'`,
  };
  const renewed = async () => {
    await eventually(async () => (await service.db.query(waiting)).length === requests);
    const before = await leaseOf();
    await eventually(async () => (await leaseOf()) > before);
  };
  await renewed().finally(() => enough.resolve());
  await locking;
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.ok(statuses.filter((status) => status === 200).length >= requests, statuses.join());
  // Whoever has waited five seconds for a connection is told so.
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 503),
    [],
  );
});
