/** Programs of others that look at what is shipped for operators: where one is not installed, its test says so and is left out. */
import { spawnSync } from 'node:child_process';

/** For `test(name, { skip: missing('promtool') }, …)`. */
export function missing(program: string, words: readonly string[] = ['--version']): string | false {
  const { status } = spawnSync(program, words, { stdio: 'ignore' });
  return status !== 0 && `${program} is not installed`;
}
