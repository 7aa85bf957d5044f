/** A new family is two files: its own, and a line in the index. Two are tried in a copy of the sources: no test breaks for them, and one works from the command to the file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createAccount } from '@afterimage/server/accounts/accounts';
import { createKey } from '@afterimage/server/accounts/api-keys';
import sharp from 'sharp';
import { markFirstStart } from '../../server/src/accounts/store.ts';
import {
  checkTypes,
  copyCheckout,
  editFile,
  runInCopy,
  runTestsInCopy,
} from '../../server/test/support/checkout-copy.ts';
import { testDatabase } from '../../server/test/support/database.ts';

const zetaFile = `/** zeta: a stamp, from text. */
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

/** Of which nothing can be had without a picture, and which names its model nowhere. */
const thetaFile = `/** theta: a film from a picture. */
import { failureCode, id, mediaUrl, pending, price, prompt, status } from '../answers.ts';
import { defineFamily } from '../define-family.ts';
import { usualFailures } from '../failures.ts';
import { oneOf, text } from '../fields.ts';
import { imageBytesMax } from '../limits.ts';
import { image } from '../media-fields.ts';
import { usd } from '../money.ts';
import { callbackUrl } from '../urls.ts';

const record = { generation_id: id, status, prompt, video_url: mediaUrl, message: failureCode };

export const theta = defineFamily({
  slug: 'theta',
  title: 'theta',
  summary: 'A film, from a picture',
  path: '/v1/theta',
  output: 'video',
  idName: 'generation_id',
  fields: {
    prompt: text(1, 500).required().about('What happens in the film.'),
    picture_url: image({ takes: 'url', as: 'first' }).required(),
    grade: oneOf('draft', 'fine').byDefault('draft').about('Draft is 480p, fine is 720p.'),
    callback_url: callbackUrl(),
  },
  example: { prompt: 'The boat sails away', picture_url: 'https://example.com/boat.png', grade: 'fine' },
  model: ({ grade }) => \`theta-\${grade}\`,
  work: ({ grade }) => ({
    task: 'i2v',
    shape: { from: 'first-input', edge: { short: grade === 'fine' ? 720 : 480 } },
    seconds: 4,
  }),
  mediaBytesMax: imageBytesMax,
  prices: { 'theta/draft': usd('0.0500'), 'theta/fine': usd('0.0900') },
  price: ({ fields }) => ({ item: \`theta/\${fields.grade}\` }),
  timeLimits: { theta: 600 },
  failures: usualFailures,
  accepted: { generation_id: id, status: pending, price },
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
  'packages/dashboard/test/playground-families.browser.test.ts',
  'packages/dashboard/test/playground-form.test.ts',
  'packages/server/test/api/generations.test.ts',
  'packages/server/test/architecture-page.test.ts',
  'packages/server/test/engines/faults.test.ts',
  'packages/server/test/engines/models-of.test.ts',
  'packages/server/test/http/other-accounts.test.ts',
  'packages/server/test/http/paths.test.ts',
  'packages/server/test/http/quotes.test.ts',
  'packages/server/test/mcp/mcp.slow.test.ts',
  'packages/cli/test/usage.test.ts',
];
/** Of those of the command, what no program has to be started for; of those of assistants, one form of their protocol; of lists, nothing drawn; of the document, nothing derived. */
const patterns = [
  '--test-skip-pattern=stop every command|a port that is taken|standard error|negotiates "legacy"|are deleted when asked|could not draw|the one in docs',
];

/** The sources of everything that takes part, with each family in two files, and its pages. */
async function copyWithFamilies(t: TestContext): Promise<string> {
  const parts = ['contract', 'client', 'server', 'studio', 'cli', 'dashboard'].map((name) => `packages/${name}/[!t]*`);
  const supports = ['contract', 'cli', 'server', 'dashboard'].map((name) => `packages/${name}/test/support`);
  const others = ['ARCHITECTURE.md', 'docs/schema.sql', 'packages/server/test/net/support'];
  const copy = await copyCheckout(t, 'package.json', ...parts, ...supports, ...others, ...testsOfAllFamilies);

  const folder = join(copy, 'packages/contract/src/families');
  const index = join(folder, 'index.ts');
  for (const [name, file] of Object.entries({ theta: thetaFile, zeta: zetaFile })) {
    await writeFile(join(folder, `${name}.ts`), file);
    await editFile(
      index,
      "import { gamma } from './gamma.ts';\n",
      `import { gamma } from './gamma.ts';\nimport { ${name} } from './${name}.ts';\n`,
    );
    await editFile(index, ',\n];\n', `,\n  ${name},\n];\n`);
  }
  await checkTypes(copy, [index]);
  await runInCopy(copy, ['packages/dashboard/scripts/build.ts']);
  return copy;
}

test('a family is added with two files', async (t) => {
  const copy = await copyWithFamilies(t);
  await t.test('no test that looks at every family breaks for it', () => checkTests(copy));
  await t.test('it generates from the command line over HTTP', (t) => generateFromCommandLine(t, copy));
});

async function checkTests(copy: string): Promise<void> {
  const report = await runTestsInCopy(copy, testsOfAllFamilies, patterns);
  // Whoever stops looking at every family would otherwise not be seen here.
  for (const seen of [
    'zeta: an unknown field',
    'zeta: each of its variants',
    'zeta: a request that was accepted',
    'models have prices',
    'theta: a quote is the price',
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
