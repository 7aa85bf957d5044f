/** The gallery: every generation of the account, live, with one of them open beside it where the address says so. */
import { ArrowUp, FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { addresses } from '../../data/addresses.ts';
import { useStored } from '../../data/browser-choices.ts';
import { pageFile } from '../../data/page-file.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { FilterBar, ViewSwitch } from './filter-bar.tsx';
import { useFilters } from './filters.ts';
import { GallerySkeleton } from './gallery-skeleton.tsx';
import { GenerationsGrid } from './generations-grid.tsx';
import { DetailSheet, NoGenerations, NoneFits, SelectionBar } from './page-files.ts';
import { useChosen } from './selection.ts';
import { pageItems, useGallery } from './use-gallery.ts';
import { viewChoice } from './view.ts';

/** Most look at the grid. */
const GenerationsTable = pageFile(async () => (await import('./generations-table.tsx')).GenerationsTable);

export function GenerationsScreen({ item: openId }: ScreenProps) {
  const { filters, search, change, clear } = useFilters();
  const [view, setView] = useStored(viewChoice);
  const gallery = useGallery(filters);
  const chosen = useChosen();
  const List = view === 'grid' ? GenerationsGrid : GenerationsTable;
  const searchPart = search === '' ? '' : `?${search}`;
  return (
    <>
      <Page
        title="Generations"
        width="full"
        actions={
          <>
            <ViewSwitch view={view} setView={setView} />
            <ButtonLink look="primary" icon={FlaskConical} href={addresses.playground} data-create>
              New
            </ButtonLink>
          </>
        }
      >
        <FilterBar filters={filters} change={change} clear={clear} />
        <NewcomersButton count={gallery.heldCount} show={gallery.showHeld} />
        {gallery.isPending ? (
          <GallerySkeleton view={view} />
        ) : gallery.error !== null && gallery.items.length === 0 ? (
          <ErrorState fault={gallery.error} onRetry={() => void gallery.refetch()} />
        ) : gallery.items.length === 0 && !gallery.hasNextPage ? (
          Object.keys(filters).length > 0 ? (
            <NoneFits filters={filters} clear={clear} />
          ) : (
            <NoGenerations />
          )
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: they only make the sheet's file come sooner
          <div
            aria-busy={gallery.isPlaceholderData}
            onPointerEnter={DetailSheet.fetch}
            onFocus={DetailSheet.fetch}
            data-choosing={chosen.size > 0 || undefined}
            className={classes('group/list transition-opacity', gallery.isPlaceholderData && 'opacity-60')}
          >
            <List items={gallery.items} search={searchPart} />
            <MoreBelow gallery={gallery} />
            {chosen.size > 0 && <SelectionBar chosen={chosen} items={gallery.items} />}
          </div>
        )}
      </Page>
      {openId !== undefined && <DetailSheet id={openId} search={searchPart} shown={gallery.items} />}
    </>
  );
}

/** What came while something further down was being read. */
function NewcomersButton({ count, show }: { count: number; show(): void }) {
  if (count === 0) return null;
  return (
    <div className="sticky top-11 z-10 flex h-0 justify-center overflow-visible">
      <Button look="primary" size="small" icon={ArrowUp} onClick={show} className="h-8 rounded-full">
        {count} new
      </Button>
    </div>
  );
}

const lookAgainMilliseconds = 300;

/** Fetches the next page a good while before its end is in sight. */
function MoreBelow({ gallery }: { gallery: ReturnType<typeof useGallery> }) {
  const mark = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, items } = gallery;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark still in sight after a page came needs another look
  useEffect(() => {
    const element = mark.current;
    if (!hasNextPage || isFetchingNextPage || element === null) return;
    let isOver = false;
    const lookAgain = () => {
      if (isOver) return;
      observer.unobserve(element);
      observer.observe(element);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        // While the whole list is asked for anew, no page comes of it and nothing changes: the mark would stay in sight untold.
        void fetchNextPage({ cancelRefetch: false }).finally(() => setTimeout(lookAgain, lookAgainMilliseconds));
      },
      { rootMargin: '1500px 0px' },
    );
    observer.observe(element);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, items.length]);
  return (
    <div ref={mark} className="flex h-12 items-center justify-center text-small text-muted">
      {isFetchingNextPage ? 'Loading more' : hasNextPage || items.length <= pageItems ? '' : `${items.length} in all`}
    </div>
  );
}
