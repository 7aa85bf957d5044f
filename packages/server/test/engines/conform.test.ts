/** The conformance runner passes the two examples, driven by our own adapter too, and finds what a wrong engine does. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import sharp from 'sharp';
import { conform } from '../../src/engines/http/conform.ts';
import { createEngineNet, type Send } from '../../src/net/engine-net.ts';
import { openVendor, vendorOutput } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { eventually } from '../support/eventually.ts';
import { mgeKey, openMge } from './vendors/mge.ts';
import type { StandIn } from './vendors/stand-in.ts';

const key = 'the key of an example';
const never = new AbortController().signal;

async function runExample(t: TestContext, command: string, file: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../../../examples/${file}`, import.meta.url));
  const env = { ...process.env, ENGINE_TOKEN: key, PORT: '0' };
  const child: ChildProcess = spawn(command, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const [line] = await once(child.stdout!.setEncoding('utf8'), 'data');
  return /http:\S+/.exec(String(line))![0];
}

async function conformOf(t: TestContext, url: string, withKey: string, through = (text: string) => text) {
  const net = createEngineNet({ addresses: [url], allow: [] });
  t.after(() => net.close());
  const send: Send = async (...asked) => {
    const reply = await net.send(...asked);
    if (!reply.headers.get('content-type')?.includes('json')) return reply;
    return new Response(through(await reply.text()), reply);
  };
  return conform({ url, key: withKey, send, jobSeconds: 30 });
}

// The tests need nothing but Node: where there is no Python, nobody can run its example either.
const hasPython = spawnSync('python3', ['--version']).status === 0;
const examples: [string, string][] = [[process.execPath, 'engine.ts']];
if (hasPython) examples.push(['python3', 'engine.py']);

for (const [command, file] of examples) {
  test(`examples/${file} passes every check and makes a picture`, { timeout: 180_000 }, async (t) => {
    const url = await runExample(t, command, file);
    const { ok, checks } = await conformOf(t, url, key);
    assert.ok(ok, inspect(checks));
    assert.equal(checks.length, 10);

    const open = async () => ({ url, close: async () => {} }) as StandIn;
    const { engine } = await openVendor(t, { kind: 'http', open, key });
    assert.deepEqual((await engine.check(never)).ok, true);
    const start = await engine.start(describeVendorWork({ task: 't2i' }), never);
    assert.ok(start.outcome === 'accepted', inspect(start));
    const poll = await eventually(async () => {
      const seen = await engine.poll(start.handle, { waitSeconds: 20, signal: never });
      return seen.state !== 'queued' && seen.state !== 'running' && seen;
    });
    assert.ok(poll.state === 'succeeded', inspect(poll));
    const bytes = await new Response(await vendorOutput(poll.outputs).open(never)).arrayBuffer();
    const { width, height, format } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, format], [1024, 576, 'png']);
  });
}

test('an engine that forgets to refuse other work under a known id fails that check and no other', async (t) => {
  const standIn = await openMge();
  t.after(() => standIn.close());
  const good = await conformOf(t, standIn.url, mgeKey);
  assert.ok(good.ok, inspect(good.checks));
  // The third PUT of a run is the one that brings other work.
  standIn.paid.length = 0;
  const add = standIn.paid.push.bind(standIn.paid);
  standIn.paid.push = (...calls) => {
    if (standIn.paid.length === 2) standIn.replies.push({ json: { id: 'known', state: 'queued' } });
    return add(...calls);
  };
  const { ok, checks } = await conformOf(t, standIn.url, mgeKey);
  assert.equal(ok, false);
  assert.deepEqual(
    checks.filter((check) => !check.ok).map(({ name }) => name),
    ['refuses other work under the same id'],
  );
});

test('a checksum may be written in capitals, as the service takes it, and a wrong one fails that check', async (t) => {
  const standIn = await openMge();
  t.after(() => standIn.close());
  standIn.outputOf = () => Buffer.from('what was made');
  const sum = createHash('sha256').update('what was made').digest('hex');
  const failing = async (sha256: string) => {
    const saying = (text: string) => text.replace('"bytes"', `"sha256":"${sha256}","bytes"`);
    const { checks } = await conformOf(t, standIn.url, mgeKey, saying);
    return checks.filter(({ ok }) => !ok).map(({ name }) => name);
  };
  assert.deepEqual(await failing(sum.toUpperCase()), []);
  assert.deepEqual(await failing('0'.repeat(64)), ['hands over what it made']);
});

test('an address where no engine answers is told in one check', async (t) => {
  const { ok, checks } = await conformOf(t, 'http://127.0.0.1:9', key);
  assert.equal(ok, false);
  assert.deepEqual(
    checks.map(({ name }) => name),
    ['describes itself'],
  );
});
