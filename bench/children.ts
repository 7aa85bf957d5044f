/** Runs one program to its end and says what it took. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { endedCpuSeconds } from './process-figures.ts';

export interface Effort {
  cpuSeconds: number;
  seconds: number;
}

/** Everything below this process that ends while `work` goes on; so no two at once. */
export async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  const cpuBefore = endedCpuSeconds();
  const startedAt = performance.now();
  await work();
  return { cpuSeconds: endedCpuSeconds() - cpuBefore, seconds: (performance.now() - startedAt) / 1000 };
}

/** `program` is a file of this folder; returns what it printed. */
export async function runProgram(program: string, words: string[]): Promise<string> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  // As polite as the studio's own processes: on a busy machine that alone costs CPU, in caches gone cold.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return Buffer.concat(chunks).toString();
}
