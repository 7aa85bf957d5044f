/** A new engine is one file and its line in the table: it takes work, and holds what every engine must. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes, copyCheckout, editFile, runInCopy, runTestsInCopy } from '../support/checkout-copy.ts';
import { testDatabase } from '../support/database.ts';

const paper = `/** Delivers a sheet of one colour. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { EmbeddedDefinition } from './embedded-definition.ts';
import type { Handle } from './engine.ts';
import { anyInput } from './fit.ts';

export const paperEngine: EmbeddedDefinition = {
  name: 'paper',
  kind: 'paper',
  traits: () => ({ paid: false, find: 'exact', slots: 3 }),
  takes: ({ mode, family }) => mode === 'live' && family === 'delta',
  create({ name, traits, folder }) {
    const fileOf = (token: unknown) => join(folder, String(token));
    const forget = ({ token }: Handle) => rm(fileOf(token), { force: true });
    return {
      name,
      kind: 'paper',
      traits,
      fit: () => ({ fits: true, notes: [], inputs: anyInput }),
      check: async () => ({ ok: true, detail: 'There is paper.' }),
      async start({ token, width, height }) {
        await mkdir(folder, { recursive: true });
        await sharp({ create: { width, height, channels: 3, background: '#c0ffee' } }).jpeg().toFile(fileOf(token));
        return { outcome: 'accepted', handle: { token } };
      },
      find: async (token) => (existsSync(fileOf(token)) ? { token } : 'absent'),
      async poll({ token }, { seen, waitSeconds, signal }) {
        const file = fileOf(token);
        if (!existsSync(file)) return { state: 'lost' };
        if (seen?.state === 'succeeded') await pause(waitSeconds * 1000, undefined, { signal });
        const { width, height } = await sharp(file).metadata();
        const { size: bytes } = await stat(file);
        const copyTo = (target: string) => copyFile(file, target);
        const output = { type: 'image/jpeg', bytes, width, height, milliseconds: null, copyTo };
        return { state: 'succeeded', outputs: [output], costUsd: null, seed: null };
      },
      cancel: (handle) => forget(handle).then(() => 'requested'),
      forget,
      close: async () => {},
    };
  },
};
`;

/** Those that ask which engines there are, or who takes a generation. */
const tests = [
  'api/operator-engines.test.ts',
  'api/operator.test.ts',
  'engines/embedded-engines.test.ts',
  'engines/engines-file.test.ts',
  'engines/runner.test.ts',
  'stories/turns.test.ts',
];

test('an engine is added in two files', async (t) => {
  const copy = await copyCheckout(t, 'packages/contract', 'packages/server', 'packages/studio');
  const { url } = await testDatabase(t);
  const engines = join(copy, 'packages/server/src/engines');
  await writeFile(join(engines, 'paper-engine.ts'), paper);
  const table = join(engines, 'embedded-table.ts');
  await editFile(table, '];\n', ', paperEngine];\n');
  const added = `import { paperEngine } from './paper-engine.ts';`;
  await editFile(table, 'import type { EmbeddedDefinition', `${added}\nimport type { EmbeddedDefinition`);

  await checkTypes(copy, [join(engines, 'paper-engine.ts'), table]);
  // What they expect is made of the table, or holds for any.
  await runTestsInCopy(
    copy,
    tests.map((file) => `packages/server/test/${file}`),
  );
  await runInCopy(copy, ['packages/server/test/engines/support/added-engine-program.ts', 'paper', url]);
});
