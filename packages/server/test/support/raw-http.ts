/** Requests as they go over the wire, byte by byte as the test wants them, and whole answers. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface RawAnswer {
  status: number;
  /** Line by line, without the status line. */
  headers: string[];
  body: string;
}

const patienceMilliseconds = 60_000;

export class RawConnection {
  readonly socket: Socket;
  #read = '';
  /** Characters of the answer that is on its way, once its head is there: a long one is looked at only when whole. */
  #awaited = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      this.#read += text;
      socket.emit('more');
    });
  }

  static async open(t: TestContext, port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#takeAnswer();
      if (answer !== undefined) return answer;
      await once(this.socket, 'more', { signal: AbortSignal.timeout(patienceMilliseconds) });
    }
  }

  async closed(): Promise<void> {
    this.socket.resume();
    if (!this.socket.closed) await once(this.socket, 'close', { signal: AbortSignal.timeout(patienceMilliseconds) });
  }

  #takeAnswer(): RawAnswer | undefined {
    if (this.#read.length < this.#awaited) return undefined;
    const headEnd = this.#read.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const [statusLine, ...headers] = this.#read.slice(0, headEnd).split('\r\n');
    const length = Number(headers.find((line) => /^content-length:/i.test(line))?.split(':')[1] ?? 0);
    const end = headEnd + 4 + length;
    this.#awaited = end;
    if (this.#read.length < end) return undefined;
    this.#awaited = 0;
    const body = this.#read.slice(headEnd + 4, end);
    this.#read = this.#read.slice(end);
    return { status: Number(statusLine!.split(' ')[1]), headers, body };
  }
}
