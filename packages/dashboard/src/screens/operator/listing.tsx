/** A list of the operator in all its states: loading, refused, empty, nothing found, full, and more to come. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

interface ListQuery {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

export interface ListingProps {
  query: ListQuery;
  count: number;
  /** What was searched for; empty when nothing was. */
  text: string;
  /** `accounts`, `people`. */
  what: string;
  icon: LucideIcon;
  /** The next step when there is nothing at all. */
  empty: ReactNode;
  /** What to look for when nothing was found. */
  hint?: string;
  children: ReactNode;
}

export function Listing({
  query,
  count,
  text,
  what,
  icon,
  empty,
  hint = 'Part of an email address is enough.',
  children,
}: ListingProps) {
  if (query.isPending) return <SkeletonRows rows={5} className="h-14" />;
  if (query.isError) return <ErrorState fault={query.error} onRetry={() => void query.refetch()} />;
  if (count === 0) {
    return text === '' ? (
      <EmptyState icon={icon} title={`No ${what} yet`}>
        {empty}
      </EmptyState>
    ) : (
      <EmptyState icon={icon} title={`No ${what} match “${text}”`}>
        <p>{hint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {children}
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
