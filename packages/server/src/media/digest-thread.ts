/** The thread that reads files and tells their SHA-256, one after the other. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import { serveOrders } from '../process/serve-orders.ts';
import type { Digest } from './digest.ts';

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

serveOrders<string, Digest>(digestOf, { priority: constants.priority.PRIORITY_BELOW_NORMAL });

function digestOf(file: string): Digest {
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
}
