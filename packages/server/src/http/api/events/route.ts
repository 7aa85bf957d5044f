/** `GET /api/events`: one stream a page, with what changes in the account as it happens. */
import type { Mode } from '@afterimage/contract';
import { errors } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { createEventStream, type Reader } from '../../event-stream.ts';
import type { Exchange } from '../../exchange.ts';
import type { Router } from '../../router.ts';
import { type AccessServices, admit, findScope } from '../access.ts';
import { bindStream } from '../route.ts';
import type { EventHub } from './hub.ts';

export interface EventServices extends AccessServices {
  events: EventHub;
}

/** How long a session or key that was revoked, or a member who was taken out, may go on watching. */
const recheckMilliseconds = 1_000;
const tooManyRetrySeconds = 30;

export function addEventRoute(router: Router, services: EventServices): void {
  const { events } = services;
  bindStream(router, apiRoutes.watch, services, async ({ scope, exchange }, streams) => {
    const { response } = streams;
    const reader = createEventStream(exchange, streams);
    if (exchange.method === 'HEAD') {
      reader.begin();
      reader.end();
      return 'answered';
    }
    const lastEventId = exchange.requestHeaders['last-event-id'];
    const watching = await events.watch(scope.accountId, reader, typeof lastEventId === 'string' ? lastEventId : null);
    if (watching === 'too_many') return errors.rateLimited(tooManyRetrySeconds);
    if (watching === 'stopping') return errors.busy('The service is stopping.', 1);
    reader.begin();
    const recheck = setInterval(
      () => void endUnlessAllowed(services, { exchange, reader }, scope.accountId),
      recheckMilliseconds,
    );
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

async function endUnlessAllowed(
  services: EventServices,
  { exchange, reader }: { exchange: Exchange; reader: Reader },
  accountId: string,
): Promise<void> {
  try {
    if (!(await mayStillWatch(services, exchange, accountId))) reader.end();
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
