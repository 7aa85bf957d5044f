/** `afterimage backup` and `afterimage restore` on the embedded database: from one data folder into another, key and all. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { noS3Server, startS3Server } from '../../server/test/media/support/s3-server.ts';
import { temporaryFolder } from './support/afterimage.ts';
import { answerOf, hosted } from './support/hosted.ts';

test('a service moves from one data folder into another by one file', async (t) => {
  const from = await temporaryFolder();
  const to = await temporaryFolder();
  t.after(() => Promise.all([from.remove(), to.remove()]));
  const there = { AFTERIMAGE_DATA_DIR: from.folder };
  const here = { AFTERIMAGE_DATA_DIR: to.folder };
  const email = 'ada@example.com';
  const first = await hosted(['account', 'create', '--email', email, '--credit', '12.5'], there);
  assert.equal(first.exitCode, 0, first.stderr);
  const { secret } = await answerOf(['webhook-secret', 'show', '--account', email], there);
  const output = join(to.folder, 'afterimage.tar');
  const made = await answerOf(['backup', '--output', output], there);
  assert.deepEqual([made['output'], made['media'], made['missing'], made['key']], [output, 0, [], true]);
  const twice = await hosted(['backup', '--output', output], there);
  assert.deepEqual([twice.exitCode, /is there already/.test(twice.stderr)], [1, true]);
  const nowhere = await hosted(['backup', '--output', join(to.folder, 'missing', 'x')], there);
  assert.equal(nowhere.stderr, `--output: nothing can be saved in ${join(to.folder, 'missing')}.\n`);

  const done = await hosted(['restore', '--input', output, '--json'], here);
  assert.equal(done.exitCode, 0, done.stderr);
  const restored = JSON.parse(done.stdout);
  assert.deepEqual([restored.rows, restored.audit], [made['rows'], true]);
  assert.deepEqual(await answerOf(['webhook-secret', 'show', '--account', email], here), { secret });
  const key = await readFile(join(from.folder, 'secret.key'), 'utf8');
  assert.equal(await readFile(join(to.folder, 'secret.key'), 'utf8'), key);
  const again = await hosted(['restore', '--input', output], here);
  assert.match(again.stderr, /The database is not empty/);

  // Another key than that of the backup must not be lost.
  const third = await temporaryFolder();
  t.after(third.remove);
  await writeFile(join(third.folder, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  const refused = await hosted(['restore', '--input', output], { AFTERIMAGE_DATA_DIR: third.folder });
  assert.deepEqual([refused.exitCode, /is another key than that of the backup/.test(refused.stderr)], [1, true]);
  const nothing = await hosted(['restore', '--input', `${output}.no`], here);
  assert.match(nothing.stderr, /cannot be read: there is no such file/);
});

test('a service moves by a prefix in a bucket, which must be new and apart from the media', {
  skip: noS3Server,
}, async (t) => {
  const server = await startS3Server();
  const from = await temporaryFolder();
  const to = await temporaryFolder();
  t.after(() => Promise.all([server.close(), from.remove(), to.remove()]));
  const { AFTERIMAGE_MEDIA: media, ...keys } = server.env;
  const there = { AFTERIMAGE_DATA_DIR: from.folder, ...keys };
  const here = { AFTERIMAGE_DATA_DIR: to.folder, ...keys };
  const email = 'ada@example.com';
  assert.equal((await hosted(['account', 'create', '--email', email, '--credit', '12.5'], there)).exitCode, 0);
  const secret = await answerOf(['webhook-secret', 'show', '--account', email], there);
  const output = server.place('backups/one');
  const made = await answerOf(['backup', '--output', `${output}/`], there);
  assert.deepEqual([made['output'], made['key'], Number(made['bytes']) > 0], [output, true, true]);

  const refusals: [args: string[], env: Record<string, string>, exitCode: number, sentence: RegExp][] = [
    [
      ['backup', '--output', output],
      there,
      1,
      new RegExp(`^Something lies at ${RegExp.escape(output)} already; .+ new prefix only\\.$`, 'm'),
    ],
    [['backup', '--output', 's3://No_Such'], there, 2, /It must be a file, or s3:\/\/bucket\/prefix\./],
    [['backup', '--output', `${media}/x`], { ...there, AFTERIMAGE_MEDIA: media! }, 1, /lie in each other/],
    [
      ['backup', '--output', 's3://nowhere/x'],
      there,
      1,
      /^The backup's place s3:\/\/nowhere\/x cannot be used: it answered 404 NoSuchBucket; make the bucket first\.$/m,
    ],
    [
      ['backup', '--output', output],
      { AFTERIMAGE_DATA_DIR: from.folder },
      1,
      /^To use .+, AWS_ACCESS_KEY_ID and .+ must be set\.$/m,
    ],
    [
      ['restore', '--input', output],
      { AFTERIMAGE_DATA_DIR: to.folder },
      1,
      /^To use .+, AWS_ACCESS_KEY_ID and .+ must be set\.$/m,
    ],
    [['restore', '--input', server.place('backups')], here, 1, /is no backup of Afterimage, or is cut off\.$/m],
  ];
  for (const [args, env, exitCode, sentence] of refusals) {
    const refused = await hosted(args, env);
    assert.match(refused.stderr, sentence);
    assert.equal(refused.exitCode, exitCode, args.join(' '));
  }

  const restored = await answerOf(['restore', '--input', output], here);
  assert.deepEqual([restored['rows'], restored['audit']], [made['rows'], true]);
  assert.deepEqual(await answerOf(['webhook-secret', 'show', '--account', email], here), secret);
});
