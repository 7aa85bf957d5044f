/** The thread that reads files and tells their SHA-256, one after the other. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DigestOrder, DigestResult } from './digest.ts';

// Linux sets this for the thread that asks, others for the process, where it would slow down the answers too.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

parentPort!.on('message', ({ number, file }: DigestOrder) => {
  parentPort!.postMessage({ number, ...digest(file) } satisfies DigestResult);
});

function digest(file: string): { bytes: number; sha256: string } | { fault: unknown } {
  try {
    const hash = createHash('sha256');
    const descriptor = openSync(file, 'r');
    try {
      let bytes = 0;
      for (;;) {
        const read = readSync(descriptor, buffer, 0, buffer.length, bytes);
        if (read === 0) return { bytes, sha256: hash.digest('hex') };
        hash.update(buffer.subarray(0, read));
        bytes += read;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (fault) {
    return { fault };
  }
}
