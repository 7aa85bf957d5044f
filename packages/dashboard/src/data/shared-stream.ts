/** This page's share in the browser's event stream, for as long as it is shown: a page that is put away lets go of it. */
import { openStream, type Stream, type StreamMessage } from './stream.ts';
import type { PageMessage } from './stream-worker.ts';

export interface StreamWanted {
  person: string;
  address: string;
}

type Tell = (message: StreamMessage) => void;

/** Browsers keep pages that were left, to go back to them: such a page would hold a connection that it does not use. */
export function joinStream(wanted: StreamWanted, tell: Tell): () => void {
  let stream: Pick<Stream, 'hurry' | 'close'> | undefined = open(wanted, tell);
  const hide = () => {
    stream?.close();
    stream = undefined;
  };
  const show = () => {
    stream ??= open(wanted, tell);
  };
  const hurry = () => stream?.hurry();
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', show);
  window.addEventListener('online', hurry);
  return () => {
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', show);
    window.removeEventListener('online', hurry);
    hide();
  };
}

/** Where there are no shared workers (Chrome on Android), the page has a stream of its own. */
function open(wanted: StreamWanted, tell: Tell): Pick<Stream, 'hurry' | 'close'> {
  return 'SharedWorker' in window ? openShared(wanted, tell) : openStream(wanted.address, tell);
}

function openShared({ person, address }: StreamWanted, tell: Tell): Pick<Stream, 'hurry' | 'close'> {
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  const { port } = worker;
  let own: Stream | undefined;
  let isClosed = false;
  const say = (message: PageMessage) => port.postMessage(message);
  port.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => tell(data));
  port.start();
  // The worker's file did not come: the service is away, or was updated since the page was opened.
  worker.addEventListener('error', () => {
    if (!isClosed) own ??= openStream(address, tell);
  });
  say({ kind: 'join', person, address });
  return {
    hurry() {
      say({ kind: 'hurry' });
      own?.hurry();
    },
    close() {
      isClosed = true;
      say({ kind: 'leave' });
      port.close();
      own?.close();
    },
  };
}
