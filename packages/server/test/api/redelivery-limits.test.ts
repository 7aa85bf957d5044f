/** Sending again costs nothing, so it is limited: by account, by delivery, and all at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendTest } from '../../src/webhooks/redeliver.ts';
import type { Answer } from '../support/ask.ts';
import { startTestService } from '../support/service.ts';

const url = 'https://hooks.example.com/in';

function assertLimited(answer: Answer): void {
  assert.equal(answer.status, 429);
  assert.equal(answer.body['code'], 'RATE_LIMITED');
  assert.ok(Number(answer.headers['retry-after']) > 0);
}

test('a delivery is sent again three times a minute, those of an account and its twin thirty times', async (t) => {
  // Nobody sends: what is counted is what was asked for.
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const [eager, other] = [await service.account(), await service.account()];
  const again = async (caller: typeof eager.live, accountId: string, id?: string) => {
    const delivery = id ?? (await sendTest(service.db, { accountId, url }));
    return caller.ask('POST', `/api/deliveries/${delivery}/redeliver`);
  };
  const one = await sendTest(service.db, { accountId: eager.id, url });
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await again(eager.live, eager.id, one)).status, 200);
  assertLimited(await again(eager.live, eager.id, one));

  for (let sent = 3; sent < 30; sent += 1) {
    const [caller, accountId] = sent % 2 === 0 ? [eager.live, eager.id] : [eager.sandbox, eager.sandboxId];
    assert.equal((await again(caller, accountId)).status, 200, `number ${sent + 1}`);
  }
  assertLimited(await again(eager.live, eager.id));
  assertLimited(await again(eager.sandbox, eager.sandboxId));
  assert.equal((await again(other.live, other.id)).status, 200);
  assert.equal((await again(eager.live, eager.id, other.id)).status, 404);
});

test('all that failed are sent again twice a minute', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const [eager, other] = [await service.account(), await service.account()];
  const all = (caller: typeof eager.live) => caller.ask('POST', '/api/deliveries/redeliver-failed');
  assert.equal((await all(eager.live)).status, 200);
  assert.equal((await all(eager.sandbox)).status, 200);
  assertLimited(await all(eager.live));
  assert.equal((await all(other.live)).status, 200);
});
