/** Prices and maintenance of every family, asked for again and again: a form rests, and is free again, by itself. */
import { useRead } from '../../data/reads.ts';

const openSeconds = 10;
const restingSeconds = 5;

export function useFamilyStates() {
  const states = useRead('listFamilies', {}, { staleSeconds: 60 });
  const isAnyResting = states.data?.some(({ maintenance }) => maintenance) ?? false;
  // The same answer, asked for at another interval once it is there.
  useRead(
    'listFamilies',
    {},
    {
      enabled: states.data !== undefined,
      refetchSeconds: isAnyResting ? restingSeconds : openSeconds,
      staleSeconds: 60,
    },
  );
  return states;
}
