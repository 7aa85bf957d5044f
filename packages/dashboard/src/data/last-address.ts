/** Where somebody was before a generation was opened over it: closing the generation leads back there. */
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isGallery, isGeneration } from './addresses.ts';

let last: string | undefined;

/** Once, in the shell. */
export function useKeepLastAddress(): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (isGeneration(path)) return;
    last = isGallery(path) ? undefined : `${path}${search && `?${search}`}`;
  }, [path, search]);
}

/** Undefined where the generation is all that was looked at, and where it was opened from its own list. */
export const lastAddressElsewhere = (): string | undefined => last;

export function forgetLastAddress(): void {
  last = undefined;
}
