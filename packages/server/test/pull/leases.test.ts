/** A job is one worker's at a time, and only as long as that worker is heard of, let in and in time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { vendorOutput } from '../suites/vendor-engine.ts';
import { eventually } from '../support/eventually.ts';
import { leaveOrder, look, never, openPullBench, picture } from './support/pull-bench.ts';

/** Long enough for a busy machine to renew it, short enough to wait for its end. */
const shortLease = { timings: { pullLeaseSeconds: 5 } };

test('two workers never get one job, however many ask at once', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hands = await Promise.all(Array.from({ length: 10 }, () => worker()));
  const left: string[] = [];
  const leaving = (async () => {
    for (let count = 0; count < 60; count += 1) left.push(String((await leaveOrder(engine))['id']));
  })();
  const taken: string[] = [];
  await Promise.all(
    hands.map(async (hand) => {
      while (taken.length < 60) {
        const answer = await hand.claim(1);
        if (answer.status === 200) taken.push(String(answer.body['id']));
      }
    }),
  );
  await leaving;
  assert.deepEqual(taken.toSorted(), left.toSorted());
});

test('the job of a worker that fell silent goes to another, and the first may no longer touch it', async (t) => {
  const { engine, worker } = await openPullBench(t, shortLease);
  const [first, second, third] = [await worker(), await worker(), await worker()];
  const handle = await leaveOrder(engine);
  const { id, lease_seconds: lease } = await first.claimed();
  assert.equal(lease, 5);
  // Kept as long as it says something: the lease that came with the claim has run out when this ends.
  const claimedAt = performance.now();
  await eventually(
    async () => {
      assert.equal((await first.progress(id, { progress: 0.5 })).status, 200);
      return performance.now() - claimedAt > lease * 1000;
    },
    { everyMilliseconds: 500 },
  );
  assert.equal((await second.claim()).status, 204);
  const again = await second.claimed();
  assert.equal(again.id, id);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null });
  const bytes = await picture();
  const late = [
    await first.progress(id, { progress: 1 }),
    await first.output(id, bytes),
    await first.fail(id, { code: 'internal' }),
  ];
  assert.deepEqual(
    late.map(({ status }) => status),
    [409, 409, 409],
  );
  assert.equal((await third.progress(id)).status, 404);
  assert.deepEqual(await look(engine, handle), { state: 'running', progress: null }, 'nothing has changed');
  const better = await picture(80, 80);
  await eventually(async () => {
    const { status } = await second.output(id, better);
    if (status === 200) return true;
    // On a busy machine its own lease may have run out by now, too.
    assert.equal(status, 409);
    await second.claimed();
    return false;
  });
  const end = await look(engine, handle);
  assert.ok(end.state === 'succeeded');
  assert.deepEqual(Buffer.from(await new Response(await vendorOutput(end.outputs).open(never)).arrayBuffer()), better);
});

test('what costs money is given out once, and what no worker survives three times', async (t) => {
  const { engine, engineNamed, worker, service } = await openPullBench(t);
  const vanish = async (id: string) => {
    const text = `update pull_jobs set lease_until = clock_timestamp() where id = $1 and state = 'claimed'`;
    await service.db.change({ text }, [id]);
    await eventually(async () => {
      const rows = await service.db.query({ text: `select from pull_jobs where id = $1 and state = 'claimed'` }, [id]);
      return rows.length === 0;
    });
  };
  const paid = await engineNamed('dear', { paid: true });
  const dear = await worker('dear');
  const dearHandle = await leaveOrder(paid);
  const { id: dearId } = await dear.claimed();
  await vanish(dearId);
  const fault = { class: 'internal', message: 'its worker was heard of no more' };
  assert.deepEqual(await look(paid, dearHandle), { state: 'failed', fault, billed: null });
  assert.equal((await dear.claim()).status, 204);
  assert.equal((await dear.output(dearId, await picture())).status, 409);

  const hand = await worker();
  const handle = await leaveOrder(engine);
  for (let time = 0; time < 3; time += 1) await vanish((await hand.claimed()).id);
  assert.deepEqual(await look(engine, handle), { state: 'failed', fault, billed: false });
  assert.equal((await hand.claim()).status, 204);
});

for (const minutes of [-10, 10]) {
  test(`a job whose host's clock is off by ${minutes} minutes is given out as long as its time limit says`, async (t) => {
    const { engine, worker, service } = await openPullBench(t);
    const hand = await worker();
    const trueNow = Date.now;
    const clock = mock.method(Date, 'now', () => trueNow() + minutes * 60_000);
    const left = leaveOrder(engine, {}, { deadline: new Date(Date.now() + 120_000) });
    await left.finally(() => clock.mock.restore());
    assert.equal((await hand.claim()).status, 200);
    const text = 'select extract(epoch from deadline_at - now())::float8 as seconds from pull_jobs';
    const [job] = await service.db.query<{ seconds: number }>({ text });
    assert.ok(job!.seconds > 0 && job!.seconds <= 120, `${job!.seconds} s are left`);
  });
}

test('a worker is told to stop when its job was called off, or when its time is over', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const hand = await worker();
  const bytes = await picture();
  const calledOff = await leaveOrder(engine);
  const { id } = await hand.claimed();
  assert.equal(await engine.cancel(calledOff, never), 'requested');
  const late = await leaveOrder(engine, {}, { deadline: new Date(Date.now() + 1_500) });
  const { id: lateId } = await hand.claimed();
  await eventually(async () => (await hand.progress(lateId)).body['cancel'] === true);
  for (const job of [id, lateId]) {
    const told = await hand.progress(job, { progress: 0.9 });
    assert.deepEqual([told.status, told.body['cancel']], [200, true]);
    assert.equal((await hand.output(job, bytes)).status, 409);
    assert.equal((await hand.fail(job, { code: 'internal' })).status, 409);
  }
  assert.deepEqual(await look(engine, calledOff), { state: 'canceled' });
  assert.equal((await look(engine, late)).state, 'running', 'whose time is over is for the one who set it to say');
  await engine.cancel(late, never);

  await engine.cancel(await leaveOrder(engine), never);
  await leaveOrder(engine, {}, { deadline: new Date(Date.now() - 1) });
  assert.equal((await hand.claim()).status, 204, 'what nobody wants any more is given to nobody');
  assert.equal(await engine.cancel(calledOff, never), 'requested', 'again is fine');
});

test('a revoked key is refused at once, also one that waits, and its work goes to another', async (t) => {
  const { engine, worker } = await openPullBench(t);
  const [stolen, good] = [await worker(), await worker()];
  const handle = await leaveOrder(engine);
  const { id } = await stolen.claimed();
  const waiting = await stolen.waiting();
  await stolen.revoke();
  assert.equal((await waiting.answer).status, 401);
  const bytes = await picture();
  const answers = [
    await stolen.claim(),
    await stolen.progress(id),
    await stolen.output(id, bytes),
    await stolen.fail(id, { code: 'internal' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401, 401, 401],
  );
  assert.equal((await good.claimed()).id, id);
  assert.equal((await good.output(id, bytes)).status, 200);
  assert.equal((await look(engine, handle)).state, 'succeeded');
});

test('bytes that keep coming keep the job, however long they take', async (t) => {
  const { engine, worker, service } = await openPullBench(t, shortLease);
  const hand = await worker();
  const handle = await leaveOrder(engine);
  const bytes = await picture(400, 400);
  const { hostname, port } = new URL(service.url);

  /** In seven seconds, which is more than a lease. `stoodStill`: no part came for half a lease, because nothing here went on. */
  async function sendSlowly(id: string): Promise<{ answer: string; stoodStill: boolean }> {
    const slow = connect(Number(port), hostname);
    t.after(() => slow.destroy());
    const head = [`PUT /engine/v1/jobs/${id}/output HTTP/1.1`, 'host: a', `authorization: Bearer ${hand.key}`];
    slow.write([...head, 'content-type: image/png', `content-length: ${bytes.length}`, '', ''].join('\r\n'));
    const parts = 14;
    const share = (at: number) => Math.round((bytes.length * at) / parts);
    const answered = once(slow, 'data');
    let stoodStill = false;
    let last = performance.now();
    for (let part = 0; part < parts; part += 1) {
      await pause(500);
      slow.write(bytes.subarray(share(part), share(part + 1)));
      stoodStill ||= performance.now() - last > 2_500;
      last = performance.now();
    }
    const [answer] = await answered;
    return { answer: String(answer), stoodStill: stoodStill || performance.now() - last > 2_500 };
  }

  await eventually(
    async () => {
      const { id } = await hand.claimed();
      const { answer, stoodStill } = await sendSlowly(id);
      if (stoodStill && !answer.startsWith('HTTP/1.1 200 ')) return false;
      assert.match(answer, /^HTTP\/1.1 200 /);
      return true;
    },
    { seconds: 300 },
  );
  assert.equal((await look(engine, handle)).state, 'succeeded');
});
