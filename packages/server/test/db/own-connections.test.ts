/** Requests and work do not wait for each other's database connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('a lease is renewed while every connection for requests is taken', async (t) => {
  // As many as a service has: with the few of a test, sweeps that wait for the table could hold all those of the work.
  const service = await startTestService(t, { env: { AFTERIMAGE_DATABASE_CONNECTIONS: '24' } });
  const { sandbox } = await service.account();
  const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[slow 300]]' });
  const id = body['task_uuid'] as string;
  await service.reached(id, 'processing');
  const leaseOf = async () => {
    const text = 'select lease_until from generations where id = $1';
    return (await service.db.query<{ lease_until: Date }>({ text }, [id]))[0]!.lease_until;
  };

  const locked = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const locking = service.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table accounts in access exclusive mode' });
    locked.resolve();
    await enough.promise;
  });
  // The key is known for a moment, so each of these goes on to ask for the balance, and waits with a connection in hand.
  await sandbox.get('/v1/delta/generations/none');
  await locked.promise;
  const calls = Array.from({ length: 40 }, () => sandbox.get('/v1/data/balance'));
  const before = await leaseOf();
  await eventually(async () => ((await leaseOf()) > before ? true : undefined)).finally(() => enough.resolve());
  await locking;
  const answers = await Promise.all(calls);
  assert.ok(answers.every(({ status }) => status === 200));
});
