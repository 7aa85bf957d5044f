/** Binds a route of the account interface to its answer: access, query, body, then the answer as the contract says. */
import type { Mode } from '@afterimage/contract';
import { errors, type HttpError } from '@afterimage/contract';
import type { Access, ApiRoute, Of, Shape } from '@afterimage/contract/api';
import type { Person } from '../../people/people.ts';
import type { Session } from '../../people/sessions.ts';
import type { Slot } from '../../queue/fair-slots.ts';
import { type Exchange, type NodeStreams, sendJson } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import type { Router } from '../router.ts';
import {
  type AccessServices,
  type AccountScope,
  admit,
  type Caller,
  findScope,
  ownerOf,
  personOf,
  type ScopeFinding,
} from './access.ts';
import { noSlot } from './api-slots.ts';
import { type FieldReading, readBody, readQuery, type ValuesOf } from './read-fields.ts';

/** What is known of the caller, by the route's access. */
interface CallerBy {
  anyone: { scope: null; person: null; session: null };
  person: { scope: null; person: Person; session: Session };
  /** No person when an API key asks. */
  account: { scope: AccountScope; person: Person | null; session: Session | null };
  owner: { scope: AccountScope; person: Person; session: Session };
  operator: { scope: null; person: Person; session: Session };
  /** No person when an API key asks. */
  operator_look: { scope: null; person: Person | null; session: Session | null };
}

/** A request of the account interface, understood. */
export type ApiRequest<Route extends ApiRoute> = CallerBy[Route['access']] & {
  /** What stands in the place of `{id}`: any text. */
  id: string;
  /** Without the two that `scope` has already taken up. */
  query: Omit<ValuesOf<Route['query']>, 'account' | 'mode'>;
  body: ValuesOf<Route['body']>;
  exchange: Exchange;
};

export type ApiOutcome<Answer> =
  | { outcome: 'ok'; answer: Answer }
  | { outcome: 'refused'; error: HttpError }
  /** The handler has written it to the exchange itself. */
  | { outcome: 'answered' };

export type AnswerOf<Route extends ApiRoute> = Route['answer'] extends Shape<unknown> ? Of<Route['answer']> : null;

export const ok = <Answer>(answer: Answer): ApiOutcome<Answer> => ({ outcome: 'ok', answer });
export const refusedWith = (error: HttpError): { outcome: 'refused'; error: HttpError } => ({
  outcome: 'refused',
  error,
});

/** One field is wrong in a way that only the answer could find out. */
export function wrongField(field: string, message: string): { outcome: 'refused'; error: HttpError } {
  return refusedWith(errors.invalidFields({ faultStatus: 400 }, [{ field, message, type: 'value' }]));
}

type Handle<Route extends ApiRoute> = (request: ApiRequest<Route>) => Promise<ApiOutcome<AnswerOf<Route>>>;

/** What an operator changes is bound by `bindChange`, which notes it: a route that would forget that does not start. */
export function bind<const Route extends ApiRoute>(
  router: Router,
  route: Route,
  services: AccessServices,
  handle: Handle<Route>,
): void {
  if (route.access === 'operator' && route.method !== 'GET') throw new Error(`${route.path} would not be noted.`);
  bindRoute(router, route, services, handle);
}

export function bindRoute<const Route extends ApiRoute>(
  router: Router,
  route: Route,
  services: AccessServices,
  handle: Handle<Route>,
): void {
  router.add(route.method, route.path, async (exchange) => {
    const understood = await understand(route, services, exchange);
    if (understood === 'answered') return;
    if (!understood.ok) return refuse(exchange, understood.error);
    // A submit waits for media and has the database's own ways; nobody's page should wait for it.
    if (charges(route)) understood.slot.giveBack();
    try {
      const outcome = await handle(understood.request);
      if (outcome.outcome === 'refused') return refuse(exchange, outcome.error);
      if (outcome.outcome === 'ok') sendAnswer(exchange, outcome.answer);
    } finally {
      understood.slot.giveBack();
    }
  });
}

const charges = ({ familyBody, alsoRefuses = [] }: ApiRoute): boolean =>
  familyBody === true || alsoRefuses.includes('InsufficientCredits');

/** For the routes whose answer is a stream or a file: the handler writes it, and takes a slot for what it reads meanwhile. */
export function bindStream<const Route extends ApiRoute>(
  router: Router,
  route: Route,
  services: AccessServices,
  handle: (request: ApiRequest<Route>, streams: NodeStreams) => Promise<'answered' | HttpError>,
): void {
  router.addStream(route.method, route.path, async (exchange, streams) => {
    const understood = await understand(route, services, exchange);
    if (understood === 'answered') return;
    if (!understood.ok) return refuse(exchange, understood.error);
    understood.slot.giveBack();
    const outcome = await handle(understood.request, streams);
    if (outcome !== 'answered') refuse(exchange, outcome);
  });
}

/** `request` has the type that the route's access, query and body give it, which only the table of routes can say. */
type Understanding<Route extends ApiRoute> =
  | { ok: true; request: ApiRequest<Route>; slot: Slot }
  | { ok: false; error: HttpError }
  /** The caller has had its share, and was told. */
  | 'answered';

/** The order of the refusals: who (401, 403), how often (429), what (413, 415, 400), whose (404, 403). */
async function understand<Route extends ApiRoute>(
  route: Route,
  services: AccessServices,
  exchange: Exchange,
): Promise<Understanding<Route>> {
  exchange.headers['cache-control'] = 'no-store';
  // Whatever an answer holds, no browser may take it for a page, and no other site may embed it.
  exchange.headers['x-content-type-options'] = 'nosniff';
  exchange.headers['cross-origin-resource-policy'] = 'same-origin';
  const admission = await admit(services, exchange, route.access);
  if (!admission.ok) return admission;
  const { caller } = admission;
  const query = readQuery(queryFields(route, caller), exchange.query);
  const { account, mode = 'live' } = query.values as { account?: string; mode?: Mode };
  const owner = ownerOf(caller, account);
  if (owner !== null && !(await services.limits.forApi(exchange, owner))) return 'answered';
  const body = route.body === undefined ? nothing : await readBody(route.body, exchange);
  if (!body.ok) return body;
  const faults = [...query.faults, ...body.faults];
  if (faults.length > 0) return { ok: false, error: errors.invalidFields({ faultStatus: 400 }, faults) };
  // Not before the body is there: whoever sends it slowly would hold a slot meanwhile.
  const slot = owner === null ? noOnesSlot : await services.slots.take(owner);
  if (slot === 'busy') return { ok: false, error: noSlot() };
  const { access } = route;
  const found = await scopeFor(services, { caller, access, account, mode }).catch((fault) => {
    slot.giveBack();
    throw fault;
  });
  if (!found.ok) {
    slot.giveBack();
    return found;
  }
  const request = {
    id: exchange.parameter,
    exchange,
    query: query.values,
    body: body.values,
    person: personOf(caller),
    session: caller.session,
    scope: found.scope,
  };
  return { ok: true, request, slot } as unknown as Understanding<Route>;
}

const noOnesSlot: Slot = { giveBack: () => undefined };

async function scopeFor(
  services: AccessServices,
  wanted: { caller: Caller; access: Access; account: string | undefined; mode: Mode },
): Promise<ScopeFinding | { ok: true; scope: null }> {
  const { caller, access, account, mode } = wanted;
  if (access !== 'account' && access !== 'owner') return { ok: true, scope: null };
  return findScope(services, caller, { access, account, mode });
}

const nothing: { ok: true } & FieldReading = { ok: true, values: {}, faults: [] };
const scopeFields: readonly string[] = ['account', 'mode'];

/** A key means its own account; another one beside it would be a misunderstanding. */
function queryFields(route: ApiRoute, { holder }: Caller): NonNullable<ApiRoute['query']> {
  const fields = route.query ?? {};
  if (holder === null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !scopeFields.includes(name)));
}

function sendAnswer(exchange: Exchange, answer: unknown): void {
  if (answer !== null) return sendJson(exchange, 200, JSON.stringify(answer));
  exchange.sendEmpty(204);
}
