/** Finds the route of a path. Every path works with and without a slash at the end. */
import type { Exchange } from './exchange.ts';

export type Method = 'GET' | 'POST';

/** Answers the exchange; a fault it throws becomes a 500 or 503. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  /** The pattern, for logs and metrics: `/v1/beta/generations/{id}`. */
  pattern: string;
  methods: Partial<Record<Method, Answer>>;
}

export interface Router {
  /** A pattern is a plain path, or ends in one open part: `/{id}`, or `/{rest…}` for everything below. */
  add(method: Method, pattern: string, answer: Answer): void;
  find(path: string): { route: Route; rest: string } | undefined;
}

export function createRouter(): Router {
  const plain = new Map<string, Route>();
  const withId = new Map<string, Route>();
  const below: { prefix: string; route: Route }[] = [];

  function routeIn(routes: Map<string, Route>, key: string, pattern: string): Route {
    const known = routes.get(key) ?? { pattern, methods: {} };
    routes.set(key, known);
    return known;
  }

  function routeOf(pattern: string): Route {
    const [, base = pattern, open] = /^(.*)\/\{(id|rest…)\}$/.exec(pattern) ?? [];
    if (open === undefined) return routeIn(plain, pattern, pattern);
    if (open === 'id') return routeIn(withId, base, pattern);
    const route = { pattern, methods: {} };
    below.push({ prefix: `${base}/`, route });
    return route;
  }

  return {
    add(method, pattern, answer) {
      routeOf(pattern).methods[method] = answer;
    },
    find(path) {
      const exact = plain.get(path);
      if (exact !== undefined) return { route: exact, rest: '' };
      const slash = path.lastIndexOf('/');
      const one = withId.get(path.slice(0, slash));
      if (one !== undefined && slash + 1 < path.length) return { route: one, rest: path.slice(slash + 1) };
      const under = below.find(({ prefix }) => path.startsWith(prefix));
      return under && { route: under.route, rest: path.slice(under.prefix.length) };
    },
  };
}
