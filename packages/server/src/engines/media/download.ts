/** Streams what an engine made into a file, within limits of size and time. */
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';

export interface DownloadLimits {
  bytesMax: number;
  /** For the whole of it. */
  milliseconds: number;
}

type Open = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** Rejects with a sentence for the operator, or with the signal's reason. */
export async function download(
  open: Open,
  file: string,
  limits: DownloadLimits & { signal: AbortSignal },
): Promise<number> {
  const { bytesMax, milliseconds, signal } = limits;
  const late = AbortSignal.timeout(milliseconds);
  const either = AbortSignal.any([signal, late]);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new Error(`The output has more than ${bytesMax} bytes.`));
      else done(null, chunk);
    },
  });
  try {
    const stream = await open(either);
    await pipeline(Readable.fromWeb(stream as NodeStream), counted, createWriteStream(file), { signal: either });
  } catch (fault) {
    signal.throwIfAborted();
    if (late.aborted) throw new Error(`The output did not come within ${milliseconds} ms; ${bytes} bytes had.`);
    throw fault;
  }
  if (bytes === 0) throw new Error('The output is empty.');
  return bytes;
}
