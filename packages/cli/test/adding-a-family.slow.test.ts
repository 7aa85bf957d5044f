/** A new family is two files: its own, and a line in the index. Tried in a copy of the sources: no test breaks for it, and it works from the command to the file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAccount } from '@afterimage/server/accounts/accounts';
import { createKey } from '@afterimage/server/accounts/api-keys';
import sharp from 'sharp';
import { markFirstStart } from '../../server/src/accounts/store.ts';
import { checkTypes, copyCheckout, runInCopy } from '../../server/test/support/checkout-copy.ts';
import { testDatabase } from '../../server/test/support/database.ts';

const familyFile = `/** zeta: a stamp, from text. */
import { failureCode, id, mediaUrl, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { oneOf, text } from '../fields.ts';
import { usd } from '../money.ts';
import { callbackUrl } from '../urls.ts';

const record = { task_uuid: id, status, prompt, result_image_url: mediaUrl, message: failureCode };

export const zeta = defineFamily({
  slug: 'zeta',
  title: 'zeta',
  summary: 'A stamp, from text',
  path: '/v1/zeta',
  output: 'image',
  idName: 'task_uuid',
  lists: true,
  fields: {
    prompt: text(1, 100).required().about('What the stamp shows.'),
    side: oneOf(256, 512).byDefault(256),
    callback_url: callbackUrl(),
  },
  example: { prompt: 'A lighthouse, 45 cents' },
  model: () => 'zeta',
  work: ({ side }) => ({ task: 't2i', shape: { from: 'ratio', ratio: '1:1', edge: { long: side } } }),
  mediaBytesMax: 0,
  prices: { zeta: usd('0.0010') },
  price: () => ({ item: 'zeta' }),
  timeLimits: { zeta: 120 },
  failures: { ...usualFailures, content_policy: 'STAMP_REFUSED' },
  accepted: { task_uuid: id, status: pending, price },
  record,
  webhook: record,
});
`;

/** The tests that look at every family; the other parts of these packages' tests are not copied. */
const testsOfAllFamilies = [
  'packages/contract/test/every-family.test.ts',
  'packages/contract/test/failures.test.ts',
  'packages/contract/test/openapi.test.ts',
  'packages/contract/test/read-again.test.ts',
  'packages/contract/test/tables.test.ts',
  'packages/dashboard/test/playground-form.test.ts',
  'packages/server/test/api/generations.test.ts',
  'packages/server/test/architecture-page.test.ts',
  'packages/server/test/engines/faults.test.ts',
  'packages/server/test/mcp/mcp.slow.test.ts',
  'packages/cli/test/usage.test.ts',
];
/** Of those of the command, what no program has to be started for; of those of assistants, one form of their protocol; of lists, nothing drawn. */
const patterns = [
  '--test-skip-pattern=stop every command|a port that is taken|standard error|negotiates "legacy"|are deleted when asked|could not draw',
];

/** The sources of everything that takes part, with the family in two files. */
async function copyWithFamily(t: TestContext): Promise<string> {
  const parts = ['contract', 'client', 'server', 'studio', 'cli'].map((name) => `packages/${name}/[!t]*`);
  const supports = ['contract', 'cli', 'server'].map((name) => `packages/${name}/test/support`);
  const others = ['ARCHITECTURE.md', 'docs/schema.sql', 'packages/dashboard/src', 'packages/server/test/net/support'];
  const copy = await copyCheckout(t, 'package.json', ...parts, ...supports, ...others, ...testsOfAllFamilies);
  // Pages are built from the contract too, but not for this: those of the checkout will do.
  await symlink(fileURLToPath(new URL('../../dashboard/dist', import.meta.url)), join(copy, 'packages/dashboard/dist'));

  const folder = join(copy, 'packages/contract/src/families');
  await writeFile(join(folder, 'zeta.ts'), familyFile);
  const index = await readFile(join(folder, 'index.ts'), 'utf8');
  const added = index
    .replace("import { gamma } from './gamma.ts';\n", "$&import { zeta } from './zeta.ts';\n")
    .replace(/,\n\];\n$/, ',\n  zeta,\n];\n');
  assert.equal(added.match(/\bzeta\b/g)?.length, 3);
  await writeFile(join(folder, 'index.ts'), added);
  await checkTypes(copy, [join(folder, 'zeta.ts'), join(folder, 'index.ts')]);
  return copy;
}

test('a family is added with two files', async (t) => {
  const copy = await copyWithFamily(t);
  await t.test('no test that looks at every family breaks for it', () => checkTests(copy));
  await t.test('it generates from the command line over HTTP', (t) => generateFromCommandLine(t, copy));
});

async function checkTests(copy: string): Promise<void> {
  const report = await runInCopy(copy, ['--test', '--test-reporter=spec', ...patterns, ...testsOfAllFamilies]);
  // Whoever stops looking at every family would otherwise not be seen here.
  for (const seen of [
    'zeta: an unknown field',
    'zeta: each of its variants',
    'zeta: a request that was accepted',
    'models have prices',
  ]) {
    assert.match(report, new RegExp(`✔ ${seen}`));
  }
}

async function generateFromCommandLine(t: TestContext, copy: string): Promise<void> {
  const { db, url: databaseUrl } = await testDatabase(t);
  const key = await db.transaction(async (tx) => {
    await markFirstStart(tx);
    const creation = await createAccount(tx, { email: 'owner@example.com', credit: 10_000 });
    assert.equal(creation.outcome, 'created');
    const { id } = creation.account;
    return (await createKey(tx, { accountId: id, mode: 'live', name: 'test', expiresAt: null })).key;
  });

  const data = join(copy, 'data');
  const command = join(copy, 'packages/cli/bin/afterimage.js');
  const settings = { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp' };
  const service = spawn(process.execPath, [command, 'start'], {
    env: { ...settings, DATABASE_URL: databaseUrl, AFTERIMAGE_DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      service.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const ready = /"address":"([^"]+)".*the service is ready/.exec(said);
        if (ready !== null) resolve(ready[1]!);
      });
      service.once('exit', () => reject(new Error(`The service has ended:\n${said}`)));
    });

    const file = join(copy, 'stamp.jpg');
    const words = [
      'generate',
      'zeta',
      '--prompt',
      'A lighthouse, 45 cents',
      '--side',
      '512',
      '--output',
      file,
      '--json',
    ];
    const generate = spawn(process.execPath, [command, ...words], {
      env: { ...settings, AFTERIMAGE_URL: address, AFTERIMAGE_API_KEY: key },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await new Promise<[number | null]>((resolve) => generate.once('exit', (ended) => resolve([ended])));
    assert.equal(code, 0);
    const { format, width, height } = await sharp(file).metadata();
    assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 512, height: 512 });

    const headers = { authorization: `Bearer ${key}` };
    const refused = await fetch(`${address}/v1/zeta/generate`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"side":300}',
    });
    assert.equal(refused.status, 400);
    const { errors } = (await refused.json()) as { errors: { field: string }[] };
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['prompt', 'side'],
    );
    const balance = await (await fetch(`${address}/v1/data/balance`, { headers })).json();
    assert.equal((balance as { balance: number }).balance, 0.999);
    const document = (await (await fetch(`${address}/openapi.json`)).json()) as { paths: object };
    assert.ok('/v1/zeta/generate' in document.paths);
  } finally {
    service.kill('SIGTERM');
    await gone;
  }
}
