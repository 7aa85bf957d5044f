/** Where somebody was before a generation was opened over it: closing the generation leads back there. */
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

let last: string | undefined;

/** Once, in the shell. */
export function useKeepLastAddress(): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (!path.startsWith('/generations/')) last = `${path}${search && `?${search}`}`;
  }, [path, search]);
}

/** Undefined where the generation is all that was looked at, and where it was opened from its own list. */
export const lastAddressElsewhere = (): string | undefined =>
  last === undefined || /^\/(generations)?(\?|$)/.test(last) ? undefined : last;

export function forgetLastAddress(): void {
  last = undefined;
}
