/**
 * Holds the event streams of all pages of this browser: pages of one person that show the same account share one. A
 * browser opens six connections to a host; a stream for each page left none for anything else from the seventh page on.
 */
import { openStream, type Stream, type StreamMessage } from './stream.ts';

export type PageMessage = { kind: 'join'; person: string; address: string } | { kind: 'hurry' } | { kind: 'leave' };

/** Live and sandbox of one account, and one more; pages of a fourth scope poll, so that connections are left to them. */
const pagesStreamsMax = 3;

interface SharedStream {
  stream: Stream;
  pages: Set<MessagePort>;
}

const streams = new Map<string, SharedStream>();

function join(page: MessagePort, key: string, address: string): void {
  const shared = streams.get(key);
  if (shared !== undefined) {
    shared.pages.add(page);
    if (shared.stream.isOpen()) send(page, { kind: 'open' });
  } else if (streams.size < pagesStreamsMax) {
    const pages = new Set([page]);
    const stream = openStream(address, (message) => {
      for (const each of pages) send(each, message);
    });
    streams.set(key, { stream, pages });
  } else {
    send(page, { kind: 'failed', failures: Number.POSITIVE_INFINITY });
  }
}

function leave(page: MessagePort): void {
  for (const [key, { stream, pages }] of streams) {
    if (!pages.delete(page) || pages.size > 0) continue;
    stream.close();
    streams.delete(key);
  }
}

function hurry(page: MessagePort): void {
  for (const { stream, pages } of streams.values()) {
    if (!pages.has(page)) continue;
    // A short loss does not end the stream, only what was asked meanwhile.
    if (stream.isOpen()) send(page, { kind: 'open' });
    else stream.hurry();
  }
}

const send = (page: MessagePort, message: StreamMessage) => page.postMessage(message);

addEventListener('connect', (event) => {
  const [page] = (event as MessageEvent).ports;
  if (page === undefined) return;
  page.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data.kind === 'join') join(page, `${data.person} ${data.address}`, data.address);
    else if (data.kind === 'hurry') hurry(page);
    else leave(page);
  });
  // A page that crashed says no goodbye.
  page.addEventListener('close', () => leave(page));
  page.start();
});
