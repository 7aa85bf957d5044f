/** Standard output for log lines: many a system call, in order, and none lost when the process ends or an exception ends it. */
import { type DestinationStream, destination } from 'pino';

const flushMilliseconds = 200;
/** As many lines of requests as 500: each write wakes a thread of Node's. */
const bufferBytes = 131_072;
/** Of one of a string's characters: counting on it is cheaper than measuring the line. */
const utf8BytesMax = 3;

/** What a disk that is full or a reader that sleeps may leave waiting; of what comes then, nothing is kept. */
const waitingBytesMax = 64 * 1024 * 1024;

/**
 * Lines are gathered as bytes: strings that wait for their turn are moved by the garbage collector, and the stream
 * below measures all that it holds again at each that it is given. When the process ends, it writes what it has.
 */
export function bufferedOutput(): DestinationStream {
  let gathered = Buffer.allocUnsafeSlow(bufferBytes);
  let gatheredBytes = 0;
  let closed = false;
  let failing = false;
  const send = () => {
    if (gatheredBytes === 0) return;
    const lines = gathered.subarray(0, gatheredBytes);
    // The stream keeps what it is given until it is written, which a slow reader may delay.
    gathered = Buffer.allocUnsafeSlow(bufferBytes);
    gatheredBytes = 0;
    if (!closed) output.write(lines as unknown as string);
  };
  const end = () => {
    send();
    // It would go on trying for ever.
    if (failing) output.destroy();
  };
  // Before the stream is made, so that these come before its own.
  process.on('beforeExit', end);
  process.on('exit', end);
  const output = destination({ fd: 1, sync: false, contentMode: 'buffer', maxLength: waitingBytesMax });
  // A disk without room for log lines is no reason to stop answering; what waits is tried again with the next line.
  output.on('error', () => {
    failing = true;
  });
  output.on('write', () => {
    failing = false;
  });
  output.once('close', () => {
    closed = true;
  });
  setInterval(send, flushMilliseconds).unref();

  return {
    write(line) {
      const bytesMax = line.length * utf8BytesMax;
      if (gatheredBytes + bytesMax > gathered.length) send();
      if (bytesMax > gathered.length) gathered = Buffer.allocUnsafeSlow(bytesMax);
      gatheredBytes += gathered.write(line, gatheredBytes);
    },
  };
}
