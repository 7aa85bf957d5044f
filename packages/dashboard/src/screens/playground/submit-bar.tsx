/** What the request costs, what is left afterwards, and the button that sends it. */
import { formatPrice, parseAmount } from '@afterimage/contract';
import { Sparkles } from 'lucide-react';
import { useRead } from '../../data/reads.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState, sentenceOf } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Quote } from './price.ts';
import type { Playground } from './use-playground.ts';

export function SubmitBar({ playground }: { playground: Playground }) {
  const { quote, busy, fault, state, faultsElsewhere, pricesFault } = playground;
  const { data } = useRead('getBalance');
  const saidBeside = fault !== null && 'fields' in fault && (fault.fields as unknown[]).length > 0;
  return (
    <div className="bottom-0 flex flex-col gap-3 rounded-b-card border-t border-line bg-surface px-5 py-4 sm:sticky">
      {state?.maintenance && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
          This family is under maintenance and takes no new work at the moment.
        </p>
      )}
      {pricesFault !== null && (
        <ErrorState
          fault={pricesFault}
          title="The price is not known"
          onRetry={playground.askForPrices}
          className="py-2"
        />
      )}
      {fault !== null && !saidBeside && (
        <p role="alert" className="text-small text-bad">
          {sentenceOf(fault)}
        </p>
      )}
      {faultsElsewhere.map((message) => (
        <p key={message} role="alert" className="text-small text-bad">
          {message}
        </p>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <dl className="flex gap-8">
          <div>
            <dt className="text-tiny text-muted">Price</dt>
            <dd className="text-large font-semibold" data-price>
              {quote !== null ? (
                <Price quote={quote} />
              ) : pricesFault === null ? (
                <Skeleton className="h-6 w-20" />
              ) : (
                '–'
              )}
            </dd>
          </div>
          <div>
            <dt className="text-tiny text-muted">Balance after</dt>
            <dd className="text-large font-medium">
              {quote !== null && data !== undefined ? (
                <BalanceAfter quote={quote} balance={data.balance} />
              ) : pricesFault === null ? (
                <Skeleton className="h-6 w-24" />
              ) : (
                '–'
              )}
            </dd>
          </div>
        </dl>
        <Button look="primary" type="submit" icon={Sparkles} busy={busy} disabled={pricesFault !== null}>
          Generate
        </Button>
      </div>
    </div>
  );
}

function Price({ quote: { least, most } }: { quote: Quote }) {
  if (least === most) return <Money amount={formatPrice(least)} />;
  return (
    <span title="Priced by every started second of the reference video">
      <Money amount={formatPrice(least)} /> – <Money amount={formatPrice(most)} />
    </span>
  );
}

function BalanceAfter({ quote, balance }: { quote: Quote; balance: string }) {
  const now = parseAmount(balance);
  if (!now.ok) return <Money amount={balance} />;
  const left = now.units - quote.most;
  return (
    <span className={classes(left < 0 && 'text-bad')} data-balance-after>
      <Money amount={formatPrice(left)} />
      {left < 0 && <span className="text-small"> short</span>}
    </span>
  );
}
