/** What moderation lets through, refuses, and does not decide: words, the operator's hook, the operator's command. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeLog } from '../../src/log/log.ts';
import { createModerator, type ModerationRules } from '../../src/moderation/moderator.ts';
import { createOperatorFetch } from '../../src/net/operator-fetch.ts';
import { eventually } from '../support/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'moderation-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;
const none: ModerationRules = { words: [], hook: null, images: 'off' };

const lines: string[] = [];
const log = writeLog('debug', { write: (line: string) => lines.push(line) });

function moderatorWith(rules: Partial<ModerationRules>) {
  return createModerator({ rules: () => ({ ...none, ...rules }), fetch: createOperatorFetch(), log });
}

const question = { prompt: 'a red rose', family: 'beta', accountId: 'a1', generationId: 'g1', alsoShown: null };

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
let answer: Answer;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  answer(request, response, body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.closeAllConnections());
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/judge?strict=1`;
const hook = { url, key: { reveal: () => 'judge-secret' } };
const json =
  (value: unknown): Answer =>
  (_request, response) =>
    response.end(JSON.stringify(value));

test('without rules everything is let through, and nobody is asked', async () => {
  const moderator = moderatorWith({});
  assert.deepEqual(await moderator.prompt(question, never), { verdict: 'allowed' });
  const output = { file: '/nowhere', type: 'image/jpeg', poster: null, ...question };
  assert.deepEqual(await moderator.output(output, never), { verdict: 'allowed' });
});

test('a word refuses before the hook is asked, in the prompt and in what is written on the picture', async () => {
  let questions = 0;
  answer = (_request, response) => {
    questions += 1;
    response.end('{"allow": true}');
  };
  const moderator = moderatorWith({ words: ['Rose'], hook });
  const refused = await moderator.prompt(question, never);
  assert.ok(refused.verdict === 'refused' && !refused.reason.includes('Rose'), 'callers are not told which word');
  assert.match(refused.verdict === 'refused' ? refused.detail : '', /Rose/);
  const marked = { ...question, prompt: 'a tulip', alsoShown: 'Rose Studios' };
  assert.equal((await moderator.prompt(marked, never)).verdict, 'refused');
  assert.equal(questions, 0);
  assert.equal((await moderator.prompt({ ...question, prompt: 'a tulip' }, never)).verdict, 'allowed');
  assert.equal(questions, 1);
});

test('rules are read anew each time they are needed', async () => {
  let rules = none;
  const moderator = createModerator({ rules: () => rules, fetch: createOperatorFetch(), log });
  assert.equal((await moderator.prompt(question, never)).verdict, 'allowed');
  rules = { ...none, words: ['rose'] };
  assert.equal((await moderator.prompt(question, never)).verdict, 'refused');
});

test('the hook is sent what it is promised, with its key, and its reason is passed on', async () => {
  const seen: unknown[] = [];
  answer = (request, response, body) => {
    seen.push([request.method, request.url, request.headers.authorization, request.headers['content-type'], body]);
    response.end('{"allow": false, "reason": "no roses\\n here"}');
  };
  const verdict = await moderatorWith({ hook }).prompt(question, never);
  assert.deepEqual(verdict, { verdict: 'refused', reason: 'no roses here', detail: 'The hook: no roses here' });
  const body = '{"prompt":"a red rose","family":"beta","account_id":"a1","generation_id":"g1"}';
  assert.deepEqual(seen, [['POST', '/judge?strict=1', 'Bearer judge-secret', 'application/json', body]]);
  answer = json({ allow: false });
  const silent = await moderatorWith({ hook: { url, key: null } }).prompt(question, never);
  assert.ok(silent.verdict === 'refused' && silent.reason !== '');
});

const unreadable: [string, Answer][] = [
  ['prose', (_request, response) => response.end('yes')],
  ['an allow that is no boolean', json({ allow: 'true' })],
  ['an allow of 1', json({ allow: 1 })],
  ['null', json(null)],
  ['an empty body', (_request, response) => response.end()],
  ['500', (_request, response) => response.writeHead(500).end('{"allow": true}')],
  ['401', (_request, response) => response.writeHead(401).end('{"allow": true}')],
  ['204', (_request, response) => response.writeHead(204).end()],
  ['a redirect', (_request, response) => response.writeHead(307, { location: '/yes' }).end('{"allow": true}')],
  ['a dropped connection', (request) => request.socket.destroy()],
  [
    'an answer that is cut off',
    (request, response) => {
      response.writeHead(200, { 'content-length': 50 }).write('{"allow": true}');
      setTimeout(() => request.socket.destroy(), 20);
    },
  ],
  ['an answer without end', (_request, response) => response.end(`{"allow": true, "reason": "${'x'.repeat(70_000)}"}`)],
];

for (const [name, how] of unreadable) {
  test(`nothing goes through on ${name}`, async () => {
    answer = how;
    const verdict = await moderatorWith({ hook }).prompt(question, never);
    assert.equal(verdict.verdict, 'unasked', JSON.stringify(verdict));
  });
}

test('nothing goes through when the hook is not there; a stop is obeyed', async () => {
  const gone = { url: 'http://127.0.0.1:9/', key: null };
  assert.equal((await moderatorWith({ hook: gone }).prompt(question, never)).verdict, 'unasked');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(moderatorWith({ hook }).prompt(question, stopped), /stopped/);
});

const judge = (how: string) => [process.execPath, fileURLToPath(new URL('./support/judge.ts', import.meta.url)), how];

function output(content: string) {
  const file = join(folder, `${Math.random()}.jpg`);
  writeFileSync(file, content);
  return { file, type: 'image/jpeg', poster: null, family: 'beta', accountId: 'a1', generationId: 'g1' };
}

test('a command judges outputs by their file, without our environment, a few at a time', async () => {
  const moderator = moderatorWith({ images: judge('by content') });
  const verdicts = await Promise.all(
    ['good', 'bad', 'good', 'bad', 'good'].map((content) => moderator.output(output(content), never)),
  );
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['allowed', 'refused', 'allowed', 'refused', 'allowed'],
    JSON.stringify(verdicts),
  );
  const [, refused] = verdicts;
  assert.match(refused!.verdict === 'refused' ? refused!.reason : '', /something bad .*"generation_id":"g1"/);
});

test('nothing goes through when the command crashes, fails, says nothing readable, or is not there', async () => {
  for (const command of [judge('crash'), judge('exit'), judge('prose'), judge('silence'), ['/nowhere/judge']]) {
    const verdict = await moderatorWith({ images: command }).output(output('good'), never);
    assert.equal(verdict.verdict, 'unasked', command.join(' '));
  }
});

test('a command that never ends is stopped when the job is', async () => {
  const stop = new AbortController();
  const verdict = moderatorWith({ images: judge('hang') }).output(output('good'), stop.signal);
  setTimeout(() => stop.abort(new Error('stopped')), 300);
  await assert.rejects(verdict, /stopped/);
});

test('a command that leaves a process behind, with its output open, has judged when it is over itself', async (t) => {
  const question = output('nobody yet');
  t.after(() => process.kill(Number(readFileSync(question.file, 'utf8')), 'SIGKILL'));
  const moderator = moderatorWith({ images: judge('leave a daemon') });
  const told: string[] = [];
  const asked = moderator.output(question, never).then(({ verdict }) => told.push(verdict));
  await Promise.race([asked, eventually(() => told.length > 0, { what: 'a verdict' })]);
  assert.deepEqual(told, ['allowed']);
});

test('the log names the generation and why, and never the key', () => {
  const text = lines.join('');
  assert.match(text, /moderation refused/);
  assert.match(text, /moderation could not be asked/);
  assert.match(text, /"generation":"g1"/);
  assert.ok(!text.includes('judge-secret'));
});
