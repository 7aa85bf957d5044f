/** Runs every example of the guide as a reader would: shell, TypeScript and Python, page by page. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { families } from '@afterimage/contract';
import { drawWebhookSecret } from '../../src/accounts/webhook-secrets.ts';
import { chapters } from '../../src/guide/contents.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { startTestService } from '../support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const python = join(root, 'clients/python/.venv/bin/python');
const files = chapters.flatMap(({ pages }) => pages.map(({ file }) => file));
/** A family's examples are long in drawing. */
const milliseconds = 300_000;
/** Each has a folder of its own, and mostly waits for the core that draws for it. */
const examplesAtOnce = 2;

const blocksOf = (file: string, language: string): string[] =>
  [...readFileSync(join(root, 'docs', file), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!);

/** Sent again while the generation is under way, as the page says: on a busy machine that takes longer than one wait. */
const waitedFor = (block: string): string =>
  block.includes('| tee record.json')
    ? `while\n${block}grep -qE '"status":"(pending|processing)"' record.json\ndo :; done`
    : block;

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('the examples of the guide', { concurrency: examplesAtOnce }, async (t) => {
  const service = await startTestService(t, {});
  const account = await service.account({ credit: '1000' });
  const env = {
    ...process.env,
    AFTERIMAGE_URL: service.url,
    AFTERIMAGE_API_KEY: account.live.key,
    AFTERIMAGE_SANDBOX_KEY: account.sandbox.key,
    PYTHONPATH: join(root, 'clients/python/src'),
  };

  // None is waited for here: they take turns, and the test ends with the last of them.
  for (const file of files) {
    const shell = blocksOf(file, 'sh');
    if (shell.length > 0)
      t.test(`${file}: shell`, async (one) => {
        const cwd = await emptyFolder(one);
        const script = `set -euo pipefail\n${shell.map(waitedFor).join('\n')}`;
        const { stdout } = await run('bash', ['-c', script], { cwd, env, timeout: milliseconds });
        assert.doesNotMatch(stdout, /Invalid API key|No such path/);
        if (file.endsWith('/start.md')) assert.ok((await stat(join(cwd, 'fox.mp4'))).size > 10_000);
        if (file.endsWith('/sandbox.md')) {
          assert.match(stdout, /"status":"failed".*API_ERROR/);
          assert.match(stdout, /"status":"failed".*TIMEOUT/);
        }
        if (file.endsWith('/idempotency.md')) assert.equal(new Set(stdout.trim().split('\n')).size, 1);
        for (const { slug, idName, path } of families)
          if (file === `guide/${slug}.md`) {
            const id: unknown = JSON.parse(stdout)[idName];
            assert.equal(typeof id, 'string');
            // It ends here: the example does not wait for it, and what is drawn for nobody takes its turn before the others'.
            await account.live.ask('DELETE', `${path}/generations/${id}`);
          }
      });
    for (const [index, code] of blocksOf(file, 'ts').entries())
      t.test(`${file}: TypeScript ${index + 1}`, async (one) => {
        const cwd = await emptyFolder(one);
        await writeFile(join(cwd, 'example.ts'), code);
        await run(process.execPath, ['example.ts'], { cwd, env, timeout: milliseconds });
        const made = /download\(record, '([^']+)'\)/.exec(code)?.[1];
        if (made !== undefined) assert.ok((await stat(join(cwd, made))).size > 1_000);
      });
    // Those about engines are parts of a program; examples/ has the whole, with a test of its own.
    for (const [index, code] of file.startsWith('guide/engines') ? [] : blocksOf(file, 'python').entries())
      t.test(`${file}: Python ${index + 1}`, async (one) => {
        if (!existsSync(python)) return one.skip('no Python with httpx: clients/python/.venv is not there');
        const asksOpenai = code.includes('from openai import');
        if (asksOpenai && !(await run(python, ['-c', 'import openai']).then(Boolean, () => false)))
          return one.skip('no openai in clients/python/.venv; .ci/run installs it');
        const cwd = await emptyFolder(one);
        await writeFile(join(cwd, 'example.py'), code);
        await run(python, ['example.py'], { cwd, env, timeout: milliseconds });
        const made = /download\(record, "([^"]+)"\)/.exec(code)?.[1];
        if (made !== undefined) assert.ok((await stat(join(cwd, made))).size > 1_000);
      });
  }
});

test('the verifiers of the page about webhooks take what we sign, and nothing else', async (t) => {
  const secret = drawWebhookSecret();
  const body = '{"status":"completed","prompt":"ein Föhn"}';
  const headers = signatureHeaders({ id: 'msg_1', body, sentAt: new Date() }, [drawWebhookSecret(), secret]);
  const good = JSON.stringify({ body, headers, secret });
  const forged = JSON.stringify({ body: body.replace('completed', 'failed'), headers, secret });
  const old = signatureHeaders({ id: 'msg_1', body, sentAt: new Date(Date.now() - 600_000) }, [secret]);
  const late = JSON.stringify({ body, headers: old, secret });
  const accepts = async (command: string, words: string[], cwd: string, sent: string) =>
    run(command, words, { cwd, env: { ...process.env, SENT: sent } }).then(
      () => true,
      () => false,
    );
  const judge = async (command: string, words: string[], cwd: string) =>
    assert.deepEqual(
      [
        await accepts(command, words, cwd, good),
        await accepts(command, words, cwd, forged),
        await accepts(command, words, cwd, late),
      ],
      [true, false, false],
    );
  const [inPython] = blocksOf('guide/webhooks.md', 'python');
  const [inGo] = blocksOf('guide/webhooks.md', 'go');
  const [inPhp] = blocksOf('guide/webhooks.md', 'php');
  const [inTypeScript] = blocksOf('guide/webhooks.md', 'ts');
  const has = (command: string, word: string) =>
    run(command, [word]).then(
      () => true,
      () => false,
    );

  await t.test('TypeScript', async (one) => {
    const cwd = await emptyFolder(one);
    await writeFile(
      join(cwd, 'example.ts'),
      `${inTypeScript}
const { body, headers, secret } = JSON.parse(process.env.SENT ?? '');
process.env.AFTERIMAGE_WEBHOOK_SECRET = secret;
const { status } = await receive(new Request('http://x/', { method: 'POST', body, headers }));
process.exit(status === 204 ? 0 : 1);`,
    );
    await judge(process.execPath, ['example.ts'], cwd);
  });
  await t.test('Python', async (one) => {
    if (!(await has('python3', '--version'))) return one.skip('no python3 here');
    const cwd = await emptyFolder(one);
    await writeFile(
      join(cwd, 'example.py'),
      `${inPython}\nimport json, os\nsent = json.loads(os.environ["SENT"])\nverify(sent["body"].encode(), sent["headers"], sent["secret"])\n`,
    );
    await judge('python3', ['example.py'], cwd);
  });
  await t.test('Go', async (one) => {
    if (!(await has('go', 'version'))) return one.skip('no go here');
    const cwd = await mkdtemp(join(tmpdir(), 'guide-go-'));
    one.after(() => rm(cwd, { recursive: true, force: true }));
    await writeFile(join(cwd, 'go.mod'), 'module webhooks\n');
    await writeFile(join(cwd, 'verify.go'), inGo!);
    await mkdir(join(cwd, 'judge'));
    await writeFile(
      join(cwd, 'judge', 'main.go'),
      `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"webhooks"
)

func main() {
	var sent struct {
		Body, Secret string
		Headers      map[string]string
	}
	json.Unmarshal([]byte(os.Getenv("SENT")), &sent)
	headers := http.Header{}
	for name, value := range sent.Headers {
		headers.Set(name, value)
	}
	if webhooks.Verify([]byte(sent.Body), headers, sent.Secret) != nil {
		os.Exit(1)
	}
}
`,
    );
    await run('go', ['build', '-o', 'judged', './judge'], { cwd });
    await judge(join(cwd, 'judged'), [], cwd);
  });
  await t.test('PHP', async (one) => {
    if (!(await has('php', '--version'))) return one.skip('no php here');
    const cwd = await emptyFolder(one);
    await writeFile(
      join(cwd, 'example.php'),
      `${inPhp}\n$sent = json_decode(getenv('SENT'), true);\nverify($sent['body'], $sent['headers'], $sent['secret']);\n`,
    );
    await judge('php', ['example.php'], cwd);
  });
});
