/** The program behind the command `afterimage`: runs one command and ends with its exit code. */
import { run } from './run.ts';

await run(process.argv.slice(2));
