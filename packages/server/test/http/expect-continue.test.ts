/** `Expect: 100-continue`: the body is asked for only after every check that needs none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('a client that waits to be asked for its body is asked once its key is good, and not before', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  const body = '{"prompt":"a fox"}';
  const url = new URL(service.url);
  const ask = (key: string, bytes = body.length) => {
    const socket = connect(Number(url.port), url.hostname);
    t.after(() => socket.destroy());
    socket.write(
      `POST /v1/delta/generate HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${bytes}\r\nexpect: 100-continue\r\n` +
        'connection: close\r\n\r\n',
    );
    return socket;
  };

  const refused = await text(ask('ai_live_wrong'));
  assert.match(refused, /^HTTP\/1\.1 401 /);

  const tooLarge = await text(ask(live.key, 99_999_999_999));
  assert.match(tooLarge, /^HTTP\/1\.1 413 /);

  const admitted = ask(live.key);
  const [bytes] = (await once(admitted, 'data')) as [Buffer];
  assert.equal(String(bytes), 'HTTP/1.1 100 Continue\r\n\r\n');
  admitted.write(body);
  assert.match(await text(admitted), /^HTTP\/1\.1 200 /);
});

test('an expectation that nobody knows is ignored, and the request answered', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const url = new URL(service.url);
  const socket = connect(Number(url.port), url.hostname);
  t.after(() => socket.destroy());
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${url.host}\r\nexpect: 200-maybe\r\nconnection: close\r\n\r\n`);
  assert.match(await text(socket), /^HTTP\/1\.1 200 .*\{"status":"alive"\}/s);
});
