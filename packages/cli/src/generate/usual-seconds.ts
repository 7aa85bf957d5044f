/** How long a generation of a family usually takes: the middle of those that the account had before. */
import { createAccountApi } from '@afterimage/client';
import type { Family } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Caller } from './caller.ts';

const looked = 9;

/** Asked beside everything else; undefined until it is known, and when it never is. */
export function watchUsualSeconds(caller: Caller, { slug }: Pick<Family, 'slug'>): () => number | undefined {
  let usual: number | undefined;
  const { listGenerations } = createAccountApi({ listGenerations: apiRoutes.listGenerations }, { ...caller, fetch });
  listGenerations({ query: { family: slug, status: 'completed', limit: looked } }).then(
    ({ items }) => {
      const seconds = items
        .map(({ created_at, finished_at }) => (Date.parse(finished_at ?? created_at) - Date.parse(created_at)) / 1000)
        .toSorted((a, b) => a - b);
      usual = seconds[Math.floor(seconds.length / 2)];
    },
    // The bar does without it.
    () => {},
  );
  return () => usual;
}
