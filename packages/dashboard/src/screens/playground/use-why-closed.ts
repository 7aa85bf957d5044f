/** Why nothing new is taken at the moment, of these families, in a sentence for whoever would send it. */
import { usePerson } from '../../data/session.ts';
import { useFamilyStates } from './use-family-states.ts';

export function useWhyClosed(action: string, slugs: readonly (string | undefined)[]): string | undefined {
  const { membership } = usePerson();
  const states = useFamilyStates();
  if (membership?.suspended_at != null) {
    return `${action} is off while this account is suspended, and works again by itself when that is over.`;
  }
  const resting = states.data?.find(({ slug, maintenance }) => maintenance && slugs.includes(slug))?.slug;
  return resting && `${resting} is under maintenance. ${action} works again by itself when that is over.`;
}
