/** Looking at an account again and again: whatever fails on the way, every change is told, and told once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import type { Db } from '../../src/db/postgres.ts';
import { createViews } from '../../src/generations/views.ts';
import { createAccountWatch } from '../../src/http/api/events/account-watch.ts';
import { startTestService } from '../support/service.ts';

/** Every seventh statement is lost. */
function unreliable(db: Db): Db {
  let statements = 0;
  return {
    ...db,
    query(statement, values) {
      statements += 1;
      return statements % 7 === 0 ? Promise.reject(new Error('the line broke')) : db.query(statement, values);
    },
  };
}

test('a look that fails loses nothing', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox, sandboxId } = await service.account();
  const links = { publicUrl: service.url, secret: Buffer.alloc(32), linkHours: 1 };
  const now = () => new Date();
  const watch = createAccountWatch(
    {
      reads: unreliable(service.db),
      families: new Map(families.map((family) => [family.slug, family])),
      engines: () => ['studio', 'sandbox'],
      views: createViews({ publicUrl: links.publicUrl, linkSecret: links.secret, linkHours: 1, now }),
      links,
      now,
    },
    sandboxId,
  );
  const told: { event: string; data: Record<string, unknown> }[] = [];
  let failures = 0;
  const lookAll = async () => {
    for (let look = 0; look < 12; look += 1) {
      try {
        told.push(...((await watch.look()) as typeof told));
      } catch {
        failures += 1;
      }
    }
  };
  await lookAll();
  const { body } = await sandbox.submit('/v1/beta/generate', {
    prompt: 'a fox',
    duration: 10,
    callback_url: 'https://a.example/',
  });
  const id = body['generation_id'];
  await lookAll();
  const fail = `update generations set status = 'failed', failure_code = 'X', failure_reason = 'x', finished_at = now(),
    turn = null where id = $1`;
  await service.db.query({ text: fail }, [id]);
  const deliver = `insert into webhook_deliveries (account_id, event, generation_id, url, host, payload, next_attempt_at)
    values ($1, 'generation.ended', $2, 'https://a.example/', 'a.example', '{}', now() + interval '1 hour')`;
  await service.db.query({ text: deliver }, [sandboxId, id]);
  await lookAll();
  assert.ok(failures > 10, `${failures} looks failed`);
  const statuses = told.filter(({ event }) => event === 'generation').map(({ data }) => [data['id'], data['status']]);
  assert.deepEqual(statuses, [
    [id, 'pending'],
    [id, 'failed'],
  ]);
  const deliveries = told.filter(({ event }) => event === 'delivery').map(({ data }) => data['generation_id']);
  assert.deepEqual(deliveries, [id]);
  const balances = told.filter(({ event }) => event === 'balance').map(({ data }) => data['balance']);
  assert.deepEqual(balances, ['1000.0000', '999.8500']);
});
