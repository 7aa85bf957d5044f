/** What stands in for content that is on its way, in its final size, so that nothing jumps when it comes. */
import { classes } from './classes.ts';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('shimmer rounded-control', className)} />;
}

/** Rows of a table or lines of a text. */
export function SkeletonRows({ rows, className = 'h-12' }: { rows: number; className?: string }) {
  return (
    <div className="flex flex-col gap-2">
      <span role="status" className="sr-only">
        Loading
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}
