/** `examples/gpu-worker/worker.py` in a process of its own, with its stand-in for a pipeline. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../../examples/gpu-worker/worker.py', import.meta.url));

/** The tests need nothing but Node; where changes land there is a Python, and its absence is a failure. */
export const withoutPython: string | false =
  spawnSync('python3', ['--version']).status === 0 || process.env['CI'] === 'true'
    ? false
    : 'there is no python3 on this machine';

export interface GpuWorker {
  child: ChildProcess;
  said(): string;
  /** Its exit code, once it has ended and all it said is here. */
  ended: Promise<number | null>;
}

export function startGpuWorker(t: TestContext, options: { url: string; key: string; seconds?: number }): GpuWorker {
  const { url, key, seconds = 0.2 } = options;
  const env = {
    PATH: process.env['PATH'],
    AFTERIMAGE_URL: url,
    AFTERIMAGE_ENGINE_KEY: key,
    STAND_IN_SECONDS: String(seconds),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn('python3', [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  return { child, said: () => text, ended: once(child, 'close').then(([code]) => code as number | null) };
}
