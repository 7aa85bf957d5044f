/** Finds the route of a path. Every path works with and without a slash at the end. */
import type { Exchange, PlainExchange } from './exchange.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Answers the exchange; a fault it throws becomes a 500 or 503. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

/** The same for a request of which nothing is needed but what it says, and whose answer is a text. */
export type PlainAnswer = (exchange: PlainExchange) => void | Promise<void>;

export interface Route {
  /** The pattern, for logs and metrics: `/v1/beta/generations/{id}`. */
  pattern: string;
  methods: Partial<Record<Method, Answer>>;
  /** Those of them that take a plain exchange. */
  plain: Partial<Record<Method, PlainAnswer>>;
}

export interface Router {
  /** A pattern is a plain path, has one open part, `/{id}` or `/{id}/rotate`, or ends in `/{rest…}` for all below. */
  add(method: Method, pattern: string, answer: Answer): void;
  /** For the routes that are asked most: they need not wait for node:http. */
  addPlain(method: Method, pattern: string, answer: PlainAnswer): void;
  /** Answers GET of every path that has no route: the dashboard's own addresses. */
  addPages(answer: Answer): void;
  find(path: string): Found | undefined;
  findPage(): Found | undefined;
}

export interface Found {
  route: Route;
  /** What the pattern left open. */
  rest: string;
}

const newRoute = (pattern: string): Route => ({ pattern, methods: {}, plain: {} });

/**
 * Routes by the length of their path, so that a path is compared with the few that are as long. A Map of paths would
 * have V8 enter every path that is asked for into its table of strings: four times the cost (measured).
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
    for (let place = 0; place < asLong.length; place += 1) {
      if (path.startsWith(asLong[place]!.path)) return asLong[place]!.route;
    }
    return undefined;
  }
}

export function createRouter(): Router {
  const plain = new PathTable();
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
    if (open === undefined) return plain.routeOf(pattern, pattern);
    if (open === 'id') return withId.routeOf(base, pattern);
    const route = newRoute(pattern);
    below.push({ prefix: `${base}/`, route });
    return route;
  }

  function findInside(path: string, slash: number): Found | undefined {
    const before = path.lastIndexOf('/', slash - 1);
    const rest = path.slice(before + 1, slash);
    const route = rest === '' ? undefined : withIdInside.get(`${path.slice(0, before)}/{id}${path.slice(slash)}`);
    return route && { route, rest };
  }

  return {
    add(method, pattern, answer) {
      routeOf(pattern).methods[method] = answer;
    },
    addPlain(method, pattern, answer) {
      const route = routeOf(pattern);
      route.methods[method] = answer;
      route.plain[method] = answer;
    },
    addPages(answer) {
      pages = { route: { ...newRoute('/{page}'), methods: { GET: answer } }, rest: '' };
    },
    findPage: () => pages,
    find(path) {
      const exact = plain.find(path, path.length);
      if (exact !== undefined) return { route: exact, rest: '' };
      const slash = path.lastIndexOf('/');
      const one = withId.find(path, slash);
      if (one !== undefined && slash + 1 < path.length) return { route: one, rest: path.slice(slash + 1) };
      const under = below.find(({ prefix }) => path.startsWith(prefix));
      if (under !== undefined) return { route: under.route, rest: path.slice(under.prefix.length) };
      return findInside(path, slash);
    },
  };
}
