/** A new event is one file and its line in the table: it happens, is delivered beside what else its generation tells of, and shown. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes, copyCheckout, editFile, runInCopy } from '../support/checkout-copy.ts';
import { testDatabase } from '../support/database.ts';

const generationMade = `/** What was asked for is there. */
import type { EndEvent } from '../event.ts';

export const generationMade = {
  name: 'generation.made',
  toldAt: ['completed'],
  concerns: ({ accountId, view, callbackUrl }) => ({ accountId, generationId: view.id, url: callbackUrl }),
  payload: ({ view }) => ({ made: view.id }),
} as const satisfies EndEvent;
`;

test('an event is added in two files', async (t) => {
  const copy = await copyCheckout(t, 'packages/contract', 'packages/server', 'packages/studio');
  const { url } = await testDatabase(t);
  const webhooks = join(copy, 'packages/server/src/webhooks');
  await writeFile(join(webhooks, 'events/generation-made.ts'), generationMade);
  const table = join(webhooks, 'events.ts');
  await editFile(table, '] as const;\n', ', generationMade] as const;\n');
  const added = `import { generationMade } from './events/generation-made.ts';`;
  await editFile(table, 'import { generationEnded', `${added}\nimport { generationEnded`);

  await checkTypes(copy, [join(webhooks, 'events/generation-made.ts'), table]);
  await runInCopy(copy, ['packages/server/test/webhooks/support/added-event-program.ts', url]);
});
