/** Finds the route of a path. Every path works with and without a slash at the end. */
import type { Exchange } from './exchange.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Answers the exchange; a fault it throws becomes a 500 or 503. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  /** The pattern, for logs and metrics: `/v1/beta/generations/{id}`. */
  pattern: string;
  methods: Partial<Record<Method, Answer>>;
}

export interface Router {
  /** A pattern is a plain path, has one open part, `/{id}` or `/{id}/rotate`, or ends in `/{rest…}` for all below. */
  add(method: Method, pattern: string, answer: Answer): void;
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

export function createRouter(): Router {
  const plain = new Map<string, Route>();
  const withId = new Map<string, Route>();
  /** By what stands before and after the open part: `/api/keys/{id}/rotate`. */
  const withIdInside = new Map<string, Route>();
  const below: { prefix: string; route: Route }[] = [];
  let pages: Found | undefined;

  function routeIn(routes: Map<string, Route>, key: string, pattern: string): Route {
    const known = routes.get(key) ?? { pattern, methods: {} };
    routes.set(key, known);
    return known;
  }

  function routeOf(pattern: string): Route {
    if (/\/\{id\}\/[^/]+$/.test(pattern)) return routeIn(withIdInside, pattern, pattern);
    const [, base = pattern, open] = /^(.*)\/\{(id|rest…)\}$/.exec(pattern) ?? [];
    if (open === undefined) return routeIn(plain, pattern, pattern);
    if (open === 'id') return routeIn(withId, base, pattern);
    const route = { pattern, methods: {} };
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
    addPages(answer) {
      pages = { route: { pattern: '/{page}', methods: { GET: answer } }, rest: '' };
    },
    findPage: () => pages,
    find(path) {
      const exact = plain.get(path);
      if (exact !== undefined) return { route: exact, rest: '' };
      const slash = path.lastIndexOf('/');
      const one = withId.get(path.slice(0, slash));
      if (one !== undefined && slash + 1 < path.length) return { route: one, rest: path.slice(slash + 1) };
      const under = below.find(({ prefix }) => path.startsWith(prefix));
      if (under !== undefined) return { route: under.route, rest: path.slice(under.prefix.length) };
      return findInside(path, slash);
    },
  };
}
