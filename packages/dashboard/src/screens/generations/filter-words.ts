/** What the gallery shows, in the words of the address. */
import { isGallery, isGeneration } from '../../data/addresses.ts';
import { askedStatus, fitsStatus } from '../../data/status-filter.ts';
import { dayOfText } from '../../ui/dates.ts';

export const filterNames = ['family', 'status', 'key', 'text', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = { [Name in FilterName]?: string | undefined };

/** What filters ask of a generation. */
export interface Arrival {
  id: string;
  family: string;
  status: string;
  failure_code: string | null;
  prompt: string;
  key: { id: string };
  created_at: string;
}

export function readFilters(search: string): Filters {
  const said = new URLSearchParams(search);
  const isSaid = (name: FilterName, value: string | null) =>
    value && ((name !== 'from' && name !== 'to') || isDay(value) || isTime(value));
  return Object.fromEntries(
    filterNames.map((name) => [name, said.get(name)] as const).filter(([name, value]) => isSaid(name, value)),
  );
}

/** Date takes the 31st of a shorter month for a day of the next. */
const isDay = (said: string): boolean => dayOfText(said).getDate() === Number(said.slice(8));

/** What the service takes as it is. */
const isTime = (said: string): boolean => said.includes('T') && !Number.isNaN(dayOfText(said).getTime());

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
  if (!isGallery(pathname) && !isGeneration(pathname)) return null;
  return `${pathname}${withFilters(search, changes)}`;
}

/** What the service is asked for: it takes a bare day for one of UTC, and the page shows days of the reader's zone. */
export function withMoments({ from, to, status, ...others }: Filters): Filters {
  return {
    ...others,
    ...(status !== undefined && { status: askedStatus(status) }),
    ...(from !== undefined && { from: momentOf(from, 'begin') }),
    ...(to !== undefined && { to: momentOf(to, 'end') }),
  };
}

/** Where a local day begins or has ended. What is no day stays: the service takes a time as it is and refuses the rest. */
function momentOf(said: string, edge: 'begin' | 'end'): string {
  if (!isDay(said)) return said;
  const moment = dayOfText(said);
  // By the calendar, as a day of summer time's change has 23 or 25 hours.
  if (edge === 'end') moment.setDate(moment.getDate() + 1);
  return moment.toISOString();
}

/** Whether a generation that just came belongs into the list, as the service would decide it. */
export function belongs(generation: Arrival, filters: Filters): boolean {
  const { family, status, key, text, from, to } = filters;
  if (family !== undefined && generation.family !== family) return false;
  if (status !== undefined && !fitsStatus(generation, askedStatus(status))) return false;
  if (key !== undefined && generation.key.id !== key) return false;
  if (text !== undefined && !holds(generation, text.toLowerCase())) return false;
  const createdAt = Date.parse(generation.created_at);
  if (from !== undefined && createdAt < Date.parse(momentOf(from, 'begin'))) return false;
  return to === undefined || createdAt < Date.parse(momentOf(to, 'end'));
}

const holds = ({ prompt, id }: Arrival, text: string): boolean =>
  prompt.toLowerCase().includes(text) || id.startsWith(text);
