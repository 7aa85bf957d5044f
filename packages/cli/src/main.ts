/** The program behind the command `afterimage`: runs one command and ends with its exit code. */
import { endOf } from './endings.ts';
import { buildProgram } from './program.ts';

/** `help key rotate` as `key rotate --help`: the library's own `help` looks at the first name only. */
function helpAsked(args: string[]): string[] {
  const [first, ...path] = args;
  return first === 'help' && path.length > 1 ? [...path, '--help'] : args;
}

try {
  await buildProgram().parseAsync(helpAsked(process.argv.slice(2)), { from: 'user' });
} catch (fault) {
  const { exitCode, sentence } = endOf(fault);
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
