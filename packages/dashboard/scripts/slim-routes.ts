/**
 * Of the account interface's table the pages need where each route is and what it takes. Answers, checks and words for
 * OpenAPI stay out of the bundle (5 kB of the first screen's 110, measured); types are checked against the whole table.
 */
import { type ApiRoute, apiRoutes } from '@afterimage/contract/api';
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

function slimTable(): string {
  const routes = Object.entries(apiRoutes).map(([name, route]: [string, ApiRoute]) => {
    const { method, path, query = {}, contentType } = route;
    const takes = Object.fromEntries(Object.keys(query).map((field) => [field, 1]));
    return [name, { method, path, query: takes, contentType }];
  });
  return JSON.stringify(Object.fromEntries(routes));
}
