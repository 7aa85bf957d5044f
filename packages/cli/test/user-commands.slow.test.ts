/** The commands that call a running service: what they print, what they keep, what they forward. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { verifyWebhook } from '@afterimage/client';
import { eventually } from '../../server/test/support/eventually.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { afterimage, startAfterimage, temporaryFolder } from './support/afterimage.ts';
import { hosted } from './support/hosted.ts';

test('commands of a user', async (t) => {
  const service = await startTestService(t);
  const { sandbox, live } = await service.account();
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const env = { XDG_CONFIG_HOME: join(folder, 'config'), AFTERIMAGE_URL: service.url };
  const run = (line: string | string[], more: Record<string, string> = {}) =>
    hosted(typeof line === 'string' ? line.split(' ') : line, { ...env, ...more });
  const answer = async (line: string) => {
    const { exitCode, stdout, stderr } = await run(`${line} --json`);
    assert.equal(exitCode, 0, stderr);
    return JSON.parse(stdout);
  };

  await t.test('login keeps a key that works, for this user alone; one that does not is not kept', async () => {
    const refused = await startAfterimage(['login'], env, { input: 'ai_test_no\n' }).ended;
    assert.equal(refused.exitCode, 4);
    assert.match(refused.stderr, /^Invalid API key\. `afterimage login` keeps another;/);
    await assert.rejects(stat(join(folder, 'config')));
    const kept = await startAfterimage(['login', '--json'], env, { input: `${sandbox.key}\n` }).ended;
    assert.equal(kept.exitCode, 0, kept.stderr);
    const { file, balance, url } = JSON.parse(kept.stdout);
    assert.deepEqual([url, balance, kept.stdout.includes(sandbox.key)], [service.url, 1000, false]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'config', 'afterimage'))).mode & 0o777, 0o700);
    assert.deepEqual(await answer('balance'), { balance: 1000, currency: 'USD' });
  });

  await t.test('a kept key goes to no other service', async () => {
    const elsewhere = await run('balance', { AFTERIMAGE_URL: 'http://127.0.0.1:1' });
    assert.equal(elsewhere.exitCode, 4);
    assert.match(elsewhere.stderr, /^There is no API key for http:\/\/127\.0\.0\.1:1:/);
  });

  await t.test(
    'one is submitted, looked at, waited for, saved and listed, by its id alone or with its family',
    async () => {
      const { stdout } = await run(['generate', 'delta', 'a cat', '--no-wait', '--json']);
      const { id } = JSON.parse(stdout);
      const waited = await run(['wait', id, '--output', join(folder, 'cat.jpg')]);
      assert.equal(waited.exitCode, 0, waited.stderr);
      assert.match(waited.stdout, /^http\S+\n$/);
      assert.match(waited.stderr, /^Saved .*cat\.jpg/);
      for (const named of [id, `delta ${id}`]) {
        const record = await answer(`status ${named}`);
        assert.deepEqual([record.family, record.id, record.status], ['delta', id, 'completed']);
      }
      const shown = await run(`status ${id}`);
      assert.match(shown.stdout, new RegExp(`id +${id}\\n +family +delta\\n +status +completed\\n +media +http`));
      const saved = await run(['download', 'delta', id, '--output', folder, '--json']);
      assert.deepEqual(await readFile(JSON.parse(saved.stdout).file), await readFile(join(folder, 'cat.jpg')));
      assert.deepEqual((await readdir(folder)).sort(), ['cat.jpg', 'config', `delta-${id}.jpg`]);
      const listed = await answer('list --family delta --status completed --limit 1');
      assert.deepEqual([listed.items[0].id, listed.next], [id, null]);
      assert.match((await run('list')).stdout, new RegExp(`^.*ID.*\\n${id} +delta +completed +a cat\\n$`));
    },
  );

  await t.test('one that waits is cancelled', async () => {
    const { id } = JSON.parse((await run(['generate', 'delta', 'x [[queue 600]]', '--no-wait', '--json'])).stdout);
    const cancelled = await run(`cancel ${id}`);
    assert.equal(cancelled.stdout, `The generation ${id} is cancelled.\n`);
    assert.equal((await answer(`status ${id}`)).failure_code, 'CANCELLED');
    const failed = await run(`wait ${id}`);
    assert.equal(failed.exitCode, 3);
    assert.match(failed.stderr, /^The generation failed with CANCELLED\. .* 0\.0200 USD were given back\.\n$/);
    const nothing = await run(`download ${id}`);
    assert.deepEqual(
      [nothing.exitCode, nothing.stderr],
      [1, 'There is nothing to download: the generation is failed.\n'],
    );
  });

  await t.test('trigger plays an end in the sandbox, and nowhere else', async () => {
    const record = await answer('trigger beta TIMEOUT');
    assert.deepEqual([record.status, record.failure_code], ['failed', 'TIMEOUT']);
    const wrong = await run('trigger beta API_ERROR');
    assert.equal(wrong.exitCode, 2);
    assert.match(wrong.stderr, /^beta ends with completed, CONTENT_POLICY_VIOLATION, /);
    const real = await run('trigger beta TIMEOUT', { AFTERIMAGE_API_KEY: live.key });
    assert.equal(real.exitCode, 4);
    assert.match(real.stderr, /the key is no sandbox key/);
    assert.deepEqual((await live.get('/v1/generations')).body['items'], []);
  });

  await t.test('an id, a family or a delivery that is none is told', async () => {
    assert.match((await run('status 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37')).stderr, /not found|There is no/i);
    assert.match((await run('status omega 1')).stderr, /^There is no family omega; the families are alpha,/);
    const missing = await run('webhooks redeliver 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37');
    assert.match(missing.stderr, /^There is no delivery 0199a3c4-.*, and no generation of that id that has one\.\n$/);
    const none = await run('webhooks redeliver zzz');
    assert.deepEqual(
      [none.exitCode, none.stderr],
      [2, '"zzz" is no id of a delivery or a generation; `afterimage list` shows ids.\n'],
    );
  });
});

async function serverThat(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('ends are forwarded to this machine, once each, signed as the first line says', async (t) => {
  const heard: { body: string; headers: Record<string, string> }[] = [];
  const receiver = await serverThat(t, async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    heard.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  });
  const record = { generation_id: 'g1', prompt: 'x', video_url: null, model: 'alpha_3', message: 'TIMEOUT' };
  const event = (cursor: number, status: string) =>
    `event: generation\nid: ${cursor}\ndata: ${JSON.stringify({ family: 'alpha', id: 'g1', status, record: { ...record, status } })}\n\n`;
  const requests: unknown[] = [];
  // The connection breaks after each event; the last stays open.
  const url = await serverThat(t, (request, response) => {
    requests.push([request.url, request.headers['last-event-id']]);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (requests.length === 1) response.end(event(1, 'processing') + event(2, 'failed'));
    else response.write(': here\n\n');
  });
  const args = ['webhooks', 'listen', '--forward-to', `${receiver}/hook`, '--url', url];
  const env = { AFTERIMAGE_API_KEY: 'ai_test_key' };
  const listening = startAfterimage(args, env);
  await listening.printed(/failed +alpha +g1 +-> 204 in \d+ ms\n/);
  await eventually(async () => requests.length === 2);
  listening.child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await listening.ended;
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.deepEqual(requests, [
    ['/v1/events', undefined],
    ['/v1/events', '2'],
  ]);
  assert.equal(heard.length, 1);
  const secret = /whsec_\S+/.exec(stdout)![0];
  assert.equal(stdout.match(/whsec_/g)?.length, 1);
  const told = verifyWebhook(heard[0]!.body, heard[0]!.headers, secret);
  const { prompt: _, ...rest } = record;
  // alpha's webhook carries no prompt.
  assert.deepEqual(told, { ...rest, status: 'failed' });
  const again = startAfterimage([...args, '--json'], env);
  assert.equal(JSON.parse(await again.printed(/\n/)).secret, secret);
  again.child.kill('SIGINT');
  await again.ended;
});

test('a service without events is told to be too old', async (t) => {
  const url = await serverThat(t, (_, response) => void response.writeHead(404).end('{"detail":"No such path"}'));
  const args = ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1', '--url', url];
  const { exitCode, stderr } = await afterimage(args, { AFTERIMAGE_API_KEY: 'k' });
  assert.deepEqual([exitCode, stderr], [1, `The service at ${url} is too old to listen to: it has no /v1/events.\n`]);
});

test('a completion script completes commands, families, options and their values', async (t) => {
  const { stdout: bash } = await hosted(['completion', 'bash'], {});
  const completed = (...words: string[]) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `${bash}\nCOMP_WORDS=(afterimage ${line}); COMP_CWORD=${words.length}; _afterimage; echo "\${COMPREPLY[*]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim();
  };
  if (spawnSync('bash', ['--version']).status !== 0) return t.skip('there is no bash');
  assert.equal(completed('gen'), 'generate');
  assert.equal(completed('generate', 'alpha-o1'), 'alpha-o1-video alpha-o1-photo');
  assert.equal(completed('generate', 'beta', '--dur'), '--duration');
  assert.equal(completed('webhooks', 'listen', '--forward-to', 'http://x', '--fam'), '--family');
  assert.equal(completed('completion', 'z'), 'zsh');
  assert.equal(completed('generate', 'beta', '--duration', ''), '10 15');
  assert.equal(completed('generate', 'gamma', '--seed', '4', '--model', 'gamma-3-q'), 'gamma-3-quality');
  assert.equal(completed('list', '--status', 'p'), 'pending processing');
  assert.equal(completed('list', '--family', 'alpha-o1'), 'alpha-o1-video alpha-o1-photo');
  assert.equal(completed('trigger', 'eps'), 'epsilon-images');
  // A file, where one is asked for, and no option.
  assert.equal(completed('generate', 'delta', '--images', import.meta.filename), import.meta.filename);
  for (const shell of ['zsh', 'fish']) {
    const { exitCode, stdout } = await hosted(['completion', shell], {});
    assert.equal(exitCode, 0);
    assert.match(stdout, /generate alpha-o1-video/);
    // Read by the shell itself, where it is there.
    if (spawnSync(shell, ['--version']).status === 0) {
      assert.equal(spawnSync(shell, ['-n', '/dev/stdin'], { input: stdout, encoding: 'utf8' }).stderr, '');
    }
  }
});
