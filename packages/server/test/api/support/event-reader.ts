/** Reads an event stream as a browser does: events with their ids, and the end of the stream. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { TestContext } from 'node:test';
import { eventually } from '../../support/eventually.ts';

export interface StreamEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

export interface EventReader {
  status: number;
  events: StreamEvent[];
  ended: Promise<void>;
  /** The first event that fits, now or soon. */
  seen(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  close(): void;
}

export async function readEvents(t: TestContext, url: string, headers: Record<string, string>): Promise<EventReader> {
  const outgoing = request(url, { headers, agent: false });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const events: StreamEvent[] = [];
  let rest = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const data = lines.get('data');
      // That it is alive has no id, as there is nothing to resume from.
      if (data === undefined || !lines.has('id')) continue;
      events.push({ id: lines.get('id') ?? '', event: lines.get('event') ?? '', data: JSON.parse(data) });
    }
  });
  const ended = new Promise<void>((resolve) => answer.once('close', () => resolve()));
  answer.on('error', () => {});
  const close = () => outgoing.destroy();
  t.after(close);
  return {
    status: answer.statusCode ?? 0,
    events,
    ended,
    close,
    seen: (fits) => eventually(async () => events.find(fits)),
  };
}
