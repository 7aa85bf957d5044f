/** The program behind the command `afterimage`: runs one command and ends with its exit code. */
import { endOf } from './endings.ts';
import { buildProgram } from './program.ts';

try {
  await buildProgram().parseAsync(process.argv);
} catch (fault) {
  const { exitCode, sentence } = endOf(fault);
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
