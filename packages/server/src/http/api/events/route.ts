/** `GET /api/events`: one stream a page, with what changes in the account as it happens. */
import type { Mode } from '@afterimage/contract';
import { errors } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Exchange, NodeStreams } from '../../exchange.ts';
import type { Router } from '../../router.ts';
import { type AccessServices, admit, findScope } from '../access.ts';
import { bindStream } from '../route.ts';
import type { EventHub, Reader } from './hub.ts';

export interface EventServices extends AccessServices {
  events: EventHub;
}

/** A reader that stays so far behind has gone to sleep, and one that is further behind costs too much to wait for. */
const unreadBytes = 1_048_576;
const unreadBytesMax = 8 * unreadBytes;
const unreadMilliseconds = 5_000;
/** How long a session or key that was revoked, or a member who was taken out, may go on watching. */
const recheckMilliseconds = 1_000;
/** The page's pause before it connects again. */
const retryMilliseconds = 2_000;
const tooManyRetrySeconds = 30;

export function addEventRoute(router: Router, services: EventServices): void {
  const { events } = services;
  bindStream(router, apiRoutes.watch, services, async ({ scope, exchange }, { response }) => {
    const stream = { exchange, response };
    if (exchange.method === 'HEAD') {
      sendHead(stream);
      response.end();
      return 'answered';
    }
    const reader = readerOf(stream);
    const lastEventId = exchange.requestHeaders['last-event-id'];
    const watching = await events.watch(scope.accountId, reader, typeof lastEventId === 'string' ? lastEventId : null);
    if (watching === 'too_many') return errors.rateLimited(tooManyRetrySeconds);
    if (watching === 'stopping') return errors.busy('The service is stopping.', 1);
    if (!response.headersSent) sendHead(stream);
    const recheck = setInterval(() => void endUnlessAllowed(services, stream, scope.accountId), recheckMilliseconds);
    const leave = () => {
      clearInterval(recheck);
      events.leave(scope.accountId, reader);
    };
    response.once('close', leave);
    // Gone before we listened.
    if (response.destroyed) leave();
    return 'answered';
  });
}

interface EventStream {
  exchange: Exchange;
  response: NodeStreams['response'];
}

function readerOf(stream: EventStream): Reader {
  const { response } = stream;
  let behindSince: number | null = null;

  /** Whoever is let go comes back, resumes, and has missed nothing. */
  function isAsleep(): boolean {
    const unread = response.writableLength;
    behindSince = unread <= unreadBytes ? null : (behindSince ?? performance.now());
    return unread > unreadBytesMax || (behindSince !== null && performance.now() - behindSince > unreadMilliseconds);
  }

  return {
    write(text) {
      if (response.destroyed || response.writableEnded) return;
      if (!response.headersSent) sendHead(stream);
      if (isAsleep()) response.destroy();
      else response.write(text);
    },
    end() {
      response.end();
    },
  };
}

function sendHead({ exchange: { headers, requestId }, response }: EventStream): void {
  Object.assign(headers, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather answers before they pass them on would hold events back.
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  });
  response.writeHead(200, headers);
  response.write(`retry: ${retryMilliseconds}\n: watching\n\n`);
}

async function endUnlessAllowed(
  services: EventServices,
  { exchange, response }: EventStream,
  accountId: string,
): Promise<void> {
  try {
    if (!(await mayStillWatch(services, exchange, accountId))) response.end();
  } catch {
    // A database that is away for a moment has not revoked anything.
  }
}

async function mayStillWatch(services: EventServices, exchange: Exchange, accountId: string): Promise<boolean> {
  const admission = await admit(services, exchange, 'account');
  if (!admission.ok) return false;
  const { caller } = admission;
  if (caller.holder !== null) return caller.holder.accountId === accountId;
  const query = new URLSearchParams(exchange.query);
  const wanted = { access: 'account' as const, account: query.get('account') ?? undefined, mode: modeOf(query) };
  const found = await findScope(services, caller, wanted);
  return found.ok && found.scope.accountId === accountId;
}

const modeOf = (query: URLSearchParams): Mode => (query.get('mode') === 'sandbox' ? 'sandbox' : 'live');
