/** Images that do not come: they hold up their own generation, and nobody else's. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { boxEntry, openBox, openRunner } from '../engines/support/runner-bench.ts';
import { eventually } from '../support/eventually.ts';
import { picture } from '../support/outside-world.ts';
import { type Caller, loopback, startTestService } from '../support/service.ts';
import { quickTimings } from '../support/timings.ts';

/** Accepts every request, and answers when it is told to. */
async function startHangingServer(t: TestContext) {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => void responses.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`, responses };
}

async function submitted(caller: Caller, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await caller.submit('/v1/delta/generate', { prompt: 'a fox', ...body });
  assert.equal(answer.status, 200, answer.bytes.toString());
  return String(answer.body['task_uuid']);
}

test('four images that hang do not keep two render slots from another account, and are drawn when they come', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback },
    file: { concurrency: 2 },
  });
  const hanging = await startHangingServer(t);
  const unlucky = await service.account();
  const other = await service.account();
  const late: string[] = [];
  for (let i = 0; i < 4; i += 1) late.push(await submitted(unlucky.live, { images: [hanging.url] }));
  await eventually(async () => hanging.responses.length >= 2 || undefined);

  const prompt = await submitted(other.live);
  assert.equal(await service.ended(prompt), 'completed');
  // An image has 30 s to come, and none has been given up: the other account waited for none of them.
  const text = 'select count(*)::integer as waiting from generations where id = any ($1) and finished_at is null';
  assert.deepEqual(await service.db.query({ text }, [late]), [{ waiting: 4 }]);

  await eventually(async () => hanging.responses.length === 4 || undefined);
  const png = await picture({ width: 64, height: 64 });
  // Drawing four would only take longer: two come, and two are not there after all.
  for (const [i, response] of hanging.responses.entries()) response.writeHead(i < 2 ? 200 : 404).end(png);
  const ends = await Promise.all(late.map((id) => service.ended(id)));
  assert.deepEqual(ends.sort(), ['completed', 'completed', 'failed', 'failed']);
  const attempts = await service.db.query({ text: 'select max(attempt) as most from generations' });
  assert.deepEqual(attempts, [{ most: 1 }], 'every lease was held all the while');
  assert.equal((await service.audit()).ok, true);
});

test('more hanging images than an account may wait for come before no job of another', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback },
    file: { concurrency: 1 },
    // What was put back may go again at once: should it come first, it is claimed again and again, and the other never.
    timings: { ...quickTimings, engines: { ...quickTimings.engines, passingSeconds: 0 } },
  });
  const hanging = await startHangingServer(t);
  const unlucky = await service.account();
  const other = await service.account();
  await Promise.all(Array.from({ length: 100 }, () => submitted(unlucky.sandbox, { images: [hanging.url] })));
  const putBack = `select from generations where status = 'processing' and worker is null`;
  await eventually(async () => (await service.db.query({ text: putBack })).length > 0);

  const prompt = await submitted(other.live);
  assert.equal(await service.ended(prompt), 'completed');
  const [claims] = await service.db.query<{ most: number }>({ text: 'select max(attempt) as most from generations' });
  assert.ok(claims!.most < 5, `one was claimed ${claims!.most} times meanwhile`);
});

test('a service that stops hands back what waits for its images', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const hanging = await startHangingServer(t);
  const { live } = await service.account();
  const id = await submitted(live, { images: [hanging.url] });
  await eventually(async () => hanging.responses.length === 1 || undefined);
  await service.stop();
  const text = 'select status, worker, lease_until <= clock_timestamp() as free from generations where id = $1';
  assert.deepEqual(await service.db.query({ text }, [id]), [{ status: 'processing', worker: null, free: true }]);
});

test('images that hang do not keep an engine elsewhere from the images of another account', async (t) => {
  const hanging = await startHangingServer(t);
  const box = await openBox(t);
  const filed = { engines: { box: boxEntry(box, { slots: 40 }) }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
  const { service, account } = await openRunner(t, filed, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  for (let i = 0; i < 16; i += 1) await submitted(account.live, { images: [hanging.url] });
  await eventually(() => hanging.responses.length >= 8);
  const other = await service.account();
  const png = await picture({ width: 64, height: 64 });
  const id = await submitted(other.live, { images: [`data:image/png;base64,${png.toString('base64')}`] });
  assert.equal(await service.ended(id), 'completed');
  const text = 'select count(*)::integer as waiting from generations where account_id <> $1 and finished_at is null';
  assert.deepEqual(await service.db.query({ text }, [other.id]), [{ waiting: 16 }], 'no image has been given up');
});
