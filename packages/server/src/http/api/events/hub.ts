/** One look an account, however many pages watch it: what has changed goes to every reader. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { eventAliveSeconds } from '@afterimage/contract/api';
import type { Log } from '../../../log/log.ts';
import type { Reader } from '../../event-stream.ts';
import { type AccountWatch, createAccountWatch, type WatchServices } from './account-watch.ts';
import { createEventBuffer, type EventBuffer, type PageEvent } from './event-buffer.ts';

export interface EventHub {
  /** Resolves when nothing that happens from now on can be missed. */
  watch(accountId: string, reader: Reader, lastEventId: string | null): Promise<'watching' | 'too_many' | 'stopping'>;
  leave(accountId: string, reader: Reader): void;
  /** Ends every stream: they would keep the service from stopping. */
  stop(): void;
}

export interface HubOptions extends WatchServices {
  log: Log;
}

const lookMilliseconds = 500;
const readersMax = 50;
const sentAtOnce = 50;
/** A page that reloads, or whose line broke, comes back within this and has missed nothing. */
const keptMilliseconds = 60_000;

interface Channel {
  readonly accountId: string;
  readonly watch: AccountWatch;
  readonly buffer: EventBuffer;
  readonly readers: Set<Reader>;
  ready: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  emptySince: number | null;
}

export function createEventHub(options: HubOptions): EventHub {
  const channels = new Map<string, Channel>();
  const looking = createSharedPolls(channels, options.log);
  let stopped = false;
  const heartbeat = setInterval(() => {
    for (const { readers } of channels.values())
      for (const reader of readers) reader.write('event: alive\ndata: {}\n\n');
  }, eventAliveSeconds * 1000);
  heartbeat.unref();

  return {
    async watch(accountId, reader, lastEventId) {
      if (stopped) return 'stopping';
      const channel = channels.get(accountId) ?? looking.begin(openChannel(options, accountId));
      if (channel.readers.size >= readersMax) return 'too_many';
      await channel.ready;
      if (stopped) return 'stopping';
      channel.readers.add(reader);
      channel.emptySince = null;
      const missed = lastEventId === null ? channel.buffer.latest() : channel.buffer.since(lastEventId);
      for (const text of missed) reader.write(text);
      return 'watching';
    },
    leave(accountId, reader) {
      const channel = channels.get(accountId);
      if (!channel?.readers.delete(reader) || channel.readers.size > 0) return;
      channel.emptySince = performance.now();
    },
    stop() {
      stopped = true;
      clearInterval(heartbeat);
      looking.stop();
      for (const { readers } of channels.values()) for (const reader of [...readers]) reader.end();
    },
  };
}

function openChannel(options: HubOptions, accountId: string): Channel {
  return {
    accountId,
    watch: createAccountWatch(options, accountId),
    buffer: createEventBuffer(),
    readers: new Set(),
    ready: Promise.resolve(),
    timer: undefined,
    emptySince: performance.now(),
  };
}

/** Looks at each channel again and again, until nobody has watched it for a while. */
function createSharedPolls(channels: Map<string, Channel>, log: Log) {
  let stopped = false;
  let failing = false;

  function forget({ accountId, watch }: Channel): void {
    channels.delete(accountId);
    watch.leave();
  }

  function lookAgain(channel: Channel): void {
    if (stopped) return;
    const isForgotten = channel.emptySince !== null && performance.now() - channel.emptySince > keptMilliseconds;
    if (isForgotten) forget(channel);
    else channel.timer = setTimeout(() => void look(channel), lookMilliseconds).unref();
  }

  async function look(channel: Channel): Promise<void> {
    try {
      await sendAll(channel, await channel.watch.look());
      failing = false;
    } catch (fault) {
      // What changed meanwhile is found by the next look that works: nothing is lost by a failed one.
      if (!failing) log.warn({ err: fault }, 'watching accounts failed; trying again until it works');
      failing = true;
    }
    lookAgain(channel);
  }

  return {
    begin(channel: Channel): Channel {
      channels.set(channel.accountId, channel);
      channel.ready = channel.watch.look().then((events) => sendAll(channel, events));
      channel.ready.then(
        () => lookAgain(channel),
        () => forget(channel),
      );
      return channel;
    },
    stop() {
      stopped = true;
      for (const { timer } of channels.values()) clearTimeout(timer);
    },
  };
}

/** With pauses, in which sockets take what they were given: no reader is behind only because much came at once. */
async function sendAll({ buffer, readers }: Channel, events: readonly PageEvent[]): Promise<void> {
  for (const [index, event] of events.entries()) {
    const text = buffer.add(event);
    for (const reader of [...readers]) reader.write(text);
    if (index % sentAtOnce === sentAtOnce - 1) await nextIteration();
  }
}
