/** How long a generation of a family usually takes: the middle of those that the account had before. */
import type { AccountApi } from '@afterimage/client';
import type { apiRoutes } from '@afterimage/contract/api';

const looked = 9;

/** Asked beside everything else; undefined until it is known, and when it never is. */
export function usualSecondsFrom(
  { listGenerations }: Pick<AccountApi<typeof apiRoutes>, 'listGenerations'>,
  family: string,
): () => number | undefined {
  let usual: number | undefined;
  const ask = async () => {
    const { items } = await listGenerations({ query: { family, status: 'completed', limit: looked } });
    const seconds = items
      .map(({ created_at, finished_at }) => (Date.parse(finished_at ?? created_at) - Date.parse(created_at)) / 1000)
      .toSorted((a, b) => a - b);
    usual = seconds[Math.floor(seconds.length / 2)];
  };
  // The bar does without it.
  ask().catch(() => {});
  return () => usual;
}
