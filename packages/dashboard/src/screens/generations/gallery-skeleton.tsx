/** The gallery while its generations are still coming. */
import { Skeleton } from '../../ui/skeleton.tsx';
import { columns } from './columns.ts';
import { grid } from './generations-grid.tsx';
import type { View } from './view.ts';

const cards = Array.from({ length: 12 }, (_, at) => `card ${at}`);

export function GallerySkeleton({ view }: { view: View }) {
  return (
    <div className={view === 'grid' ? grid : 'overflow-hidden rounded-card border border-line bg-surface'}>
      <span role="status" className="sr-only">
        Loading generations
      </span>
      {cards.map((card) => (view === 'grid' ? <SkeletonCard key={card} /> : <SkeletonRow key={card} />))}
    </div>
  );
}

function SkeletonCard() {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="flex flex-col gap-2 p-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-4" />
      </div>
    </div>
  );
}

function SkeletonRow() {
  return (
    <div aria-hidden className={`${columns} h-16 border-b border-line`}>
      <Skeleton className="h-12 w-16" />
      <Skeleton className="h-8" />
      <Skeleton className="h-6" />
    </div>
  );
}
