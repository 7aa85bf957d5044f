/** Calls the account interface: one function a route, typed by the contract's own table, which the caller hands in. */
import type { ApiRoute, Shape } from '@afterimage/contract/api';
import { ask } from './reach.ts';

export type RouteTable = Readonly<Record<string, ApiRoute>>;

type ValueOf<Field> = Field extends { absent: { value: infer Value } | 'refused' } ? Exclude<Value, undefined> : never;
type ValuesOf<Fields> = { [Name in keyof Fields]?: ValueOf<Fields[Name]> };

type IdPart<Route> = Route extends { path: `${string}{id}${string}` } ? { id: string } : { id?: never };
type QueryPart<Route> = Route extends { query: infer Fields } ? { query?: ValuesOf<Fields> } : { query?: never };
type BodyPart<Route> = Route extends { body: infer Fields }
  ? { body?: ValuesOf<Fields> }
  : // A submit's body is its family's, which this table does not restate.
    { body?: Readonly<Record<string, unknown>> };

export type RequestTo<Route> = IdPart<Route> &
  QueryPart<Route> &
  BodyPart<Route> & { headers?: Readonly<Record<string, string>>; signal?: AbortSignal };

export type AnswerOf<Route> = Route extends { answer: Shape<infer Answer> } ? Answer : undefined;

type Call<Route> =
  Partial<RequestTo<Route>> extends RequestTo<Route>
    ? (request?: RequestTo<Route>) => Promise<AnswerOf<Route>>
    : (request: RequestTo<Route>) => Promise<AnswerOf<Route>>;

export type AccountApi<Routes extends RouteTable> = { readonly [Name in keyof Routes]: Call<Routes[Name]> };

interface AnyRequest {
  id?: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface AccountApiOptions {
  fetch: typeof globalThis.fetch;
  /** Where the service is; a page of its own leaves it out. */
  baseUrl?: string;
  /** Left out in a page, where the session's cookie speaks. */
  apiKey?: string;
}

export function createAccountApi<const Routes extends RouteTable>(
  routes: Routes,
  options: AccountApiOptions,
): AccountApi<Routes> {
  const calls = Object.entries(routes).map(([name, route]) => [
    name,
    (request: AnyRequest = {}) => send(route, request, options),
  ]);
  return Object.fromEntries(calls) as AccountApi<Routes>;
}

/** The address of a route with its open part and query filled in, for links and event streams. */
export function addressOf(
  route: ApiRoute,
  { id, query = {} }: { id?: string; query?: Readonly<Record<string, unknown>> },
): string {
  const path = id === undefined ? route.path : route.path.replace('{id}', encodeURIComponent(id));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if ((value ?? '') !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

const secondsOfRead = 20;
/** Before it takes a request, the service may wait for a slot and fetch a video by its link, for the price. */
const secondsOfChange = 120;
/** Of a slow line, in a millisecond: a body may hold a hundred megabytes of video. */
const bytesSentMin = 50;

function send(route: ApiRoute, request: AnyRequest, options: AccountApiOptions): Promise<unknown> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  return ask(
    `${options.baseUrl ?? ''}${addressOf(route, request)}`,
    {
      method: route.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
      signal: request.signal,
      fetch: options.fetch,
      milliseconds:
        (route.method === 'GET' ? secondsOfRead : secondsOfChange) * 1000 +
        Math.ceil((body?.length ?? 0) / bytesSentMin),
    },
    async (answer) => {
      if (answer.status === 204) return undefined;
      return route.contentType ? answer.text() : answer.json();
    },
  );
}
