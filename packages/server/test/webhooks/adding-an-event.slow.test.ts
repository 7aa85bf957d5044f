/** A new event is one file and its line in the table: it happens, is delivered beside what else its generation tells of, and shown; and no test breaks for it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes, copyCheckout, editFile, runInCopy, runTestsInCopy } from '../support/checkout-copy.ts';
import { testDatabase } from '../support/database.ts';

const eventFile = (name: string, toldAt: string, said: string) => `/** What was asked for is ${said}. */
import type { EndEvent } from '../event.ts';

export const ${name} = {
  name: 'generation.${said}',
  toldAt: ['${toldAt}'],
  concerns: ({ accountId, view, callbackUrl }) => ({ accountId, generationId: view.id, url: callbackUrl }),
  payload: ({ view }) => ({ ${said}: view.id }),
} as const satisfies EndEvent;
`;

/** The tests that look at what a generation tells of. */
const testsOfEvents = [
  'packages/server/test/api/operator.test.ts',
  'packages/server/test/api/webhooks.test.ts',
  'packages/server/test/http/figures-of-an-api-process.test.ts',
  'packages/server/test/invariants/side-by-side.test.ts',
  'packages/server/test/stories/webhook.test.ts',
];

test('an event is added in two files', async (t) => {
  const parts = ['contract', 'client', 'server', 'studio', 'dashboard'].map((name) => `packages/${name}`);
  const copy = await copyCheckout(t, 'package.json', 'tsconfig.json', ...parts);
  const webhooks = join(copy, 'packages/server/src/webhooks');
  const table = join(webhooks, 'events.ts');
  // Before the others, so that whoever takes what comes first for the family's is seen.
  await editFile(table, 'events = [', 'events = [generationMade, generationLost, ');
  for (const [name, toldAt, said] of [
    ['generationMade', 'completed', 'made'],
    ['generationLost', 'failed', 'lost'],
  ] as const) {
    await writeFile(join(webhooks, `events/generation-${said}.ts`), eventFile(name, toldAt, said));
    const line = `import { ${name} } from './events/generation-${said}.ts';`;
    await editFile(table, 'import { test }', `${line}\nimport { test }`);
  }
  await checkTypes(copy, [table]);

  await t.test('it happens, is delivered and shown', async (t) => {
    const { url } = await testDatabase(t);
    await runInCopy(copy, ['packages/server/test/webhooks/support/added-event-program.ts', url]);
  });
  await t.test('no test breaks for it', async () => {
    await runTestsInCopy(copy, testsOfEvents);
  });
});
