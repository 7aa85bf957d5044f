/** A process that runs one command after the other, each as the program would: what it is sent, it answers. */
import { run } from '../../src/run.ts';
import type { HostAnswer, HostOrder } from './hosted.ts';

const said = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
}
// A program ends with its command; here each leaves its listeners to signals behind.
process.setMaxListeners(0);

process.on('message', async ({ args, env }: HostOrder) => {
  process.env = env;
  process.exitCode = 0;
  await run(args);
  const answer: HostAnswer = { exitCode: process.exitCode, ...said };
  said.stdout = '';
  said.stderr = '';
  process.send!(answer);
});
process.on('disconnect', () => process.exit(0));
