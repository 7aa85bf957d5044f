/** How long a model usually takes in this account, by its last generations. */
import { usePages } from '../../data/reads.ts';
import { usualSeconds } from './usual-time.ts';

const lookedAt = 30;

/** Undefined where nothing of that model has been made yet. */
export function useUsualSeconds(family: string, model: string | undefined): number | undefined {
  const { items } = usePages('listGenerations', { query: { family, status: 'completed', limit: lookedAt } });
  return usualSeconds(items.filter((each) => model === undefined || each.model === model));
}
