/** The verification snippets tell genuine webhooks from forged ones, in each language as it is copied. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { type VerifyLanguage, verifyCode } from '../src/screens/webhooks/verify-code.ts';

const run = promisify(execFile);
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = '{"status":"completed","prompt":"ü"}';

interface Event {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

function signed({ by, at }: { by: string[]; at: Date }): Event {
  const id = 'msg_1';
  const signature = by.map((each) => new Webhook(each).sign(id, at, body)).join(' ');
  return { id, timestamp: String(Math.floor(at.getTime() / 1000)), signature, body };
}

const now = new Date();
const cases = [
  { what: 'a genuine event', event: signed({ by: [secret], at: now }), genuine: true },
  {
    what: 'one signed by an old secret and ours',
    event: signed({ by: [otherSecret, secret], at: now }),
    genuine: true,
  },
  { what: 'one of another secret', event: signed({ by: [otherSecret], at: now }), genuine: false },
  { what: 'another body', event: { ...signed({ by: [secret], at: now }), body: `${body} ` }, genuine: false },
];
const old = signed({ by: [secret], at: new Date(now.getTime() - 600_000) });

const programs: Record<VerifyLanguage, { command: string; file: string; ask: string }> = {
  node: {
    command: process.execPath,
    file: 'verify.mjs',
    ask: `
const event = JSON.parse(process.argv[2]);
const headers = { 'webhook-id': event.id, 'webhook-timestamp': event.timestamp, 'webhook-signature': event.signature };
console.log(isGenuine(Buffer.from(event.body), headers, '${secret}'));`,
  },
  python: {
    command: 'python3',
    file: 'verify.py',
    ask: `
import json, sys
event = json.loads(sys.argv[1])
headers = {"webhook-" + name: event[name] for name in ("id", "timestamp", "signature")}
print(str(is_genuine(event["body"].encode(), headers, "${secret}")).lower())`,
  },
  shell: { command: 'sh', file: 'verify.sh', ask: '' },
};

async function isGenuine(t: TestContext, language: VerifyLanguage, event: Event): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-verify-'));
  t.after(() => rm(folder, { recursive: true }));
  const { command, file, ask } = programs[language];
  await writeFile(join(folder, file), `${verifyCode[language]}\n${ask}`);
  await writeFile(join(folder, 'body.json'), event.body);
  if (language === 'shell') {
    const env = { PATH: process.env['PATH'], secret, ...event };
    const { stdout } = spawnSync(command, [file], { cwd: folder, env, encoding: 'utf8' });
    return stdout.trim() === 'genuine';
  }
  const { stdout } = await run(command, [file, JSON.stringify(event)], { cwd: folder });
  return stdout.trim() === 'true';
}

/** What a language needs and a machine may lack. */
const needs: Record<VerifyLanguage, string | null> = { node: null, python: 'python3', shell: 'openssl' };

for (const language of ['node', 'python', 'shell'] as const) {
  const need = needs[language];
  const missing = need !== null && spawnSync(need, ['version']).error !== undefined ? need : null;
  test(`the ${language} snippet takes what we sent and nothing else`, {
    skip: missing === null ? false : `${missing} is not installed`,
  }, async (t) => {
    for (const { what, event, genuine } of cases) {
      assert.equal(await isGenuine(t, language, event), genuine, what);
    }
    if (language !== 'shell') assert.equal(await isGenuine(t, language, old), false, 'an old recording');
  });
}
