/** What a wrong command line is answered, without a process for each: such a mistake is told before anything is done. */
import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { endOf } from '../../src/exit-codes.ts';
import { buildProgram } from '../../src/program.ts';
import type { Ended } from './afterimage.ts';

/** As `main` does it, which tests with a real process hold; a process costs 0.2 s, and there are many ways to be wrong. */
export async function mistaken(args: string[]): Promise<Pick<Ended, 'exitCode' | 'stdout' | 'stderr'>> {
  const said = { stdout: '', stderr: '' };
  const program = buildProgram();
  for (const command of withAllBelow(program)) {
    command.configureOutput({
      writeOut: (text) => (said.stdout += text),
      writeErr: (text) => (said.stderr += text),
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (fault) {
    const { exitCode, sentence } = endOf(fault);
    // Its own faults commander has told already; a sentence would come from the command's work.
    assert.equal(sentence, undefined);
    return { exitCode, ...said };
  }
  return assert.fail(`${args.join(' ')} is no mistake`);
}

function withAllBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)];
}
