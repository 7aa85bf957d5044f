/** A new event is one file and its line in the table: it is delivered, beside what else its generation tells of, and shown by its own name. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes, copyCheckout, editFile, runInCopy } from '../support/checkout-copy.ts';
import { testDatabase } from '../support/database.ts';

const generationAdmired = `/** Somebody likes what was made. */
import type { EventDefinition } from '../event.ts';

export const generationAdmired = {
  name: 'generation.admired',
  concerns: ({ accountId, generationId, url }) => ({ accountId, generationId, url }),
  payload: ({ generationId, by }) => ({ admired: generationId, by }),
} as const satisfies EventDefinition<{ accountId: string; generationId: string; url: string; by: string }>;
`;

test('an event is added in two files', async (t) => {
  const copy = await copyCheckout(t, 'packages/contract', 'packages/server', 'packages/studio');
  const { url } = await testDatabase(t);
  const webhooks = join(copy, 'packages/server/src/webhooks');
  await writeFile(join(webhooks, 'events/generation-admired.ts'), generationAdmired);
  const table = join(webhooks, 'events.ts');
  await editFile(table, '[generationEnded, ', '[generationAdmired, generationEnded, ');
  const added = `import { generationAdmired } from './events/generation-admired.ts';`;
  await editFile(table, 'import { generationEnded', `${added}\nimport { generationEnded`);

  await checkTypes(copy, [join(webhooks, 'events/generation-admired.ts'), table]);
  await runInCopy(copy, ['packages/server/test/webhooks/support/added-event-program.ts', url]);
});
