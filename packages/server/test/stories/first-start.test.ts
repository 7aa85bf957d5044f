/** The secrets of the first start: shown to a person, and kept out of whatever collects the output of a service. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSilentLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { testDatabase } from '../support/database.ts';
import { testSettings } from '../support/service.ts';

const secrets = /ai_live_\w{20,}|sign-in#/;

async function firstStart(t: TestContext, { host, isTTY }: { host: string; isTTY: boolean }) {
  const { url } = await testDatabase(t);
  const settings = await testSettings(t, { env: { DATABASE_URL: url, HOST: host, AFTERIMAGE_ROLES: 'api' } });
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) };
  const service = await startService(settings, { log: createSilentLog(), output });
  await service.stop();
  return { text: written.join(''), file: join(settings.dataFolder, 'first-start.txt') };
}

test('beyond this machine and without a terminal, only the path of a file is printed', async (t) => {
  const { text, file } = await firstStart(t, { host: '0.0.0.0', isTTY: false });
  assert.doesNotMatch(text, secrets);
  assert.ok(text.includes(file), text);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const kept = await readFile(file, 'utf8');
  assert.match(kept, /ai_live_\w{20,}/);
  assert.match(kept, /sign-in#/);
  assert.match(kept, /curl -s /);
});

test('in a terminal, and on this machine, they are printed as ever', async (t) => {
  for (const how of [
    { host: '0.0.0.0', isTTY: true },
    { host: '127.0.0.1', isTTY: false },
  ]) {
    const { text, file } = await firstStart(t, how);
    assert.match(text, secrets);
    assert.equal(existsSync(file), false);
  }
});
