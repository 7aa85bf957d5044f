/** A service that starts answers nothing yet or everything: who hears one route may ask for any other. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService } from '../support/service.ts';

test('once the first route answers, the pages and the media routes do, too', async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const statusOf = async (path: string) => (await send(agent, 'GET', { url, path })).status;

  const starting = startTestService(t, { env: { PORT: String(port), AFTERIMAGE_ROLES: 'api' } });
  let hasStarted = false;
  void starting.finally(() => (hasStarted = true)).catch(() => {});
  /** Asks often: what it looks for lasts some milliseconds. */
  async function firstAnswer(path: string): Promise<number> {
    for (;;) {
      // What was asked before the start's end may be answered after it.
      const isLast = hasStarted;
      // Before it listens, nobody takes the connection.
      const status = await statusOf(path).catch(() => 503);
      if (status !== 503 || isLast) return status;
      await pause(1);
    }
  }

  const first = await firstAnswer('/v1/data/balance');
  const others = [await statusOf('/media/nothing'), await statusOf('/'), await statusOf('/docs')];
  await starting;
  assert.deepEqual([first, ...others], [401, 404, 200, 200]);
});
