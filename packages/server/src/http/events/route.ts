/** `GET /v1/events`: what becomes of an account's generations, as it happens and without a gap. */
import { errors, eventHours, type Family, readEvents } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../../accounts/key-checker.ts';
import { type Cursor, cursorAt, type Look, readCursor } from '../../changes/cursor.ts';
import { lookAtLog } from '../../changes/store.ts';
import { authenticate } from '../authenticate.ts';
import { createEventStream } from '../event-stream.ts';
import type { Exchange, NodeStreams } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import { createOpenCount, type OpenCount, type OpenLimits, openRefusal } from '../open-count.ts';
import { refuse } from '../refuse.ts';
import type { Router } from '../router.ts';
import { createFollowers, type Follower, type FollowerServices, type Followers } from './followers.ts';

export interface EventRouteServices extends FollowerServices {
  keys: KeyChecker;
  limits: Limits;
  /** Streams that may be open. */
  openLimits: OpenLimits;
}

export interface EventRoute {
  /** Streams of all accounts. */
  open(): number;
  /** They would keep the service from stopping. */
  stop(): void;
}

/** How long a key that was revoked may go on reading. */
const recheckMilliseconds = 1_000;
/** Clocks may be a little apart when a database server takes another's place. */
const aheadMilliseconds = 60_000;

interface Opened {
  services: EventRouteServices;
  followers: Followers;
  readers: Readers;
  count: OpenCount;
}

export function addEventsRoute(router: Router, services: EventRouteServices): EventRoute {
  const { keys, limits, families, openLimits } = services;
  const followers = createFollowers(services);
  const readers = createReaders(keys);
  const count = createOpenCount(openLimits);
  const opened = { services, followers, readers, count };
  let stopped = false;
  router.addStream('GET', '/v1/events', async (exchange, streams) => {
    const holder = await authenticate(keys, exchange);
    if (holder === null || !limits.forEvents(exchange, holder)) return;
    if (stopped) return refuse(exchange, errors.busy('The service is stopping.', 1));
    const query = readEvents(new URLSearchParams(exchange.query), {
      lastEventId: headerOf(exchange, 'last-event-id'),
      slugs: [...families.keys()],
    });
    if (!query.ok) return refuse(exchange, errors.invalidFields({ faultStatus: 400 }, query.faults, 'query'));
    const cursor = cursorOf(await lookAtLog(services.db), query.after);
    if (cursor === 'expired') return refuse(exchange, errors.cursorExpired(eventHours));
    if (cursor === 'unknown') return refuse(exchange, errors.invalidFields({ faultStatus: 400 }, [notOurs], 'query'));
    await follow(opened, { exchange, streams, holder, family: query.family, from: cursor });
  });
  return {
    open: count.all,
    stop() {
      stopped = true;
      readers.stop();
      followers.stop();
    },
  };
}

async function follow(
  { services, followers, readers, count }: Opened,
  opening: { exchange: Exchange; streams: NodeStreams; holder: KeyHolder; family: Family['slug'] | null; from: Cursor },
): Promise<void> {
  const { exchange, streams, holder, family, from } = opening;
  const stream = createEventStream(exchange, streams);
  if (exchange.method === 'HEAD') {
    stream.begin();
    return stream.end();
  }
  const counted = count.add(holder.liveId);
  if (counted !== 'open') return refuse(exchange, openRefusal('streams', counted, services.openLimits));
  const follower: Follower = { stream, accountId: holder.accountId, family };
  const authorization = exchange.requestHeaders.authorization!;
  readers.add(authorization, follower);
  let isThere = true;
  const leave = () => {
    if (!isThere) return;
    isThere = false;
    followers.remove(follower);
    readers.remove(authorization, follower);
    count.remove(holder.liveId);
  };
  streams.response.once('close', leave);
  try {
    await followers.add(follower, from);
  } catch (fault) {
    leave();
    throw fault;
  }
  // Gone before it had begun.
  if (!stream.isOpen) leave();
}

const notOurs = {
  field: 'after',
  message: 'after, or Last-Event-ID, must be an id that this stream sent',
  type: 'value',
};

/** Without a cursor: from now on. */
function cursorOf(look: Look, after: string | null): Cursor | 'unknown' | 'expired' {
  if (after === null) return cursorAt(look);
  const cursor = readCursor(after);
  if (cursor === undefined) return 'unknown';
  if (look.at - cursor.at > eventHours * 3_600_000) return 'expired';
  const isOurs = cursor.seen.end <= look.snapshot.end && cursor.at <= look.at + aheadMilliseconds;
  return isOurs ? cursor : 'unknown';
}

function headerOf({ requestHeaders }: Exchange, name: string): string | null {
  const value = requestHeaders[name];
  return typeof value === 'string' ? value : null;
}

/** By what they showed to be let in: each key is looked at once a second, however many streams it has. */
interface Readers {
  add(authorization: string, follower: Follower): void;
  remove(authorization: string, follower: Follower): void;
  stop(): void;
}

function createReaders(keys: KeyChecker): Readers {
  const byKey = new Map<string, Set<Follower>>();
  const timer = setInterval(() => {
    for (const [authorization, those] of byKey) void endUnlessValid(keys, authorization, those);
  }, recheckMilliseconds).unref();
  return {
    add(authorization, follower) {
      byKey.set(authorization, (byKey.get(authorization) ?? new Set()).add(follower));
    },
    remove(authorization, follower) {
      const those = byKey.get(authorization);
      if (those?.delete(follower) && those.size === 0) byKey.delete(authorization);
    },
    stop: () => clearInterval(timer),
  };
}

async function endUnlessValid(keys: KeyChecker, authorization: string, those: ReadonlySet<Follower>): Promise<void> {
  try {
    if ('failure' in (await keys.check(authorization))) for (const { stream } of [...those]) stream.end();
  } catch {
    // A database that is away for a moment has not revoked anything.
  }
}
