/** The gallery's filters, kept in the address. */
import { useLocation, useSearch } from 'wouter';
import { type Filters, filterNames, readFilters, withFilters } from './filter-words.ts';

export function useFilters(): { filters: Filters; search: string; change(changes: Filters): void; clear(): void } {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const go = (changes: Filters) => navigate(`${path}${withFilters(search, changes)}`, { replace: true });
  return {
    filters: readFilters(search),
    search,
    change: go,
    clear: () => go(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
  };
}
