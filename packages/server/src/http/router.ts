/** Finds the route of a request. Every path works with and without a slash at the end. */
import type { Exchange, NodeStreams, Target } from './exchange.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';

/** Answers the exchange; a fault it throws becomes a 500 or 503. */
export type Handler = (exchange: Exchange) => Promise<void>;

/** The same for a route that needs node:http's own request or response: to stream, or to hear that its caller has left. */
export type StreamHandler = (exchange: Exchange, streams: NodeStreams) => Promise<void>;

export type RouteHandler = { answer: 'buffered'; handle: Handler } | { answer: 'stream'; handle: StreamHandler };

export interface Route {
  /** The pattern, for logs and metrics: `/v1/beta/generations/{id}`. */
  pattern: string;
  methods: Partial<Record<Method, RouteHandler>>;
}

export interface Match {
  target: Target;
  /** Undefined: no route has this path. */
  route: Route | undefined;
}

export interface Router {
  /** A pattern is a path as it stands, has one open part, `/{id}` or `/{id}/rotate`, or ends in `/{rest…}` for all below. */
  add(method: Method, pattern: string, handle: Handler): void;
  addStream(method: Method, pattern: string, handle: StreamHandler): void;
  /** Answers GET of every path that has no route: the dashboard's own addresses. */
  addPages(handle: Handler): void;
  /** @param url a path, perhaps with a query, in the form that requests have it */
  find(method: string, url: string): Match;
}

interface Found {
  route: Route;
  /** What the pattern left open. */
  parameter: string;
}

const newRoute = (pattern: string): Route => ({ pattern, methods: {} });

/**
 * Routes by the length of their path, so that a path is compared with the few that are as long. A Map of paths would
 * have V8 enter every path that is asked for into its table of strings (docs/decisions/0012).
 */
class PathTable {
  readonly #byLength = new Map<number, { path: string; route: Route }[]>();

  routeOf(path: string, pattern: string): Route {
    const known = this.find(path, path.length);
    if (known !== undefined) return known;
    const route = newRoute(pattern);
    this.#byLength.set(path.length, [...(this.#byLength.get(path.length) ?? []), { path, route }]);
    return route;
  }

  /** The route whose path is the first `length` characters. */
  find(path: string, length: number): Route | undefined {
    const asLong = this.#byLength.get(length);
    if (asLong === undefined) return undefined;
    for (let index = 0; index < asLong.length; index += 1) {
      if (path.startsWith(asLong[index]!.path)) return asLong[index]!.route;
    }
    return undefined;
  }
}

export function createRouter(): Router {
  const exact = new PathTable();
  const withId = new PathTable();
  /** By what stands before and after the open part: `/api/keys/{id}/rotate`. */
  const withIdInside = new Map<string, Route>();
  const below: { prefix: string; route: Route }[] = [];
  let pages: Found | undefined;

  function routeInside(pattern: string): Route {
    const route = withIdInside.get(pattern) ?? newRoute(pattern);
    withIdInside.set(pattern, route);
    return route;
  }

  function routeOf(pattern: string): Route {
    if (/\/\{id\}\/[^/]+$/.test(pattern)) return routeInside(pattern);
    const [, base = pattern, open] = /^(.*)\/\{(id|rest…)\}$/.exec(pattern) ?? [];
    if (open === undefined) return exact.routeOf(pattern, pattern);
    if (open === 'id') return withId.routeOf(base, pattern);
    const prefix = `${base}/`;
    const known = below.find((one) => one.prefix === prefix)?.route;
    const route = known ?? newRoute(pattern);
    if (known === undefined) below.push({ prefix, route });
    return route;
  }

  function findInside(path: string, slash: number): Found | undefined {
    const before = path.lastIndexOf('/', slash - 1);
    const parameter = path.slice(before + 1, slash);
    const route = parameter === '' ? undefined : withIdInside.get(`${path.slice(0, before)}/{id}${path.slice(slash)}`);
    return route && { route, parameter };
  }

  function findPath(path: string): Found | undefined {
    const whole = exact.find(path, path.length);
    if (whole !== undefined) return { route: whole, parameter: '' };
    const slash = path.lastIndexOf('/');
    const one = withId.find(path, slash);
    if (one !== undefined && slash + 1 < path.length) return { route: one, parameter: path.slice(slash + 1) };
    const under = below.find(({ prefix }) => path.startsWith(prefix));
    if (under !== undefined) return { route: under.route, parameter: path.slice(under.prefix.length) };
    return findInside(path, slash);
  }

  return {
    add(method, pattern, handle) {
      routeOf(pattern).methods[method] = { answer: 'buffered', handle };
    },
    addStream(method, pattern, handle) {
      routeOf(pattern).methods[method] = { answer: 'stream', handle };
    },
    addPages(handle) {
      pages = { route: { pattern: '/{page}', methods: { GET: { answer: 'buffered', handle } } }, parameter: '' };
    },
    find(method, url) {
      const mark = url.indexOf('?');
      const whole = mark === -1 ? url : url.slice(0, mark);
      const path = whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
      const isRead = method === 'GET' || method === 'HEAD';
      const { route, parameter } = findPath(path) ?? (isRead ? pages : undefined) ?? notFound;
      const query = mark === -1 ? '' : url.slice(mark + 1);
      return { target: { method, path, query, parameter, route: route?.pattern ?? 'none' }, route };
    },
  };
}

const notFound = { route: undefined, parameter: '' };
