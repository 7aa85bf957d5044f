/** Says so when the balance is below what the account calls low. Says nothing when it is not. */
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { addresses } from '../data/addresses.ts';
import { useRead } from '../data/reads.ts';
import { Money } from '../ui/money.tsx';

/** For the live account: play money is brought back by a click. */
export function LowBalance() {
  const { data } = useRead('getBalance', {}, { staleSeconds: 60 });
  const threshold = data?.low_balance_threshold ?? null;
  if (data === undefined || threshold === null || Number(data.balance) >= Number(threshold)) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2 text-warn sm:px-8"
      data-low-balance
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        The balance of <Money amount={data.balance} as="balance" /> is below <Money amount={threshold} as="exact" />.{' '}
        <Link href={addresses.balance} className="underline">
          Balance
        </Link>
      </span>
    </p>
  );
}
