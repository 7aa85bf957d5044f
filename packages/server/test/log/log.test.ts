/** The log, and what never reaches it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hideSecrets } from '../../src/log/hide-secrets.ts';
import { createRequestLog, writeLog } from '../../src/log/log.ts';
import { readableLine } from '../../src/log/readable-line.ts';

function logged(write: (log: ReturnType<typeof writeLog>) => void): string {
  const lines: string[] = [];
  write(writeLog('info', { write: (line: string) => lines.push(line) }));
  return lines.join('');
}

const key = `ai_live_${'a'.repeat(38)}`;

test('a line is JSON with time, level, message and fields', () => {
  const line = JSON.parse(logged((log) => log.info({ status: 200 }, 'request')));
  const rest = { node: `${hostname()}:${process.pid}`, status: 200, msg: 'request' };
  assert.deepEqual({ ...line, time: undefined }, { level: 'info', time: undefined, ...rest });
  assert.match(line.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('lines below the level are not written', () => {
  assert.equal(
    logged((log) => log.debug('noise')),
    '',
  );
});

test('a request leaves one line with what it was, who asked and how long it took', () => {
  const facts = { method: 'GET', route: '/healthz', status: 200, milliseconds: 12.34, requestId: 'a-1' };
  const lines = logged((log) => {
    const logRequest = createRequestLog(log);
    logRequest('info', { ...facts, account: 'ada', key: 'laptop', generation: 'one', trace: 'deep' });
    logRequest('info', {
      ...facts,
      milliseconds: 0.04,
      account: undefined,
      key: undefined,
      generation: null,
      trace: undefined,
    });
    logRequest('debug', { ...facts, account: undefined, key: undefined, generation: null, trace: undefined });
  });
  const [known, unknown, ...more] = lines
    .trimEnd()
    .split('\n')
    .map((line) => ({ ...JSON.parse(line), time: undefined }));
  const node = `${hostname()}:${process.pid}`;
  const line = { ...facts, level: 'info', time: undefined, node, msg: 'request' };
  assert.deepEqual(known, {
    ...line,
    milliseconds: 12.3,
    account: 'ada',
    key: 'laptop',
    generation: 'one',
    trace: 'deep',
  });
  assert.deepEqual(unknown, { ...line, milliseconds: 0 });
  assert.deepEqual(more, []);
});

const program = fileURLToPath(new URL('./support/log-program.ts', import.meta.url));

for (const end of ['exit', 'by itself']) {
  test(`lines of both kinds reach a pipe whole, in order and all, when the process ends: ${end}`, async () => {
    const child = spawn(process.execPath, [program, '5000', end], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).requestId);
    assert.deepEqual(
      ids,
      Array.from({ length: 5000 }, (_, number) => String(number)),
    );
  });
}

for (const end of ['exit', 'by itself']) {
  test(`a disk without room for log lines neither ends the process nor keeps it from its end: ${end}`, async () => {
    // A device of Linux's that is always full.
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program, '5000', end, 'and then wait'], {
      stdio: ['ignore', full, 'pipe'],
      timeout: 60_000,
    });
    closeSync(full);
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    assert.deepEqual([said, code], ['still here', 0]);
  });
}

const secrets: [what: string, fields: Record<string, unknown>, message: string][] = [
  ['a header of authorization', { headers: { authorization: 'Custom hunter2 "quoted"' } }, ''],
  ['cookies', { req: { headers: { cookie: 'session=hunter2', 'set-cookie': ['a=hunter2'] } } }, ''],
  ['a bearer token in a sentence', {}, 'refused Bearer hunter2'],
  ['an API key anywhere', { note: `key ai_test_${'hunter2'.repeat(5)}` }, `ai_live_${'hunter2'.repeat(5)}`],
  ['the key of a worker', {}, `refused ai_engine_${'hunter2'.repeat(5)}`],
  ['a webhook secret', { err: new Error('bad whsec_hunter2+/=') }, ''],
  ['media in base64', { image: 'data:image/png;base64,hunter2hunter2==' }, ''],
  ['long base64 without a data URI', { image: `${'A'.repeat(900)}hunter2` }, ''],
  ['the query of a signed link', { url: '/media/1.mp4?signature=hunter2' }, 'GET https://a.b/x?sig=hunter2'],
  ['the token of a sign-in link', {}, 'http://127.0.0.1:8080/sign-in#hunter2'],
  ['a password in an address', { err: new Error('connect postgres://ada:hunter2@h/d') }, ''],
  ['fields that are secrets by name', { password: 'hunter2', deep: { secret: 'hunter2', token: 'hunter2' } }, ''],
];

for (const [what, fields, message] of secrets) {
  test(`${what}: not in the log`, () => {
    const line = logged((log) => log.error(fields, message));
    assert.doesNotMatch(line, /hunter2/);
    assert.doesNotThrow(() => JSON.parse(line));
  });
}

test('what is no secret stays as it is', () => {
  const line = `{"route":"/v1/alpha/generate","account":"0199a4a0-1111-7000-8000-000000000000","msg":"took 3 ms"}`;
  assert.equal(hideSecrets(line), line);
});

test('in a terminal a line is readable and just as clean', () => {
  const line = readableLine(logged((log) => log.warn({ status: 503, note: 'two words' }, `for ${key}`)));
  assert.match(line, /\d\d:\d\d:\d\d.* for ai_live_\[hidden\] .*status=503 note="two words"/);
});
