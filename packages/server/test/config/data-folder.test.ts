/** Data folders that can be used, and the sentences about those that cannot. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WrongSettings } from '../../src/config/config.ts';
import { prepareDataFolder } from '../../src/config/data-folder.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-data-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function refusalOf(dataFolder: string): Promise<string> {
  const fault = await prepareDataFolder({ dataFolder }).then(
    () => assert.fail('the folder was accepted'),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof WrongSettings, String(fault));
  const start = `AFTERIMAGE_DATA_DIR is "${dataFolder}"; it must be a folder to write to: `;
  assert.ok(fault.message.startsWith(start), fault.message);
  return fault.message.slice(start.length);
}

/** Root may write everywhere: what others hear can only be tested as one of them. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(65_534);
  try {
    await work();
  } finally {
    process.seteuid!(0);
  }
}

test('a data folder is made with its parents, by several at once, and nothing is left in it', async (t) => {
  const dataFolder = join(await makeFolder(t), 'a', 'b', 'data');
  await Promise.all(Array.from({ length: 8 }, () => prepareDataFolder({ dataFolder })));
  assert.deepEqual(await readdir(dataFolder), []);
});

test('a plain file, and a folder below one, are refused with the name of the file', async (t) => {
  const file = join(await makeFolder(t), 'file');
  await writeFile(file, '');
  assert.equal(await refusalOf(file), `${file} is not a folder.`);
  assert.equal(await refusalOf(join(file, 'a', 'data')), `${file} is not a folder.`);
});

test('a folder that is closed to this user is refused, and so is one inside it', async (t) => {
  const readable = await makeFolder(t);
  const closed = await makeFolder(t);
  await chmod(readable, 0o555);
  await chmod(closed, 0o000);
  await asNobody(async () => {
    assert.equal(await refusalOf(readable), `${readable} cannot be written to (EACCES).`);
    assert.equal(await refusalOf(join(readable, 'data')), `${join(readable, 'data')} cannot be made (EACCES).`);
    assert.equal(await refusalOf(join(closed, 'data')), `${join(closed, 'data')} cannot be entered (EACCES).`);
  });
  await chmod(closed, 0o700);
});

test('a file system that takes no folders is refused at once', { timeout: 300_000 }, async () => {
  // Linux only has it, and only there does Node's own making of folders never end.
  if (!existsSync('/proc/self')) return;
  assert.match(await refusalOf('/proc/nope/data'), /^\/proc\/nope cannot be made \((ENOENT|EACCES)\)\.$/);
  assert.match(await refusalOf('/proc/self'), /^\/proc\/self cannot be written to \((ENOENT|EACCES)\)\.$/);
});

test('a data folder is for its user alone, and so is what a version before left open in it', async (t) => {
  const dataFolder = join(await makeFolder(t), 'data');
  await mkdir(join(dataFolder, 'media', 'ab'), { recursive: true });
  await writeFile(join(dataFolder, 'media', 'ab', 'clip'), '');
  for (const path of ['', 'media', 'media/ab']) await chmod(join(dataFolder, path), 0o755);
  await chmod(join(dataFolder, 'media/ab/clip'), 0o644);
  await prepareDataFolder({ dataFolder });
  const modeOf = async (path: string) => ((await stat(join(dataFolder, path))).mode & 0o777).toString(8);
  assert.deepEqual(await Promise.all(['', 'media', 'media/ab', 'media/ab/clip'].map(modeOf)), [
    '700',
    '700',
    '700',
    '600',
  ]);
  await mkdir(join(dataFolder, 'later'));
  await writeFile(join(dataFolder, 'later', 'file'), '');
  assert.deepEqual(await Promise.all(['later', 'later/file'].map(modeOf)), ['700', '600']);
});
