/** A new engine is one file and its line in the table: it takes work, and holds all that every engine must. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyCheckout, editFile, runInCopy } from '../support/checkout-copy.ts';
import { testDatabase } from '../support/database.ts';

const paper = `/** Draws everything on paper: the studio's processes, with a wish of its own. */
import * as Studio from '@afterimage/studio';
import type { EngineDefinition } from './definition.ts';
import { createStudioEngine, embeddedTraits } from './studio/studio-engine.ts';

const render: typeof Studio.render = (request, on) =>
  Studio.render({ ...request, prompt: \`\${request.prompt}, as a pencil sketch on paper\` }, on);

export const paperEngine: EngineDefinition = {
  name: 'paper',
  kind: 'paper',
  traits: () => ({ ...embeddedTraits, find: 'exact', slots: 3 }),
  takes: ({ family }) => family === 'delta',
  create: (given) => createStudioEngine({ ...given, studio: { ...Studio, render } }),
};
`;

test('an engine is added in two files', async (t) => {
  const copy = await copyCheckout(t, 'packages/contract', 'packages/server', 'packages/studio');
  const { url } = await testDatabase(t);
  const engines = join(copy, 'packages/server/src/engines');
  await writeFile(join(engines, 'paper-engine.ts'), paper);
  const table = join(engines, 'table.ts');
  await editFile(table, ', sandboxEngine]', ', sandboxEngine, paperEngine]');
  await editFile(
    table,
    'import { sandboxEngine',
    `import { paperEngine } from './paper-engine.ts';\nimport { sandboxEngine`,
  );

  await runInCopy(copy, ['packages/server/test/engines/support/added-engine-program.ts', 'paper', url]);
});
