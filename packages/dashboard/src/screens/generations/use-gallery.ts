/** The list behind the gallery: pages from the service, changes in place, newcomers on top without moving what is read. */
import type { InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { watchGenerations } from '../../data/events.ts';
import { queryClient } from '../../data/query-client.ts';
import { type Page, usePages } from '../../data/reads.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { holdBack, missingFrom, newerThan, putIn } from './arrivals.ts';
import { belongs, type Filters, withMoments } from './filter-words.ts';
import { choose } from './selection.ts';
import { useQueuePositions } from './use-queue-positions.ts';

export const pageItems = 60;
/** Nearer to the top than this, nothing is being read that newcomers could push away. */
const topPixels = 160;

export function useGallery(filters: Filters) {
  const list = usePages('listGenerations', { query: { ...(withMoments(filters) as object), limit: pageItems } });
  const [held, setHeld] = useState<readonly GenerationSummary[]>([]);
  /** The newest that was there when somebody began to read further down: the list may be asked for anew meanwhile. */
  const [newest, setNewest] = useState<string | null>(null);
  const loaded = { key: list.key, filters, items: list.items, isWhole: !list.hasNextPage };
  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  });
  useQueuePositions(list.items);

  const takeIn = useCallback((arrivals: readonly GenerationSummary[]) => {
    if (arrivals.length === 0) return;
    queryClient.setQueryData<InfiniteData<Page<GenerationSummary>>>(
      latest.current.key,
      (data) => data && { ...data, pages: putIn(data.pages, arrivals) },
    );
  }, []);

  const keyText = JSON.stringify(list.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another list nothing is held back or chosen
  useEffect(() => {
    setHeld([]);
    setNewest(null);
    choose([]);
  }, [keyText]);

  useEffect(
    () =>
      watchGenerations((changed) => {
        const { filters: wanted } = latest.current;
        const arrivals = missingFrom(latest.current, changed);
        if (window.scrollY < topPixels) takeIn(arrivals);
        else setHeld((before) => holdBack(before, changed, { arrivals }).filter((one) => belongs(one, wanted)));
      }),
    [takeIn],
  );

  // Back at the top, by whatever way, there is no reason left to hold anything back.
  useEffect(() => {
    const look = () => {
      if (window.scrollY >= topPixels) return setNewest((before) => before ?? latest.current.items[0]?.id ?? null);
      setNewest(null);
      takeIn(held);
      if (held.length > 0) setHeld([]);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [held, takeIn]);

  const above = newerThan(list.items, newest);
  const items = useMemo(() => (above === 0 ? list.items : list.items.slice(above)), [list.items, above]);
  const heldCount = new Set([...held, ...list.items.slice(0, above)].map(({ id }) => id)).size;
  const showHeld = () => window.scrollTo(0, 0);
  return { ...shownOf(list), items, heldCount, showHeld };
}

/** Named one by one: Query draws a screen again only for what it has read. */
function shownOf(list: ReturnType<typeof usePages<'listGenerations'>>) {
  const { items, isPending, isPlaceholderData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return { items, isPending, isPlaceholderData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}
