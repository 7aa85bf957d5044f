/** Runs one command to its end: what it says goes to the standard streams, and the exit code is set. */
import { endOf } from './exit-codes.ts';
import { visibleLines } from './output.ts';
import { buildProgram } from './program.ts';

export async function run(args: readonly string[]): Promise<void> {
  try {
    await buildProgram().parseAsync(helpAsked(args), { from: 'user' });
  } catch (fault) {
    const { exitCode, sentence } = endOf(fault);
    if (sentence !== undefined) process.stderr.write(`${visibleLines(sentence)}\n`);
    process.exitCode = exitCode;
  }
}

/** `help key rotate` as `key rotate --help`: the library's own `help` looks at the first name only. */
function helpAsked(args: readonly string[]): string[] {
  const [first, ...path] = args;
  return first === 'help' && path.length > 1 ? [...path, '--help'] : [...args];
}
