/** Looking at an account again and again: whatever fails on the way, every change is told, and told once. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { createFeed } from '../../src/changes/feed.ts';
import type { Db } from '../../src/db/postgres.ts';
import { createViews } from '../../src/generations/views.ts';
import { createAccountWatch } from '../../src/http/api/events/account-watch.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';

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

interface Told {
  event: string;
  data: Record<string, unknown>;
}

function watchOf(
  t: TestContext,
  { url, db }: TestService,
  { accountId, reads = db, engines }: { accountId: string; reads?: Db; engines: readonly string[] },
) {
  const links = { publicUrl: url, secret: Buffer.alloc(32), linkHours: 1 };
  const now = () => new Date();
  const feed = createFeed({ db, log: createSilentLog() });
  const views = createViews({ publicUrl: links.publicUrl, linkSecret: links.secret, linkHours: 1, now });
  const bySlug = new Map(families.map((family) => [family.slug, family]));
  const services = { reads, feed, families: bySlug, engines: () => engines, views, links, now };
  const watch = createAccountWatch(services, accountId);
  t.after(() => {
    watch.leave();
    feed.stop();
  });
  return watch;
}

const fail = `update generations set status = 'failed', failure_code = 'X', failure_reason = 'x', finished_at = now(),
  turn = null where id = $1`;

test('the end of a generation that no look has in sight is told, by the log', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox, sandboxId } = await service.account();
  const { body } = await sandbox.submit('/v1/beta/generate', { prompt: 'a fox', duration: 10 });
  const id = body['generation_id'];
  // As if it had been submitted long ago and waited behind all that is looked at.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  const watch = watchOf(t, service, { accountId: sandboxId, engines: [] });
  const ofGenerations = async () => ((await watch.look()) as Told[]).filter(({ event }) => event === 'generation');
  assert.deepEqual(await ofGenerations(), []);
  await service.db.query({ text: fail }, [id]);
  const [told] = await eventually(async () => {
    const found = await ofGenerations();
    return found.length > 0 && found;
  });
  assert.deepEqual([told!.data['id'], told!.data['status']], [id, 'failed']);
});

test('a look that fails loses nothing', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox, sandboxId } = await service.account();
  const reads = unreliable(service.db);
  const watch = watchOf(t, service, { accountId: sandboxId, reads, engines: ['studio', 'sandbox'] });
  const told: Told[] = [];
  let failures = 0;
  const lookAll = async () => {
    for (let look = 0; look < 12; look += 1) {
      try {
        told.push(...((await watch.look()) as Told[]));
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
