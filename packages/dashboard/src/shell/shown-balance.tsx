/** What the account has left, on every screen; red once it is below what the account calls low. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../data/addresses.ts';
import { useRead } from '../data/reads.ts';
import { classes } from '../ui/classes.ts';
import { Money } from '../ui/money.tsx';

export function ShownBalance({ className }: { className?: string }) {
  return (
    <Link href={addresses.balance} className={classes('text-small hover:underline', className)}>
      <Left>
        <span className="text-muted">
          {' left'}
          <span className="sr-only"> in the account</span>
        </span>
      </Left>
    </Link>
  );
}

/** The figure, and what is said with it. */
export function Left({ children }: { children: ReactNode }) {
  const { data } = useRead('getBalance', {}, { staleSeconds: 60 });
  // The link around it has a name before the figure has come.
  if (data === undefined) return <span className="sr-only">Balance</span>;
  const isLow = Number(data.balance) < Number(data.low_balance_threshold ?? 0) || Number(data.balance) <= 0;
  return (
    <>
      <Money amount={data.balance} as="balance" className={classes('font-semibold', isLow ? 'text-bad' : 'text-ink')} />
      {children}
    </>
  );
}
