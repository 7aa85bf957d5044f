/** The gallery's filters, kept in the address. */
import { useLocation, useSearch } from 'wouter';
import { type Filters, filterNames, galleryAddress, readFilters } from './filter-words.ts';

export function useFilters(): { filters: Filters; search: string; change(changes: Filters): void; clear(): void } {
  const search = useSearch();
  const [, navigate] = useLocation();
  const go = (changes: Filters) => {
    // Where the reader is now: typing is told late, and a card or another screen may have been opened since.
    const address = galleryAddress(window.location, changes);
    if (address !== null) navigate(address, { replace: true });
  };
  return {
    filters: readFilters(search),
    search,
    change: go,
    clear: () => go(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
  };
}
