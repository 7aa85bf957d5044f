/** Calls that never reach a database: help, mistakes on the command line, wrong settings. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { families, findFamily } from '@afterimage/contract';
import type { Command } from 'commander';
import { duration } from '../src/arguments.ts';
import { buildProgram } from '../src/program.ts';
import { afterimage, temporaryFolder } from './support/afterimage.ts';
import { hosted } from './support/hosted.ts';
import { mistaken } from './support/mistaken.ts';

const nowhere = { AFTERIMAGE_DATA_DIR: '/nowhere' };

function commandsOf(command: Command, path: string[] = []): string[][] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((below) => commandsOf(below, [...path, below.name()]));
}

/** In the order of the help. A new command has no line to add here: its help is its manual. */
const manual = [
  'start',
  'login',
  ...families.map(({ slug }) => `generate ${slug}`),
  'status',
  'wait',
  'list',
  'cancel',
  'download',
  'balance',
  'webhooks listen',
  'webhooks redeliver',
  'trigger',
  'sandbox clock advance',
  'sandbox clock show',
  'sandbox clock reset',
  'mcp',
  'completion',
  'account create',
  'account list',
  'account suspend',
  'account resume',
  'account export',
  'account delete',
  'login-link',
  'key create',
  'key list',
  'key rotate',
  'key revoke',
  'credit grant',
  'webhook-secret show',
  'webhook-secret rotate',
  'maintenance on',
  'maintenance off',
  'maintenance list',
  'engines check',
  'engines conform',
  'engines reload',
  'engines key create',
  'engines key list',
  'engines key revoke',
  'media move',
  'media check',
  'migrate',
  'backup',
  'restore',
  'audit',
  'config',
  'doctor',
];

test('the commands of the manual are there, in its order', () => {
  const present = commandsOf(buildProgram()).map((path) => path.join(' '));
  assert.deepEqual(
    present.filter((name) => manual.includes(name)),
    manual,
  );
});

test('the help of every command has an example that begins with that command, and --json', () => {
  for (const path of commandsOf(buildProgram())) {
    let command: Command = buildProgram();
    for (const name of path) command = command.commands.find((each) => each.name() === name)!;
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    assert.ok(help.includes(`  $ afterimage ${path.join(' ')}`), help);
    if (path[0] !== 'start') assert.match(help, /--json/);
  }
});

test('the help of account create says that it may make a database, that of the sandbox clock what goes by it', async () => {
  const plain = async (line: string) => (await hosted(line.split(' '), nowhere)).stdout.replace(/\s+/g, ' ');
  assert.match(
    await plain('account create --help'),
    /where no service has been started yet, its database is made first/,
  );
  assert.match(
    await plain('sandbox clock --help'),
    /files and of Idempotency-Keys .* links, keys and rates go by real time/,
  );
});

test('help of a command inside a group is that of the command', async () => {
  const { exitCode, stdout } = await afterimage(['help', 'key', 'rotate'], nowhere);
  assert.equal(exitCode, 0);
  assert.match(stdout, /^Usage: afterimage key rotate /);
});

test('every name by which other commands know a family is one for `generate`', () => {
  const generate = buildProgram().commands.find((command) => command.name() === 'generate')!;
  for (const command of generate.commands.filter((each) => each.name() !== 'help')) {
    const names = [command.name(), ...command.aliases()];
    for (const name of names) assert.equal(findFamily(name, families)?.slug, command.name());
    const { path } = findFamily(command.name(), families)!;
    assert.ok(names.includes(path.slice('/v1/'.length)) && names.includes(path.split('/').at(-1)!), path);
  }
});

test('help is an answer, not a mistake; a command group without its command is one', async () => {
  const help = await afterimage(['key', '--help'], nowhere);
  assert.deepEqual([help.exitCode, help.stderr], [0, '']);
  assert.match(help.stdout, /create .*\n.*list .*\n.*rotate .*\n.*revoke /);
  const unfinished = await afterimage(['key'], nowhere);
  assert.deepEqual([unfinished.exitCode, unfinished.stdout], [2, '']);
});

const mistakes: [line: string, says: RegExp][] = [
  ['kye list', /unknown command 'kye'\n\(Did you mean key\?\)/],
  ['key list', /required option '--account <email>' not specified/],
  ['audit --jason', /unknown option '--jason'\n\(Did you mean --json\?\)/],
  ['account create --email ada', /It must be an email address\./],
  ['account create --email a@b --credit -1', /"-1" is not an amount in USD, such as 5/],
  ['credit grant --account a@b --amount 0', /It must be more than 0 and at most a billion\./],
  [
    `credit grant --account a@b --amount 1 --reason ${'r'.repeat(201)}`,
    /option '--reason <text>'.*It must be one line of 1 to 200 characters\./,
  ],
  ['credit grant --account a@b --amount 1 --reason a\u001bb', /It must be one line of 1 to 200 characters\./],
  ['credit grant --account a@b --amount 0.00001', /more than four fractional digits\./],
  ['credit grant --account a@b --amount 99999999999999999', /"9{17}" is too large an amount\./],
  ['key rotate --id x --overlap soon', /It must be a length of time such as 30m/],
  ...['0', '0d', 'abc'].map((expires): [string, RegExp] => [
    `key create --account a@b --name x --expires ${expires}`,
    /It must be some time to live, such as 12h or 90d\./,
  ]),
  ['maintenance on --family omega', /The families are alpha, alpha-o1-video/],
  ['generate omega fox', /there is no family omega; the families are alpha, alpha-o1-video/],
];

for (const [line, says] of mistakes) {
  test(`${line}: told what is meant, with exit code 2`, async () => {
    const { exitCode, stdout, stderr } = await mistaken(line.split(' '));
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, says);
  });
}

test('a mistake is told on the standard error of the process, which ends with that code', async () => {
  const [line, says] = mistakes[0]!;
  const { exitCode, stdout, stderr } = await afterimage(line.split(' '), nowhere);
  assert.deepEqual([exitCode, stdout], [2, '']);
  assert.match(stderr, says);
});

test('wrong settings stop every command, start too, with all of them listed', async () => {
  for (const line of ['start', 'account list']) {
    const { exitCode, stdout, stderr } = await afterimage(line.split(' '), {
      PORT: 'x',
      AFTERIMAGE_ROLES: 'cook',
    });
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /^2 settings are wrong:\n {2}- PORT is "x"; .*\n {2}- AFTERIMAGE_ROLES is "cook"; .*\n$/);
  }
});

test('a data folder that cannot be used stops every command, start too, in a sentence', async () => {
  const file = fileURLToPath(import.meta.url);
  for (const line of ['start', 'account list']) {
    const { exitCode, stdout, stderr } = await afterimage(line.split(' '), { AFTERIMAGE_DATA_DIR: file, PORT: '0' });
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.equal(
      stderr,
      `AFTERIMAGE_DATA_DIR is "${file}"; it must be a folder to write to: ${file} is not a folder.\n`,
    );
  }
});

test('start on a port that is taken says so', async (t) => {
  const { folder, remove } = await temporaryFolder();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(async () => {
    other.close();
    await remove();
  });
  const { port } = other.address() as AddressInfo;
  const { exitCode, stderr } = await afterimage(['start'], { AFTERIMAGE_DATA_DIR: folder, PORT: String(port) });
  assert.equal(exitCode, 1);
  assert.equal(stderr, `Port ${port} is in use by another program; set PORT to a free one.\n`);
  const probed = { AFTERIMAGE_DATA_DIR: folder, PORT: '0', AFTERIMAGE_PROBE_PORT: String(port) };
  const { stderr: said } = await afterimage(['start'], probed);
  assert.equal(said, `Port ${port} is in use by another program; set AFTERIMAGE_PROBE_PORT to a free one.\n`);
});

test('start on a host that leads nowhere names HOST', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const wrong = { AFTERIMAGE_DATA_DIR: folder, PORT: '0', HOST: 'no-such-host.invalid' };
  for (const env of [wrong, { ...wrong, AFTERIMAGE_PROBE_PORT: '1024' }]) {
    const { exitCode, stdout, stderr } = await afterimage(['start'], env);
    assert.deepEqual([exitCode, stdout], [1, '']);
    // Whoever is asked for names knows none such, or nobody can be asked.
    const said =
      /^no-such-host\.invalid leads to no address \((ENOTFOUND|EAI_\w+)\); set HOST to an address of this machine\.\n$/;
    assert.match(stderr, said);
  }
});

test('lengths of time', () => {
  assert.deepEqual(['0', '45s', '30m', '24h', '7d'].map(duration), [0, 45, 1800, 86_400, 604_800]);
  for (const wrong of ['', '5', '1.5h', '-1h', '1w', '24 h', '1h30m'])
    assert.throws(() => duration(wrong), /length of time/);
});
