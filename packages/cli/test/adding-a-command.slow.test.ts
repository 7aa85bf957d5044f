/** A new command is one file and its line in the list: it runs, answers in both forms and stands in the help, and no test breaks for it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTypes, copyCheckout, editFile, runInCopy } from '../../server/test/support/checkout-copy.ts';

const greet = `/** \`afterimage greet\`: says hello. */
import type { Command } from 'commander';
import { withoutDatabase } from '../operation.ts';

export function addGreetCommand(program: Command): void {
  const command = program.command('greet').description('say hello').requiredOption('--name <name>', 'to whom');
  withoutDatabase<{ name: string }>(command, ['greet --name Ada'], async ({ name }) => ({
    json: { greeted: name },
    text: \`Hello, \${name}.\`,
  }));
}
`;

test('a command is added in two files', async (t) => {
  const copy = await copyCheckout(
    t,
    'packages/contract',
    'packages/client',
    'packages/server',
    'packages/cli',
    'packages/studio',
  );
  const source = join(copy, 'packages/cli/src');
  await writeFile(join(source, 'commands/greet.ts'), greet);
  const program = join(source, 'program.ts');
  await editFile(program, '  addDoctorCommand,\n', '  addDoctorCommand,\n  addGreetCommand,\n');
  const generate = 'import { addGenerateCommands }';
  await editFile(program, generate, `import { addGreetCommand } from './commands/greet.ts';\n${generate}`);

  await checkTypes(copy, [join(source, 'commands/greet.ts'), program]);
  const afterimage = (...args: string[]) => runInCopy(copy, ['packages/cli/bin/afterimage.js', ...args]);
  assert.equal(await afterimage('greet', '--name', 'Ada'), 'Hello, Ada.\n');
  assert.equal(await afterimage('greet', '--name', 'Ada', '--json'), '{"greeted":"Ada"}\n');
  assert.match(await afterimage('--help'), /greet.*say hello/);

  const ofAllCommands = ['the commands of the manual', 'the help of every command'];
  const patterns = ofAllCommands.map((name) => `--test-name-pattern=${name}`);
  const report = await runInCopy(copy, ['--test-reporter=spec', ...patterns, 'packages/cli/test/usage.test.ts']);
  for (const name of ofAllCommands) assert.match(report, new RegExp(`✔ ${name}`));
});
