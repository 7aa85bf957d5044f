/** `afterimage engines …`, run for real against engines on this machine. */
import assert from 'node:assert/strict';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mgeKey, openMge } from '../../server/test/engines/vendors/mge.ts';
import { afterimage, startAfterimage, temporaryFolder } from './support/afterimage.ts';
import { answerOf, hosted } from './support/hosted.ts';
import { mistaken } from './support/mistaken.ts';

async function withFile(t: TestContext, text: string): Promise<Record<string, string>> {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  await writeFile(join(folder, 'engines.yaml'), text);
  return { AFTERIMAGE_DATA_DIR: folder };
}

test('engines check: exactly the fields that scripts rely on, and exit code 0 when all is well', async (t) => {
  const standIn = await openMge();
  t.after(() => standIn.close());
  const env = await withFile(
    t,
    `engines:\n  box: {kind: http, url: ${standIn.url}, key: {env: BOX}}\n` +
      'routes:\n  - {match: {}, use: [{engine: box, model: everything}]}\n',
  );
  const answer = (await answerOf(['engines', 'check'], { ...env, BOX: mgeKey })) as {
    engines: Record<string, unknown>[];
    routes: Record<string, unknown>[];
  };
  assert.deepEqual(Object.keys(answer), ['ok', 'engines', 'routes']);
  assert.deepEqual(answer.engines, [{ name: 'box', kind: 'http', ok: true, detail: 'stand-in is ready, 2 models' }]);
  assert.deepEqual(Object.keys(answer.routes[0]!), ['family', 'model', 'use']);
  assert.ok(answer.routes.every(({ use }) => JSON.stringify(use) === '["box"]'));
  const { stdout } = await hosted(['engines', 'check'], { ...env, BOX: mgeKey });
  assert.match(stdout, /^All is well\n.*engines\.yaml\n\n {2}✓ box \(http\)/);
  assert.match(stdout, /alpha-o1-video {2}→ box {2}every model/);
  assert.equal(standIn.paid.length, 0, 'a check costs nothing');
});

test('engines check: a wrong file ends with 1, every fault at once with its line', async (t) => {
  const env = await withFile(t, 'engines:\n  box: {kind: http}\n  kling: {kind: kling, key: sk-literal}\n');
  const json = await hosted(['engines', 'check', '--json'], env);
  assert.equal(json.exitCode, 1);
  const { ok, faults } = JSON.parse(json.stdout) as { ok: boolean; faults: { line: number; message: string }[] };
  assert.equal(ok, false);
  assert.deepEqual(
    faults.map(({ line }) => line),
    [2, 3],
  );
  const said = await hosted(['engines', 'check'], env);
  assert.match(said.stdout, /^2 things are wrong\n/);
  assert.match(said.stdout, /\n {2}line 2 {2}engines\.box needs a url\.\n {2}line 3 {2}engines\.kling\.key/);
  assert.doesNotMatch(json.stdout + said.stdout, /sk-literal/);
});

test('a start with a wrong file is refused before the database is touched', async (t) => {
  const env: Record<string, string> = { ...(await withFile(t, 'engines:\n  box: {kind: http}\n')), PORT: '0' };
  const { exitCode, stderr } = await afterimage(['start'], env);
  assert.notEqual(exitCode, 0);
  assert.match(stderr, /engines\.box needs a url/);
  await assert.rejects(access(join(env['AFTERIMAGE_DATA_DIR']!, 'postgres')), 'no database was made');
});

test('engines key create: only for an engine of kind pull that the file names', { timeout: 180_000 }, async (t) => {
  const env = await withFile(t, 'engines:\n  box: {kind: http, key: {env: NOT_HERE}}\n  farm: {kind: pull}\n');
  assert.equal((await hosted(['migrate'], env)).exitCode, 0);
  for (const name of ['barn', 'box']) {
    const { exitCode, stderr } = await hosted(['engines', 'key', 'create', '--engine', name], env);
    assert.equal(exitCode, 1);
    assert.match(stderr, new RegExp(`names no engine ${name} of kind pull; those it names are farm\\.`));
  }
  assert.deepEqual(Object.keys(await answerOf(['engines', 'key', 'create', '--engine', 'farm'], env)), ['key', 'id']);
  // The file may come later, but none may name an embedded one.
  await rm(join(env['AFTERIMAGE_DATA_DIR']!, 'engines.yaml'));
  const { exitCode, stderr } = await hosted(['engines', 'key', 'create', '--engine', 'studio'], env);
  assert.deepEqual([exitCode, stderr], [1, 'studio is an embedded engine: it has no workers elsewhere.\n']);
});

test('engines conform: a good engine passes, a wrong key is told, and an address is asked for', async (t) => {
  const standIn = await openMge();
  t.after(() => standIn.close());
  const good = (await answerOf(['engines', 'conform', standIn.url, '--key', mgeKey], {})) as {
    ok: boolean;
    checks: Record<string, unknown>[];
  };
  assert.deepEqual(Object.keys(good), ['ok', 'checks']);
  assert.equal(good.ok, true);
  assert.deepEqual(Object.keys(good.checks[0]!), ['name', 'ok', 'detail']);
  const wrong = await hosted(['engines', 'conform', `${standIn.url}/`, '--key', 'wrong'], {});
  assert.equal(wrong.exitCode, 1);
  assert.match(wrong.stdout, /does not speak mge\/1: 1 of 1 checks failed\n {2}✗ describes itself .*401/);
  const { exitCode, stderr } = await mistaken(['engines', 'conform', 'box']);
  assert.equal(exitCode, 2);
  assert.match(stderr, /It must be an http or https address/);
});

test('engines reload: what each process answered, a wrong file, and that nobody runs', {
  timeout: 180_000,
}, async (t) => {
  const env: Record<string, string> = { ...(await withFile(t, 'engines:\n  farm: {kind: pull}\n')), PORT: '0' };
  const service = startAfterimage(['start'], env);
  t.after(() => service.child.kill());
  await service.printed(/the service is ready/);
  await writeFile(
    join(env['AFTERIMAGE_DATA_DIR']!, 'engines.yaml'),
    'engines:\n  farm: {kind: pull}\n  barn: {kind: pull}\n',
  );
  const { ok, processes } = (await answerOf(['engines', 'reload'], env)) as { ok: boolean; processes: object[] };
  assert.equal(ok, true);
  assert.deepEqual(
    processes.map((one) => Object.keys(one).sort()),
    [['detail', 'ok', 'process']],
  );
  assert.equal((processes[0] as { detail: string }).detail, 'farm, barn');
  await writeFile(join(env['AFTERIMAGE_DATA_DIR']!, 'engines.yaml'), 'engines:\n  farm: {kind: plough}\n');
  const wrong = await hosted(['engines', 'reload'], env);
  assert.equal(wrong.exitCode, 1);
  assert.match(wrong.stdout, /^Nothing has changed\n {2}✗ \S+:\d+ +nothing has changed: line 2: engines\.farm\.kind/);
  // A hang-up is the same: a wrong file changes nothing, and the next good one is taken over.
  service.child.kill('SIGHUP');
  await service.printed(/the engines file is wrong, and nothing has changed[\s\S]*the engines file is wrong/);
  const yards = 'engines:\n  farm: {kind: pull}\n  yard: {kind: pull}\n';
  await writeFile(join(env['AFTERIMAGE_DATA_DIR']!, 'engines.yaml'), yards);
  service.child.kill('SIGHUP');
  await service.printed(/"engines":\["farm","yard"\][^\n]*the engines file was read anew/);
  service.child.kill('SIGTERM');
  await service.ended;
  assert.deepEqual(await answerOf(['engines', 'reload'], env), { ok: true, processes: [] });
});
