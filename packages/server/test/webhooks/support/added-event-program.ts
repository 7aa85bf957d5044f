/** Runs in a copy of the checkout to which `generation.made` and `generation.lost` were added: `node added-event-program.ts <database url>`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { signInAsOwner } from '../../support/people.ts';
import { answering, startReceiver, trustedAuthority } from '../../support/receiver.ts';
import { loopback, openTestService, testSettings } from '../../support/service.ts';

const [url = ''] = process.argv.slice(2);

test('what is made tells of the one, too, what fails of the other, each shown by its name', async (t) => {
  const db = openDb({ url }, { applicationName: 'additions', log: createSilentLog() });
  t.after(() => db.close());
  const certificate = trustedAuthority().issue(['127.0.0.1']);
  const receiver = await startReceiver(t, answering(204), { certificate });
  const settings = await testSettings(t, { env: { DATABASE_URL: url, AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const service = await openTestService(t, { db, settings, families });
  const account = await service.account();
  const submit = async (prompt: string) => {
    const body = { prompt, callback_url: receiver.url };
    const answer = await account.sandbox.submit('/v1/delta/generate', body);
    const id = String(answer.body['task_uuid']);
    await service.ended(id);
    return id;
  };
  const made = await submit('a red fox');
  const failed = await submit('a red fox [[fail API_ERROR]]');
  await receiver.arrived(4);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  assert.deepEqual(
    new Set(bodies.flatMap((body) => ('made' in body || 'lost' in body ? [JSON.stringify(body)] : []))),
    new Set([JSON.stringify({ made }), JSON.stringify({ lost: failed })]),
  );
  assert.deepEqual(
    new Set(bodies.flatMap((body) => ('task_uuid' in body ? [body['task_uuid']] : []))),
    new Set([made, failed]),
  );

  const owner = await signInAsOwner(service, account);
  const { body } = await owner.get('/api/deliveries?mode=sandbox');
  const shown = (body['items'] as { event: string; generation_id: string }[]).map((one) => [
    one.generation_id,
    one.event,
  ]);
  assert.deepEqual(
    new Set(shown.map((one) => one.join(' '))),
    new Set([
      `${made} generation.completed`,
      `${made} generation.made`,
      `${failed} generation.failed`,
      `${failed} generation.lost`,
    ]),
  );
});
