/** `afterimage account export` and `afterimage account delete` on the embedded database. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/afterimage.ts';
import { answerOf, hosted } from './support/hosted.ts';

test('an account is exported into a new file, and erased only when that is meant', async (t) => {
  const data = await temporaryFolder();
  t.after(data.remove);
  const here = { AFTERIMAGE_DATA_DIR: data.folder };
  const email = 'ada@example.com';
  const created = await hosted(['account', 'create', '--email', email, '--credit', '12.5', '--json'], here);
  const { account_id } = JSON.parse(created.stdout);
  const output = join(data.folder, 'ada.tar');
  const exported = await answerOf(['account', 'export', '--account', email, '--output', output], here);
  assert.deepEqual([exported['account_id'], exported['media'], exported['missing']], [account_id, 0, []]);
  assert.equal((await stat(output)).mode & 0o777, 0o600);
  const twice = await hosted(['account', 'export', '--account', email, '--output', output], here);
  assert.deepEqual([twice.exitCode, /is there already/.test(twice.stderr)], [1, true]);
  const nowhere = join(data.folder, 'missing');
  const lost = await hosted(['account', 'export', '--account', email, '--output', join(nowhere, 'x')], here);
  assert.equal(lost.stderr, `--output: nothing can be saved in ${nowhere}.\n`);

  const bucket = await hosted(['account', 'export', '--account', email, '--output', 's3://bucket/ada.tar'], here);
  assert.deepEqual(
    [bucket.exitCode, bucket.stderr],
    [2, '--output: s3://bucket/ada.tar is no file; an export is written into a file of this machine.\n'],
  );

  const unsaid = await hosted(['account', 'delete', '--account', email], here);
  assert.deepEqual([unsaid.exitCode, /--yes is missing/.test(unsaid.stderr)], [1, true]);
  const erased = await answerOf(['account', 'delete', '--account', email, '--yes'], here);
  assert.deepEqual([erased['account_id'], erased['generations'], erased['balance']], [account_id, 0, 12.5]);
  const gone = await hosted(['account', 'delete', '--account', email, '--yes'], here);
  assert.match(gone.stderr, /There is no account ada@example\.com/);
  const again = await hosted(['account', 'create', '--email', email], here);
  assert.equal(again.exitCode, 0, again.stderr);
  assert.doesNotMatch((await hosted(['account', 'delete', '--account', email, '--yes'], here)).stdout, /operator/);

  // Addresses are the same in any case.
  const owner = 'Owner@localhost';
  await answerOf(['account', 'create', '--email', owner], here);
  const unowned = await hosted(['account', 'delete', '--account', owner, '--yes'], here);
  assert.match(unowned.stdout, /the operator's own: `afterimage account create --email Owner@localhost`/);
  assert.equal((await answerOf(['audit'], here))['ok'], true);
});
