/** Starts a drawing process, hears what it last complained of, and signs for it: the key never goes there. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Signed } from './child/messages.ts';
import type { Signer } from './provenance/signer.ts';

const CHILD_FILE = fileURLToPath(new URL('./child/main.ts', import.meta.url));
/** Letters must come out alike whatever fonts a machine has, or has not. */
const FONTS_FILE = fileURLToPath(new URL('../fonts/fonts.conf', import.meta.url));
/**
 * Every render is a new process: compiled code kept on disk starts it in a fraction of the time. Beside the packages, not in
 * the shared temporary folder, where another user could plant code; without write access all works as before. Told by the
 * environment, because the child's first file would otherwise bring the whole TypeScript parser with it.
 */
const COMPILED_FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/afterimage-studio', import.meta.url));
/** Pixels live outside the heap; what is inside never needs more, and a runaway parser ends here. */
const HEAP_MEGABYTES = 320;
/**
 * A child lives for seconds: what V8's last optimizer takes it never earns back. A roomy nursery, collected by one thread,
 * spares more; so does an old space that is large from the start, because what is in it lives as long as the child and need
 * not be gone through two or three times.
 */
const SHORT_LIFE = [
  '--no-turbofan',
  '--min-semi-space-size=16',
  '--single-threaded-gc',
  `--initial-old-space-size=${HEAP_MEGABYTES / 2}`,
];
const STDERR_CHARACTERS = 2000;

/** The service's environment stays here: its secrets are no business of a process that opens strangers' files. */
export function startChild(order: Order): ChildProcess {
  const child = fork(CHILD_FILE, [], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, ...SHORT_LIFE],
    env: { FONTCONFIG_FILE: FONTS_FILE, NODE_COMPILE_CACHE: COMPILED_FOLDER },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  give(child, order);
  return child;
}

export function give(child: ChildProcess, order: Order): void {
  child.send(order, () => {
    // A child that died at once cannot take its order; 'exit' tells the story.
  });
}

export function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_CHARACTERS);
  });
  return () => tail.trim();
}

export async function signFor(child: ChildProcess, signer: Signer, bytes: string): Promise<void> {
  const signature = await signer.sign(Buffer.from(bytes, 'base64'));
  const signed: Signed = { kind: 'signed', signature: Buffer.from(signature).toString('base64') };
  child.send(signed, () => {
    // As above: a child that is gone by now ends in 'exit'.
  });
}
