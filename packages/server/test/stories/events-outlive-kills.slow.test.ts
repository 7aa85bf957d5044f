/** The process that streams events is killed again and again: who goes on with the last id has missed nothing and hears nothing twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { choosePort, startServiceProcess } from '../faults/support/service-process.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

const kills = 3;

test('events outlive kill -9 of the process that streams them', async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const port = await choosePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const api = startServiceProcess({
      dataFolder: service.settings.dataFolder,
      logFile: join(service.settings.dataFolder, 'api.log'),
      env: { DATABASE_URL: service.settings.databaseUrl!, AFTERIMAGE_ROLES: 'api', PORT: String(port) },
    });
    t.after(() => api.signal('SIGKILL'));
    await api.ready();
    return api;
  };
  let api = await start();
  const told = followThroughAll(t, `${url}/v1/events`, sandbox.key);
  const made: string[] = [];
  const submit = async () => {
    const { body } = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[fail API_ERROR]]' });
    made.push(String(body['task_uuid']));
  };
  for (let round = 0; round < kills; round += 1) {
    // Each kill cuts a stream that is read: on a busy machine a reader comes back later than the service.
    await eventually(() => told.connections > round);
    for (let count = 0; count < 5; count += 1) await submit();
    api.signal('SIGKILL');
    await api.ended;
    for (let count = 0; count < 5; count += 1) await submit();
    api = await start();
  }
  for (const id of made) await service.ended(id);
  await eventually(() => told.events.length >= made.length * 2);
  // One told twice may come last. That none comes shows in nothing: on a busy machine this proves less, and never fails.
  await pause(500);
  const expected = made.flatMap((id) => [`${id} processing`, `${id} failed`]);
  assert.deepEqual([...told.events].sort(), expected.sort());
  for (const id of made) {
    assert.ok(told.events.indexOf(`${id} processing`) < told.events.indexOf(`${id} failed`));
  }
  assert.ok(told.connections > kills, `${told.connections} connections`);
});

/** As a client does: each time its line breaks it comes back with the last id that it got whole. */
function followThroughAll(t: TestContext, url: string, key: string) {
  const told = { events: [] as string[], connections: 0 };
  let lastId: string | null = null;
  let isOver = false;
  t.after(() => {
    isOver = true;
  });

  function take(block: string): void {
    const lines = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]));
    lastId = lines.get('id')?.slice('id: '.length) ?? lastId;
    const data = lines.get('data');
    if (data === undefined) return;
    const { id, status } = JSON.parse(data.slice('data: '.length)) as { id: string; status: string };
    told.events.push(`${id} ${status}`);
  }

  async function readOnce(): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, ...(lastId !== null && { 'last-event-id': lastId }) };
    const outgoing = request(url, { headers, agent: false });
    outgoing.on('error', () => {});
    outgoing.end();
    t.after(() => outgoing.destroy());
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    told.connections += 1;
    let rest = '';
    answer.setEncoding('utf8').on('error', () => {});
    answer.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      blocks.forEach(take);
    });
    await once(answer, 'close');
  }

  void (async () => {
    while (!isOver) {
      await readOnce().catch(() => {});
      await pause(50);
    }
  })();
  return told;
}
