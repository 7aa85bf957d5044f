/** Prices and maintenance of every family. While one takes no new work this is asked often: its form is free again by itself. */
import { useRead } from '../../data/reads.ts';

const restingSeconds = 5;

export function useFamilyStates() {
  const states = useRead('listFamilies', {}, { staleSeconds: 60 });
  const isAnyResting = states.data?.some(({ maintenance }) => maintenance) ?? false;
  // The same answer, asked for at another pace.
  useRead('listFamilies', {}, { enabled: isAnyResting, refetchSeconds: restingSeconds, staleSeconds: 60 });
  return states;
}
