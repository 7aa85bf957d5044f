/** Puts what the event stream says into the answers that the pages already hold. */
import type { InfiniteData, Query } from '@tanstack/react-query';
import { fitsState } from './delivery-filter.ts';
import { queryClient } from './query-client.ts';
import type { Page } from './reads.ts';
import type { Balance, Delivery, DeliveryWhole, Generation, GenerationSummary } from './resources.ts';
import { fitsStatus } from './status-filter.ts';

type Pages<Item> = InfiniteData<Page<Item>>;

export function patchGenerations(changed: readonly GenerationSummary[]): void {
  const byId = new Map(changed.map((generation) => [generation.id, generation]));
  for (const query of queriesOf('listGenerations')) {
    const { status } = filtersOf(query);
    const fits = (one: GenerationSummary) => fitsStatus(one, status);
    const merge = (shown: GenerationSummary, told: GenerationSummary) => (isLate(shown, told) ? shown : told);
    queryClient.setQueryData<Pages<GenerationSummary>>(
      query.queryKey,
      (pages) => pages && patchPages(pages, byId, { fits, merge }),
    );
    // What came while another filter was shown belongs into this list, too: it is asked for when it is shown again.
    if (!query.isActive()) query.invalidate();
    // A newcomer waits above the list until the reader wants it: an answer that lacks it is not asked for again.
    if (holdsAny(query, byId)) askAfterAnswer(query);
  }
  for (const query of queriesOf('getGeneration')) {
    askAfterAnswer(query);
    const shown = query.state.data as Generation | undefined;
    const now = shown && byId.get(shown.id);
    if (shown === undefined || now === undefined || isLate(shown, now)) continue;
    queryClient.setQueryData<Generation>(query.queryKey, { ...shown, ...now });
    // The rest of the record (failure, media, deliveries) is not in the event.
    if (now.status !== shown.status) void queryClient.invalidateQueries({ queryKey: query.queryKey });
  }
}

/** A list that has not come yet may hold any. */
function holdsAny({ state }: Query, byId: ReadonlyMap<string, unknown>): boolean {
  const shown = state.data as Pages<GenerationSummary> | undefined;
  return shown === undefined || shown.pages.some(({ items }) => items.some(({ id }) => byId.has(id)));
}

/** An answer may overtake an event that was written before it; what has ended never goes on. */
function isLate(shown: Pick<GenerationSummary, 'status'>, told: Pick<GenerationSummary, 'status'>): boolean {
  // As the contract says; of it, the first screen carries types only.
  const hasEnded = ({ status }: Pick<GenerationSummary, 'status'>) => status === 'completed' || status === 'failed';
  return hasEnded(shown) && !hasEnded(told);
}

/**
 * What a filter no longer takes leaves the list; of all that filters ask, only how far something has come ever changes.
 * Pages without a change stay the same objects, so that what shows them need not look again.
 */
function patchPages<Item extends { id: string }>(
  pages: Pages<Item>,
  byId: ReadonlyMap<string, Item>,
  { fits, merge = (_, told) => told }: { fits(item: Item): boolean; merge?(shown: Item, told: Item): Item },
): Pages<Item> {
  let patched = false;
  const next = pages.pages.map((page) => {
    if (!page.items.some(({ id }) => byId.has(id))) return page;
    patched = true;
    const now = (item: Item) => merge(item, byId.get(item.id) ?? item);
    return { ...page, items: page.items.map(now).filter(fits) };
  });
  return patched ? { ...pages, pages: next } : pages;
}

/** Spending and ledger change with every balance; while many come, they are asked for once. */
const moneyMilliseconds = 2_000;
let moneyTimer: ReturnType<typeof setTimeout> | undefined;

/** The stream tells of one account; the balance of its twin may be on the page, too. */
export function patchBalance(now: { balance: string }, mode: string): void {
  for (const query of queriesOf('getBalance')) {
    if (filtersOf(query).mode !== mode) continue;
    queryClient.setQueryData<Balance>(query.queryKey, (shown) => shown && { ...shown, ...now });
  }
  if (moneyTimer !== undefined) return;
  moneyTimer = setTimeout(() => {
    moneyTimer = undefined;
    for (const name of ['getBalance', 'listLedger']) void queryClient.invalidateQueries({ queryKey: [name] });
  }, moneyMilliseconds);
}

export function patchDeliveries(changed: readonly Delivery[]): void {
  const byId = new Map(changed.map((delivery) => [delivery.id, delivery]));
  for (const query of queriesOf('listDeliveries')) {
    askAfterAnswer(query);
    const shown = query.state.data as Pages<Delivery> | undefined;
    const known = new Set(shown?.pages.flatMap(({ items }) => items.map(({ id }) => id)));
    if (changed.every(({ id }) => known.has(id))) {
      const { state } = filtersOf(query);
      const fits = (one: Delivery) => fitsState(one, state);
      queryClient.setQueryData<Pages<Delivery>>(query.queryKey, (pages) => pages && patchPages(pages, byId, { fits }));
    } else {
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
    }
  }
  for (const query of queriesOf('getDelivery')) {
    askAfterAnswer(query);
    const shown = query.state.data as DeliveryWhole | undefined;
    if (shown !== undefined && byId.has(shown.id)) void queryClient.invalidateQueries({ queryKey: query.queryKey });
  }
}

/** Also while events come one after the other: a list is asked for once a second at most. */
const answerMilliseconds = 1_000;
const askedAfter = new Set<string>();

/** An answer on its way may be older than the event, which it would undo for good: no other event tells the same again. */
function askAfterAnswer({ queryKey, queryHash, state }: Query): void {
  if (state.fetchStatus === 'idle' || askedAfter.has(queryHash)) return;
  askedAfter.add(queryHash);
  const exactly = { queryKey, exact: true };
  void queryClient.refetchQueries(exactly, { cancelRefetch: false }).then(() =>
    setTimeout(() => {
      askedAfter.delete(queryHash);
      void queryClient.invalidateQueries(exactly);
    }, answerMilliseconds),
  );
}

function filtersOf({ queryKey }: Query): { mode?: string; status?: string; state?: string } {
  const [, address] = queryKey as [string, { query?: object } | undefined];
  return address?.query ?? {};
}

function queriesOf(name: string): Query[] {
  return queryClient.getQueryCache().findAll({ queryKey: [name] });
}
