/** `afterimage generate` against the real service: what is printed, what is saved, and the exit code of each end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Refusal } from '@afterimage/client';
import { type Family, families } from '@afterimage/contract';
import { Command } from 'commander';
import { zeta } from '../../contract/test/support/tenth-family.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { addFamilyCommand } from '../src/commands/generate.ts';
import { bodyOf } from '../src/generate/body.ts';
import { flagsOf } from '../src/generate/flags.ts';
import { barLine, createProgress } from '../src/generate/progress.ts';
import { afterimage, type Ended, startAfterimage, temporaryFolder } from './support/afterimage.ts';
import { hosted } from './support/hosted.ts';
import { mistaken } from './support/mistaken.ts';

type Said = Pick<Ended, 'exitCode' | 'stdout' | 'stderr'>;

/** Waits so long that the service has answered, also where the machine has other work: first short, then longer. */
async function timedOut(generate: (timeout: string[]) => Promise<Said>, seconds = 1): Promise<Said> {
  const ended = await generate(['--timeout', `${seconds}s`]);
  const wasHeard = !ended.stderr.includes('before the service answered');
  return wasHeard || seconds > 60 ? ended : timedOut(generate, seconds * 4);
}

async function folderFor(t: TestContext): Promise<string> {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  return folder;
}

test('generate against a service', async (t) => {
  const service = await startTestService(t);
  const { sandbox, live } = await service.account({ credit: '0.01' });
  const folder = await folderFor(t);
  const env = { AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };
  const generate = (args: string[], more: Record<string, string> = {}) =>
    hosted(['generate', ...args], { ...env, ...more });

  await t.test('a picture is waited for and saved, and its link is all that is printed', async () => {
    const file = join(folder, 'cat.jpg');
    const { exitCode, stdout, stderr } = await generate(['delta', '--prompt', 'a cat', '--output', file]);
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /^Saved .*cat\.jpg \(\d+ kB\)\.\n$/);
    assert.match(stdout, /^http:\/\/\S+\n$/);
    const link = await service.ask('GET', stdout.trim());
    assert.equal(link.status, 200);
    assert.deepEqual(await readFile(file), link.bytes);
  });

  await t.test('a file that cannot be saved is told, and the link is printed all the same', async () => {
    const file = join(folder, 'taken.jpg');
    await mkdir(join(folder, 'taken.jpg.part'));
    const { exitCode, stdout, stderr } = await generate(['delta', 'a cat', '--output', file]);
    assert.equal(exitCode, 1);
    assert.match(stdout, /^http:\/\/\S+\n$/);
    assert.match(stderr, /^The generation is complete, but not saved: EISDIR/);
  });

  await t.test('the prompt may stand alone, come from a file or from standard input; media too', async () => {
    const words = join(folder, 'words.txt');
    await writeFile(words, 'a cat from a file\n');
    const [alone, fromFile, piped, bytes] = await Promise.all([
      generate(['delta', 'a cat alone', '--json']),
      generate(['delta', `@${words}`, '--json', '--output', folder]),
      startAfterimage(['generate', 'delta', '--prompt', '-', '--output', '-'], env, { input: 'a piped cat\n' }).ended,
      startAfterimage(['generate', 'delta', 'a cat', '--images', '@-', '--json'], env, {
        input: await readFile(join(folder, 'cat.jpg')),
      }).ended,
    ]);
    assert.deepEqual(
      [alone, fromFile, bytes].map(({ stdout, stderr }) => (stdout === '' ? stderr : JSON.parse(stdout).prompt)),
      ['a cat alone', 'a cat from a file', 'a cat'],
    );
    const { id } = JSON.parse(fromFile.stdout);
    assert.match(fromFile.stderr, new RegExp(`^Saved .*/delta-${id}\\.jpg \\(\\d+ kB\\)\\.\n$`));
    assert.equal(piped.exitCode, 0, piped.stderr);
    assert.deepEqual([...piped.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  });

  await t.test('a failed one ends with 3, its code, and what was given back; --json prints its record', async () => {
    const prompt = 'a cat [[fail API_ERROR]]';
    const { exitCode, stdout, stderr } = await generate(['delta', '--prompt', prompt, '--json']);
    assert.equal(
      stderr,
      'The generation failed with API_ERROR. The upstream service failed. 0.0200 USD were given back.\n',
    );
    assert.equal(exitCode, 3);
    const { status, message } = JSON.parse(stdout);
    assert.deepEqual([status, message], ['failed', 'API_ERROR']);
  });

  await t.test('gamma, which tells its failures otherwise, and one that gives nothing back', async () => {
    const { exitCode, stdout, stderr } = await generate(['gamma', '--prompt', 'x [[fail UNSAFE_CONTENT]]']);
    assert.deepEqual([exitCode, stdout], [3, '']);
    assert.match(
      stderr,
      /^The generation failed with UNSAFE_CONTENT\. .* The price, \d\.\d{4} USD, is not given back\.\n$/,
    );
  });

  await t.test('a key that is none ends with 4', async () => {
    const { exitCode, stderr } = await generate(['delta', '--prompt', 'x'], { AFTERIMAGE_API_KEY: 'ai_live_no' });
    assert.equal(exitCode, 4);
    assert.match(stderr, /^Invalid API key\. `afterimage login` keeps another;/);
  });

  await t.test('too low a balance ends with 5; the key may come from a file', async () => {
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, `${live.key}\n`);
    const { exitCode, stderr } = await generate(['delta', '--prompt', 'x', '--key-file', keyFile]);
    assert.equal(stderr, 'This generation costs 0.0200 USD and the balance is 0.0100 USD.\n');
    assert.equal(exitCode, 5);
  });

  await t.test('every field that is wrong is told in the sentence of the service, with exit code 2', async () => {
    const [alpha, beta] = await Promise.all([
      generate(['alpha', '--prompt', ' ', '--version', '3.0', '--duration', '20']),
      generate(['beta', '--prompt', ' ', '--callback-url', 'nowhere']),
    ]);
    assert.equal(
      alpha.stderr,
      'prompt must not be white space only.\nduration for alpha_3 is an integer from 3 to 15.\n',
    );
    assert.match(beta.stderr, /^prompt must not be white space only\.\ncallback_url must be .*\n$/);
    assert.deepEqual([alpha.exitCode, beta.exitCode], [2, 2]);
  });

  await t.test('--timeout ends the waiting with 124 and not the generation; --no-wait prints the answer', async () => {
    const prompt = 'x [[queue 600]]';
    const [late, left] = await Promise.all([
      timedOut((timeout) => generate(['delta', '--prompt', prompt, ...timeout])),
      generate(['delta', '--prompt', prompt, '--no-wait']),
    ]);
    assert.equal(late.exitCode, 124, late.stderr);
    assert.match(
      late.stderr,
      /^The time is up; the generation goes on\. To look at it:\n {2}afterimage status delta \S+\n$/,
    );
    assert.equal(left.exitCode, 0);
    const { task_uuid: id, ...more } = JSON.parse(left.stdout);
    assert.deepEqual(more, { status: 'pending', price: '0.0200', family: 'delta', id });
    const listed = (await sandbox.get('/v1/delta/generations')).list.filter(({ status }) => status === 'pending');
    const lookedAt = late.stderr.trim().split(' ').at(-1);
    assert.notEqual(lookedAt, id);
    for (const one of [lookedAt, id]) assert.ok(listed.some(({ task_uuid }) => task_uuid === one));
  });
});

test('Ctrl-C ends the waiting with 130 and says how to look at the generation', async (t) => {
  const looked = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1/delta/generations/')) looked.resolve();
    response.end('{"task_uuid":"the-id","status":"pending"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { child, ended } = startAfterimage(['generate', 'delta', '--prompt', 'x', '--url', `${url}/`], {
    AFTERIMAGE_API_KEY: 'key',
  });
  await Promise.race([looked.promise, ended.then(({ stderr }) => assert.fail(stderr))]);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await ended;
  assert.deepEqual([exitCode, stdout], [130, '']);
  assert.equal(stderr, 'Interrupted; the generation goes on. To look at it:\n  afterimage status delta the-id\n');
});

/** A service that answers every submit so; resolves with its address. */
async function refusingService(t: TestContext, answer: (response: ServerResponse, attempt: number) => void) {
  let attempts = 0;
  const server = createServer((request, response) => {
    attempts += 1;
    request.resume();
    answer(response, attempts);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function maintenance(response: ServerResponse, retrySeconds: number): void {
  response.writeHead(503, { 'retry-after': String(retrySeconds) });
  response.end('{"detail":"The service is under maintenance","code":"MAINTENANCE"}');
}

test('a time that is up while the service says no is told with its answer, and that nothing was charged', async (t) => {
  const url = await refusingService(t, (response) => maintenance(response, 60));
  const args = ['generate', 'delta', '--prompt', 'x', '--url', url];
  const { exitCode, stderr } = await timedOut((timeout) =>
    afterimage([...args, ...timeout], { AFTERIMAGE_API_KEY: 'key' }),
  );
  assert.equal(exitCode, 124);
  const answered = 'the service answered 503: The service is under maintenance. Nothing was charged.';
  assert.equal(stderr, `The service is under maintenance. Again in 60.0 s.\nThe time is up; ${answered}\n`);
});

test('a time that is up while an attempt is open says that the job may have been taken', async (t) => {
  const url = await refusingService(t, (response, attempt) => {
    if (attempt === 1) maintenance(response, 0);
  });
  const args = ['generate', 'delta', '--prompt', 'x', '--timeout', '1s', '--url', url];
  const { exitCode, stderr } = await afterimage(args, { AFTERIMAGE_API_KEY: 'key' });
  assert.equal(exitCode, 124);
  assert.equal(stderr, 'The time is up before the service answered; it may have taken the job.\n');
});

test('generate without a key: told so with exit code 4, and nothing is sent', async () => {
  const { exitCode, stdout, stderr } = await afterimage(['generate', 'delta', '--prompt', 'x'], {});
  assert.deepEqual([exitCode, stdout], [4, '']);
  assert.match(stderr, /^There is no API key for http:\/\/127\.0\.0\.1:8080: keep one with `afterimage login`/);
});

const mistakes: [what: string, args: string[], says: RegExp][] = [
  ['without a prompt', ['delta'], /missing the prompt: add it in quotes, or --prompt <text>/],
  ['with two prompts', ['delta', 'x', '--prompt', 'y'], /the prompt is given twice/],
  ['with a choice that is none', ['beta', '--prompt', 'x', '--duration', '11'], /Allowed choices are 10, 15\./],
  ['with an address that is none', ['beta', '--prompt', 'x', '--url', 'here'], /It must be an http or https address/],
  ['saving what is not waited for', ['beta', '--prompt', 'x', '--output', 'a', '--no-wait'], /cannot be used with/],
];

for (const [what, args, says] of mistakes) {
  test(`generate ${what}: told so with exit code 2, and nothing is sent`, async () => {
    const { exitCode, stdout, stderr } = await mistaken(['generate', ...args]);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, says);
  });
}

/** The body that a command line comes to, without sending it. */
async function bodyFrom(family: Family, args: string[]): Promise<Record<string, unknown>> {
  const program = new Command();
  addFamilyCommand(program, family);
  let body: Record<string, unknown> = {};
  const command = program.commands[0]!.exitOverride();
  command.action(async (_prompt, options) => {
    body = await bodyOf(family, flagsOf(family), options);
  });
  await program.exitOverride().parseAsync([family.slug, ...args], { from: 'user' });
  return body;
}

const familyNamed = (slug: string) => families.find((family) => family.slug === slug)!;

test("alpha's duration goes in the type that its model takes", async () => {
  const durationOf = async (args: string) =>
    (await bodyFrom(familyNamed('alpha'), ['--prompt', 'x', ...args.split(' ')]))['duration'];
  assert.equal(await durationOf('--duration 5'), '5');
  assert.equal(await durationOf('--duration 7 --model alpha_3'), 7);
  assert.equal(await durationOf('--duration 10 --version 3.0'), 10);
  assert.equal(await durationOf('--duration 10 --version 2.6 --image-url https://a.b/c.png'), '10');
});

test('a file is read with @ before it, and one that cannot be read is told in a sentence', async (t) => {
  const folder = await folderFor(t);
  const picture = join(folder, 'named.txt');
  await writeFile(picture, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  const sending = (...args: string[]) => bodyFrom(familyNamed('beta'), args);
  assert.deepEqual(await sending('--prompt', 'x', '--image-url', `@${picture}`), {
    prompt: 'x',
    image_url: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  });
  assert.deepEqual(await sending('--prompt', 'x', '--image-url', picture), { prompt: 'x', image_url: picture });
  for (const args of [
    ['--prompt', '@missing'],
    ['--image-url', '@missing'],
  ]) {
    await assert.rejects(sending(...args), {
      exitCode: 2,
      message: `${args[0]}: missing cannot be read: there is no such file.`,
    });
  }
  await assert.rejects(sending('--prompt', `@${folder}`), {
    message: `--prompt: ${folder} cannot be read: it is a folder.`,
  });
});

test('a file that is none, or no picture, is told before anything is sent, with exit code 2', async () => {
  const env = { AFTERIMAGE_API_KEY: 'key', AFTERIMAGE_URL: 'http://127.0.0.1:1' };
  const missing = await afterimage(['generate', 'beta', 'x', '--image-url', './nowhere.jpg'], env);
  assert.deepEqual(
    [missing.exitCode, missing.stderr],
    [2, 'image_url: there is no file ./nowhere.jpg; a URL begins with http:// or https://.\n'],
  );
});

test('the help of every family, a tenth too, tells each field with its description and its choices', () => {
  for (const family of [...families, zeta]) {
    const program = new Command();
    addFamilyCommand(program, family);
    const command = program.commands[0]!.configureHelp({ helpWidth: 10_000 });
    const lines = command.helpInformation().split('\n');
    for (const { field, schema } of flagsOf(family)) {
      const flag = `--${field.replaceAll('_', '-')}`;
      const line = lines.find((each) => each.trim().split(' ')[0] === flag) ?? '';
      assert.ok(line !== '' && line.includes(String(schema['description'] ?? '')), `${family.slug} ${flag}: ${line}`);
      for (const choice of (schema['enum'] as unknown[] | undefined) ?? [])
        assert.ok(line.includes(`"${choice}"`), line);
    }
  }
});

test('a tenth family is generated with flags of its own', async () => {
  const args = '--prompt x --side 512 --seed 3 --stamp-pictures https://a.b/c --stamp-pictures https://a.b/d';
  assert.deepEqual(await bodyFrom(zeta, args.split(' ')), {
    prompt: 'x',
    side: 512,
    seed: 3,
    stamp_pictures: ['https://a.b/c', 'https://a.b/d'],
  });
});

test('progress is one line on a terminal, and nothing in a pipe', () => {
  for (const [isTTY, expected] of [
    [true, '\r\x1b[2Ka\r\x1b[2Kb\r\x1b[2K'],
    [false, ''],
  ] as const) {
    let written = '';
    const stream = { isTTY, write: (text: string) => (written += text) };
    const progress = createProgress({ stream, usualSeconds: () => undefined, now: () => 0 });
    progress.show('a');
    progress.show('b');
    progress.end();
    assert.equal(written, expected);
  }
});

test('a long pause before a repeat is told in a pipe, too', () => {
  let written = '';
  const stream = { isTTY: false, write: (text: string) => (written += text) };
  const progress = createProgress({ stream, usualSeconds: () => undefined, now: () => 0 });
  const refusal = new Refusal({ status: 503, message: 'The service is under maintenance' });
  progress.trouble({ refusal, pauseMilliseconds: 500 });
  progress.trouble({ refusal, pauseMilliseconds: 60_000 });
  assert.equal(written, 'The service is under maintenance. Again in 60.0 s.\n');
});

test('the bar shows the percent of a family that tells it, else the time against the usual time', () => {
  const at = (seconds: number, usualSeconds?: number) => ({ seconds, usualSeconds });
  const seen = { status: 'processing', percent: null, position: null } as const;
  assert.equal(
    barLine({ ...seen, percent: 50 }, at(65)),
    `processing  ${'█'.repeat(12)}${'░'.repeat(12)}   50 %  1:05`,
  );
  assert.equal(barLine(seen, at(10, 40)), `processing  ${'█'.repeat(6)}${'░'.repeat(18)}  0:10 of usually 0:40`);
  assert.equal(barLine(seen, at(90, 40)), `processing  ${'█'.repeat(23)}░  1:30 of usually 0:40`);
  assert.equal(
    barLine({ status: 'pending', percent: null, position: 3 }, at(2)),
    'pending     0:02  position 3 in the queue',
  );
});

test('a bar stays where it was when the generation fails', () => {
  let written = '';
  const stream = { isTTY: true, columns: 80, write: (text: string) => (written += text) };
  const progress = createProgress({ stream, usualSeconds: () => 60, now: () => 0 });
  progress.step({ status: 'processing', percent: 72, position: null });
  for (const percent of [8, null]) {
    written = '';
    progress.step({ status: 'failed', percent, position: null });
    assert.match(written, /failed .* 72 %/);
  }
  progress.end();
});
