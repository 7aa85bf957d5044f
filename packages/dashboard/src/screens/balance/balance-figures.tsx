/** The figures at the head of the screen: the balance, recent spending, and the sandbox twin's play money. */
import { BellRing, FlaskConical, RotateCcw, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { useChange, useRead } from '../../data/reads.ts';
import type { Balance } from '../../data/resources.ts';
import { useScope } from '../../data/scope.ts';
import { usePerson } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { LowBalanceDialog } from './low-balance-dialog.tsx';

export function BalanceFigures({ balance }: { balance: Balance | undefined }) {
  const { mode } = useScope();
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr]">
      <Card className="flex flex-col justify-between gap-6 p-5">
        <div className="flex flex-col gap-1">
          <h2 className="flex items-center gap-2 text-small font-medium text-muted">
            {mode === 'live' ? <Wallet size={15} aria-hidden /> : <FlaskConical size={15} aria-hidden />}
            {mode === 'live' ? 'Balance' : 'Sandbox balance'}
          </h2>
          {balance === undefined ? (
            <Skeleton className="h-10 w-56" />
          ) : (
            <p className="text-figure font-semibold tracking-tight" data-balance>
              <Money amount={balance.balance} as="balance" />
            </p>
          )}
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure name="Spent today">{balance && <Money amount={balance.spent_today} as="spent" />}</Figure>
          <Figure name="Spent in 30 days">{balance && <Money amount={balance.spent_30_days} as="spent" />}</Figure>
        </dl>
        {balance !== undefined && mode === 'live' && <LowBalanceLine threshold={balance.low_balance_threshold} />}
        {balance !== undefined && mode === 'live' && Number(balance.balance) <= 0 && <WhoTopsUp />}
      </Card>
      {mode === 'live' ? <SandboxCard /> : <ResetCard />}
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="min-h-6 text-large font-medium">{children ?? <Skeleton className="mt-1 h-4 w-20" />}</dd>
    </div>
  );
}

function LowBalanceLine({ threshold }: { threshold: string | null }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4 text-small text-muted">
      <BellRing size={15} aria-hidden />
      <span>
        {threshold === null ? (
          'No warning when the balance is low'
        ) : (
          <>
            Warns below <Money amount={threshold} as="exact" />
          </>
        )}
      </span>
      <Button size="small" onClick={() => setAsking(true)}>
        {threshold === null ? 'Set a warning' : 'Change'}
      </Button>
      {asking && <LowBalanceDialog threshold={threshold} onClose={() => setAsking(false)} />}
    </div>
  );
}

function WhoTopsUp() {
  const { person, membership } = usePerson();
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
      There is no credit left.{' '}
      {person.operator ? (
        <>
          You run this service: grant credit on the{' '}
          <Link href={addresses.operator} className="underline">
            operator's page
          </Link>{' '}
          or with <code className="font-mono">npx afterimage credit grant</code>.
        </>
      ) : (
        <>Whoever runs this service can add credit to {membership?.email ?? 'this account'}; ask them.</>
      )}
    </p>
  );
}

/** Beside the live balance: the twin's play money. */
function SandboxCard() {
  const { data } = useRead('getBalance', { query: { mode: 'sandbox' } });
  return (
    <Card className="flex flex-col justify-between gap-4 p-5">
      <div className="flex flex-col gap-1">
        <h2 className="flex items-center gap-2 text-small font-medium text-muted">
          <FlaskConical size={15} aria-hidden />
          Sandbox twin
        </h2>
        {data === undefined ? (
          <Skeleton className="h-7 w-32" />
        ) : (
          <p className="text-title font-semibold">
            <Money amount={data.balance} as="balance" />
          </p>
        )}
        <p className="text-small text-muted">Play money for sandbox keys.</p>
      </div>
      <ResetButton />
    </Card>
  );
}

function ResetCard() {
  return (
    <Card className="flex flex-col justify-between gap-4 p-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-small font-medium text-muted">Start again</h2>
        <p className="text-small text-muted">
          Brings the play money back to where it began. Generations and ledger stay.
        </p>
      </div>
      <ResetButton />
    </Card>
  );
}

function ResetButton() {
  const reset = useChange('resetSandbox', { touches: ['getBalance', 'listLedger'] });
  return (
    <Button
      icon={RotateCcw}
      busy={reset.isPending}
      className="self-start"
      onClick={() =>
        reset.mutate(
          {},
          {
            onSuccess: ({ balance }) => toastDone(`The sandbox has ${moneyText(balance, 'balance')} of play money`),
            onError: toastFault,
          },
        )
      }
    >
      Reset play money
    </Button>
  );
}
