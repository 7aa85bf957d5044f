/** The account's events, one after the other, over as many connections as it takes: none missed, none told twice. */
import { classed } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { Refusal } from './refusal.ts';
import { type Pause, pauseAfter } from './retry.ts';
import type { Service } from './service.ts';

export interface Heard {
  cursor: string | undefined;
  data: { family: string; id: string; status: string; record: Readonly<Record<string, unknown>> };
}

export interface FollowOptions {
  service: Service;
  url: string;
  pause: Pause;
  after: string | undefined;
  signal: AbortSignal | undefined;
}

/** The service says something at least every 20 seconds; a connection silent for longer than this is dead. */
const idleMilliseconds = 60_000;
const triesFirst = 4;

export async function* follow(options: FollowOptions): AsyncGenerator<Heard> {
  const { pause, signal } = options;
  let cursor = options.after;
  let wasOpen = false;
  let tries = 0;
  for (;;) {
    try {
      for await (const { event, data, id } of connection(options, cursor)) {
        wasOpen = true;
        tries = 0;
        if (event === 'generation' && data !== '') yield { cursor: id, data: JSON.parse(data) };
        cursor = id ?? cursor;
      }
      tries += 1;
      await pause(pauseAfter(new Refusal({ status: 0, message: '' }), tries) ?? 0, signal);
    } catch (fault) {
      if (signal?.aborted) throw signal.reason;
      const broken = fault instanceof Refusal ? fault : new Refusal({ status: 0, message: 'The stream broke off.' });
      tries += 1;
      const milliseconds = wasOpen || tries < triesFirst ? pauseAfter(broken, tries) : null;
      if (milliseconds === null) throw classed(broken);
      await pause(milliseconds, signal);
    }
  }
}

async function* connection({ service, url, signal }: FollowOptions, cursor: string | undefined) {
  const patience = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => patience.abort(), idleMilliseconds);
  };
  heard();
  try {
    const answer = await service.open(url, {
      key: 'with',
      headers: { accept: 'text/event-stream', ...(cursor !== undefined && { 'last-event-id': cursor }) },
      signal: signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]),
    });
    if (answer.body !== null) yield* readEvents(answer.body, { onBytes: heard });
  } finally {
    clearTimeout(timer);
  }
}
