/** What a developer does on a laptop, for real: webhooks forwarded from a running service, and time let pass in its sandbox. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { verifyWebhook } from '@afterimage/client';
import { eventually } from '../../server/test/support/eventually.ts';
import { isEnd } from '../../server/test/support/receiver.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { afterimage, startAfterimage } from './support/afterimage.ts';

interface Heard {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** A receiver of one's own, and all ends that it heard of; whatever else is told of a generation is taken at once. */
async function receiver(t: TestContext, status: number): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const hears = isEnd({ body });
    if (hears) heard.push({ path: request.url!, body, headers: request.headers as Record<string, string> });
    response.writeHead(hears ? status : 204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

async function streamsOpen({ url }: TestService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^afterimage_open_connections\{[^}]*"streams"[^}]*\} (\d+)/m.exec(text)?.[1]);
}

test('webhooks listen: what is forwarded is what a webhook would have said, once, over a break', async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const { url, heard } = await receiver(t, 204);
  const env = { AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };
  const at = (path: string) => heard.filter((one) => one.path === path);
  const args = ['webhooks', 'listen', '--forward-to', `${url}/forwarded`, '--json'];
  const begin = async (...more: string[]) => {
    const listening = startAfterimage([...args, ...more], env);
    t.after(() => listening.child.kill('SIGKILL'));
    await listening.printed(/"secret"/);
    await eventually(async () => (await streamsOpen(service)) === 1);
    return listening;
  };
  const linesOf = (printed: string) =>
    printed
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as { cursor: string; answer_status: number });
  const submit = async (prompt: string) => {
    const body = { prompt, duration: 10, callback_url: `${url}/webhook` };
    return String((await sandbox.submit('/v1/beta/generate', body)).body['generation_id']);
  };

  const listening = await begin();
  const first = await submit('a fox [[fail TIMEOUT]]');
  await eventually(() => at('/forwarded').length === 1 && at('/webhook').length === 1);
  const printed = await listening.printed(/"cursor"/);
  const secret = JSON.parse(printed.split('\n')[0]!).secret as string;
  const [forwarded, sent] = [at('/forwarded')[0]!, at('/webhook')[0]!];
  assert.deepEqual(JSON.parse(forwarded.body), JSON.parse(sent.body));
  assert.equal(JSON.parse(forwarded.body).generation_id, first);
  assert.deepEqual(verifyWebhook(forwarded.body, forwarded.headers, secret), JSON.parse(sent.body));
  const [{ cursor, answer_status }] = linesOf(printed) as [{ cursor: string; answer_status: number }];
  assert.equal(answer_status, 204);
  listening.child.kill('SIGKILL');
  await listening.ended;
  await eventually(async () => (await streamsOpen(service)) === 0);

  const missed = await submit('a fox [[fail TASK_FAILED]]');
  await eventually(() => at('/webhook').length === 2);
  assert.equal(at('/forwarded').length, 1);
  const again = await begin('--after', cursor);
  await eventually(() => at('/forwarded').length === 2);
  assert.equal(JSON.parse(at('/forwarded')[1]!.body).generation_id, missed);
  again.child.kill('SIGINT');
  assert.equal((await again.ended).exitCode, 0);
});

test('sandbox clock: a time limit and the fifth attempt of a webhook within seconds', async (t) => {
  const service = await startTestService(t, { timings: { sweepSeconds: 0.1 } });
  const { sandbox, live } = await service.account();
  const env = { AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };
  const { url, heard } = await receiver(t, 500);
  const run = (line: string) => afterimage(line.split(' '), env);
  const { body } = await sandbox.submit('/v1/beta/generate', {
    prompt: 'a fox [[hang]]',
    duration: 10,
    callback_url: `${url}/hook`,
  });
  const id = String(body['generation_id']);

  const advanced = await run('sandbox clock advance 31m');
  assert.match(advanced.stdout, /^In the sandbox it is \S+Z\.\n$/, advanced.stderr);
  const ended = await run(`wait ${id}`);
  assert.equal(ended.exitCode, 3);
  assert.match(ended.stderr, /^The generation failed with TIMEOUT\. .* 0\.1500 USD were given back\.\n$/);
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await eventually(() => heard.length === attempt);
    // It is scheduled anew from the end of the attempt, which is noted a moment after we heard of it.
    await eventually(async () => {
      const delivery = await service.db.query<{ attempts: number }>(
        {
          text: `select attempts from webhook_deliveries
            where state = 'waiting' and attempts = $1 and lease_until is null`,
        },
        [attempt],
      );
      return delivery.length === 1;
    });
    assert.equal((await run('sandbox clock advance 31s')).exitCode, 0);
  }
  await eventually(() => heard.length === 5);
  const { items } = (await sandbox.get('/api/deliveries')).body as { items: { event: string; attempts: number }[] };
  const told = items.filter(({ event }) => event === 'generation.failed');
  assert.deepEqual([told.map(({ attempts }) => attempts), heard.length], [[5], 5]);

  const shown = await run('sandbox clock show --json');
  assert.ok(Date.parse(JSON.parse(shown.stdout).now) - Date.now() > 30 * 60_000);
  await run('sandbox clock reset');
  const now = Date.parse(JSON.parse((await run('sandbox clock show --json')).stdout).now);
  assert.ok(Math.abs(now - Date.now()) < 60_000);
  const refused = await afterimage(['sandbox', 'clock', 'advance', '1h'], { ...env, AFTERIMAGE_API_KEY: live.key });
  assert.equal(refused.exitCode === 0, false);
  assert.match(refused.stderr, /sandbox/);
  const wrong = await run('sandbox clock advance soon');
  assert.match(wrong.stderr, /advance must be a whole number with s, m or h/);
});
