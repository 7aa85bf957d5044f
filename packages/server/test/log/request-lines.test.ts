/** The lines that requests leave: a submit names its generation, and what was refused unread has a line too. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { writeLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, testSettings } from '../support/service.ts';

test("a submit's line names its generation; a refused one, and one that is no request at all, have a line", async (t) => {
  const { db, url } = await testDatabase(t);
  const settings = await testSettings(t, { env: { DATABASE_URL: url, AFTERIMAGE_ROLES: 'api', LOG_LEVEL: 'info' } });
  const first = await openTestService(t, { db, settings, families });
  const account = await first.account({ credit: '1' });
  const lines: Record<string, unknown>[] = [];
  const log = writeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = await startService(settings, { log });
  t.after(() => service.stop());
  const lineOf = (fits: (line: Record<string, unknown>) => boolean) => eventually(() => lines.find(fits));

  const submit = (body: unknown) => account.live.ask('POST', `${service.address}/v1/delta/generate`, { body });
  const accepted = await submit({ prompt: 'a cat' });
  assert.equal(accepted.status, 200);
  const ofSubmit = await lineOf(({ requestId }) => requestId === accepted.headers['x-request-id']);
  assert.equal(ofSubmit['generation'], accepted.body['task_uuid']);
  assert.equal(ofSubmit['account'], account.id);

  const refused = await submit({ prompt: '' });
  const ofRefused = await lineOf(({ requestId }) => requestId === refused.headers['x-request-id']);
  assert.deepEqual(
    [ofRefused['status'], ofRefused['route'], 'generation' in ofRefused],
    [400, '/v1/delta/generate', false],
  );

  const { hostname, port } = new URL(service.address!);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.end('this is no request\r\n\r\n');
  const answer = String(await eventually(() => socket.read() ?? undefined));
  const [, id] = /x-request-id: (\S+)/.exec(answer) ?? [];
  const ofNone = await lineOf(({ requestId }) => requestId === id);
  assert.deepEqual([ofNone['status'], ofNone['route'], ofNone['msg']], [400, '(unreadable)', 'request']);
});
