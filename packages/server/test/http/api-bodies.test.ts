/** Bodies of the account interface: small, soon there, and answered with no more than they deserve. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { apiBodySeconds, faultsToldMax } from '@afterimage/contract';
import { fromOurPage } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

test('a body that trickles in is refused after seconds, and its connection ends', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  t.after(() => socket.destroy());
  const startedAt = performance.now();
  socket.write(
    'POST /api/session HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\n' +
      'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{',
  );
  const drip = setInterval(() => socket.write(' '), 500);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  clearInterval(drip);
  const seconds = (performance.now() - startedAt) / 1000;
  assert.match(answer, /^HTTP\/1.1 408 /);
  assert.match(answer, /REQUEST_TIMEOUT/);
  assert.ok(seconds >= apiBodySeconds - 1 && seconds < apiBodySeconds * 3, `${seconds} s`);
});

test('of thousands of faults the first hundred are told, and how many more there are', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]));
  const answer = await fromOurPage(service)('POST', '/api/session', { body });
  assert.equal(answer.status, 400);
  const errors = answer.body['errors'] as { field: string; message: string }[];
  assert.equal(errors.length, faultsToldMax + 1);
  // Two that are missing come first.
  assert.deepEqual(errors.at(-1), { field: 'body', message: 'there are 4,902 more faults, not told here' });
  assert.ok(answer.bytes.length < 40_000, `${answer.bytes.length} bytes`);
});
