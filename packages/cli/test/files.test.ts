/** Files that cannot be read or written: one sentence with the name, whichever command was given it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFile } from '../src/files.ts';
import { startAfterimage, temporaryFolder } from './support/afterimage.ts';
import { hosted } from './support/hosted.ts';

const said = async (line: string[], env: Record<string, string>) => {
  const { exitCode, stdout, stderr } = await hosted(line, env);
  return [exitCode, stdout, stderr];
};

test('--key-file that is none, or a folder', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const missing = join(folder, 'missing');
  const env = { XDG_CONFIG_HOME: folder };
  assert.deepEqual(await said(['balance', '--key-file', missing], env), [
    2,
    '',
    `--key-file: ${missing} cannot be read: there is no such file.\n`,
  ]);
  assert.deepEqual(await said(['balance', '--key-file', folder], env), [
    2,
    '',
    `--key-file: ${folder} cannot be read: it is a folder.\n`,
  ]);
});

test('--output in a folder that is not there, of a backup and of an export', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const nowhere = join(folder, 'missing');
  await assert.rejects(newFile(join(nowhere, 'x.tar'), 'a backup'), {
    exitCode: 2,
    message: `--output: nothing can be saved in ${nowhere}.`,
  });
});

test('--input of a restore that is none, or a folder, before anything is made', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const env = { AFTERIMAGE_DATA_DIR: join(folder, 'data') };
  const missing = join(folder, 'missing');
  assert.deepEqual(await said(['restore', '--input', missing], env), [
    2,
    '',
    `--input: ${missing} cannot be read: there is no such file.\n`,
  ]);
  assert.deepEqual(await said(['restore', '--input', folder], env), [
    2,
    '',
    `--input: ${folder} is a folder; a backup is one file.\n`,
  ]);
});

test('login where the configuration folder cannot be made', async (t) => {
  const { folder, remove } = await temporaryFolder();
  const service = createServer((_request, answer) => answer.end('{"balance":1,"currency":"USD"}')).listen(
    0,
    '127.0.0.1',
  );
  await once(service, 'listening');
  t.after(async () => {
    service.close();
    await remove();
  });
  const file = join(folder, 'home');
  await writeFile(file, '');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const env = { XDG_CONFIG_HOME: file, AFTERIMAGE_URL: url };
  const { exitCode, stdout, stderr } = await startAfterimage(['login'], env, { input: 'ai_test_x\n' }).ended;
  const kept = join(file, 'afterimage', 'login.json');
  assert.deepEqual(
    [exitCode, stdout, stderr],
    [2, '', `${kept} cannot be written: what stands for a folder in it is a file.\n`],
  );
});
