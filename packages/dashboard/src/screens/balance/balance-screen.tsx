/** Balance: what there is, what was spent day by day and for what, and every change of it. */
import { addressOf } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../data/reads.ts';
import { useScope } from '../../data/scope.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card, Page, Section } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { Ledger } from './ledger.tsx';
import { SpendChart } from './spend-chart.tsx';
import { Usage } from './usage.tsx';

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

export function BalanceScreen() {
  const { account, mode } = useScope();
  const [span, setSpan] = useState<'30' | '90'>('30');
  // The stream brings the balance itself; what was spent by day is asked for.
  const balance = useRead('getBalance', { query: { days: Number(span) } }, { refetchSeconds: 30 });
  const csv = addressOf(apiRoutes.exportLedger, { query: { account, mode } });
  return (
    <Page
      title="Balance"
      about={
        mode === 'live'
          ? 'A generation is paid when it is submitted. One that fails through no fault of yours is refunded.'
          : 'Play money of the sandbox twin: charged and refunded as in the live account.'
      }
      actions={
        <ButtonLink icon={Download} href={csv} download>
          Ledger as CSV
        </ButtonLink>
      }
    >
      {balance.isError && <ErrorState fault={balance.error} onRetry={() => void balance.refetch()} />}
      {!balance.isError && (
        <>
          <BalanceFigures balance={balance.data} />
          <Section
            title="Spent by day"
            actions={<Segmented label="Days shown" choices={spans} value={span} onChange={(days) => setSpan(days)} />}
          >
            <Card>
              {balance.data === undefined ? <Skeleton className="h-56" /> : <SpendChart days={balance.data.days} />}
            </Card>
          </Section>
          <Usage days={Number(span)} />
          <Ledger />
        </>
      )}
    </Page>
  );
}
