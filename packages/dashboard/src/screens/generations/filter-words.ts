/** What the gallery shows, in the words of the address. */

export const filterNames = ['family', 'status', 'key', 'text', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** What filters ask of a generation. */
export interface Arrival {
  id: string;
  family: string;
  status: string;
  prompt: string;
  key: { id: string };
  created_at: string;
}

export function readFilters(search: string): Filters {
  const said = new URLSearchParams(search);
  return Object.fromEntries(
    filterNames.map((name) => [name, said.get(name)]).filter(([, value]) => value !== null && value !== ''),
  );
}

/** The same address with some filters changed; an empty one is taken out. */
export function withFilters(search: string, changes: Filters): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? '' : `?${next}`;
}

/** The gallery's address with some filters changed; null on other screens: a late change has no say there. */
export function galleryAddress({ pathname, search }: { pathname: string; search: string }, changes: Filters) {
  if (pathname !== '/' && !pathname.startsWith('/generations/')) return null;
  return `${pathname}${withFilters(search, changes)}`;
}

/** Whether a generation that just came belongs into the list, as the service would decide it. */
export function belongs(generation: Arrival, filters: Filters): boolean {
  const { family, status, key, text, from, to } = filters;
  if (family !== undefined && generation.family !== family) return false;
  if (status !== undefined && generation.status !== status) return false;
  if (key !== undefined && generation.key.id !== key) return false;
  if (text !== undefined && !holds(generation, text.toLowerCase())) return false;
  if (from !== undefined && generation.created_at < from) return false;
  return to === undefined || generation.created_at.slice(0, to.length) <= to;
}

const holds = ({ prompt, id }: Arrival, text: string): boolean =>
  prompt.toLowerCase().includes(text) || id.startsWith(text);
