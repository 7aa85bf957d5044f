/**
 * Of the account interface's table the pages need where each route is and what it takes. Answers, checks and words for
 * OpenAPI stay out of the bundle, whose first screen is waited for; types are checked against the whole table.
 */
import { type ApiRoute, apiRoutes, scope } from '@afterimage/contract/api';
import type { Plugin } from 'vite';

export function slimRoutes(): Plugin {
  return {
    name: 'slim-routes',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/contract/src/api/index.ts') ? `${limitsIn(code)}\nexport const apiRoutes = ${slimTable()};` : null,
  };
}

/** Limits and forms of ids, which the interface hands on from beside it, are small and stay. */
const limitsIn = (code: string): string => (code.match(/^export .* from '\.\.\/.*$/gm) ?? []).join('\n');

/** As calls of one small function: the names of the parts would else stand in it once a route. */
function slimTable(): string {
  const routes = Object.entries(apiRoutes).map(([name, route]: [string, ApiRoute]) => {
    const { method, path, query = {}, contentType } = route;
    // Whether a route takes the scope is all that is asked of its query.
    const takesScope = Object.keys(scope).every((field) => field in query);
    const parts = [method, path, takesScope ? 1 : 0, contentType].filter((part) => part !== undefined);
    return `${name}: r(${parts.map((part) => JSON.stringify(part)).join()})`;
  });
  const made = '({ method, path, contentType, query: takesScope ? { account: 1, mode: 1 } : {} })';
  return `((r) => ({ ${routes.join()} }))((method, path, takesScope, contentType) => ${made})`;
}
