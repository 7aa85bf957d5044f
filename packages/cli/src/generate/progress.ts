/** One line on a terminal that says how far it is, written over each time; in a pipe it says nothing. */
import type { Trouble } from '@afterimage/client';

export interface Progress {
  show(text: string): void;
  trouble(trouble: Trouble): void;
  /** The line goes, so that what is printed next stands alone. */
  end(): void;
}

const clearLine = '\r\x1b[2K';

export function createProgress(stream: { isTTY?: boolean; write(text: string): unknown }): Progress {
  const write = (text: string) => {
    if (stream.isTTY) stream.write(text);
  };
  const show = (text: string) => write(`${clearLine}${text}`);
  return {
    show,
    trouble({ refusal, pauseMilliseconds }) {
      show(`${refusal.message} Again in ${pauseMilliseconds / 1000} s.`);
    },
    end: () => write(clearLine),
  };
}
