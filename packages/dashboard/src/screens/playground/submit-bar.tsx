/** What the request costs, what is left afterwards, and the button that sends it. */
import { Refusal } from '@afterimage/client';
import { formatPrice, parseAmount } from '@afterimage/contract';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { useRead } from '../../data/reads.ts';
import { useScope } from '../../data/scope.ts';
import { usePerson } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState, sentenceOf } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { operatorLink } from '../operator/operator-pages.ts';
import type { Quote } from './price.ts';
import type { Playground } from './use-playground.ts';
import { useUsualSeconds } from './use-usual-seconds.ts';
import { secondsInWords } from './usual-time.ts';

export function SubmitBar({ playground }: { playground: Playground }) {
  const { quote, busy, fault, closed, faultsElsewhere, pricesFault } = playground;
  const reason = useId();
  const { data } = useRead('getBalance');
  const { model } = playground.values;
  const usual = useUsualSeconds(playground.form.family.slug, typeof model === 'string' ? model : undefined);
  const saidBeside = fault !== null && 'fields' in fault && (fault.fields as unknown[]).length > 0;
  return (
    // It stays in view where there is room for it and the form: not on a page that is shown twice as large.
    <div className="bottom-0 flex flex-col gap-3 rounded-b-card border-t border-line bg-surface px-5 py-4 sm:[@media(min-height:40rem)]:sticky">
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
      {fault instanceof Refusal && fault.code === 'SPEND_LIMIT_REACHED' && (
        <p data-next-step className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
          These pages use the key “Dashboard”. Its limit is set under{' '}
          <Link href={addresses.keys} className="underline">
            API keys
          </Link>
          .
        </p>
      )}
      {faultsElsewhere.map((message) => (
        <p key={message} role="alert" className="text-small text-bad">
          {message}
        </p>
      ))}
      {quote !== null && data !== undefined && isShort(quote, data.balance) && <NextStep />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <div>
            <dt className="text-tiny text-muted">{playground.rival === undefined ? 'Price' : 'Price of both'}</dt>
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
          {usual !== undefined && (
            <div>
              <dt className="text-tiny text-muted">Usual time</dt>
              <dd className="text-large font-medium" data-usual-time>
                {secondsInWords(usual)}
              </dd>
            </div>
          )}
        </dl>
        {playground.rivals.length > 0 && (
          <label className="flex items-center gap-2 text-small text-muted">
            Compare with
            <select
              value={playground.rival?.key ?? ''}
              onChange={(event) => playground.setRival(event.target.value)}
              className="h-9 max-w-40 rounded-control border border-edge bg-surface px-2 text-ink"
            >
              <option value="">nothing</option>
              {playground.rivals.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="flex items-center gap-2 text-small text-muted">
          Results
          <select
            value={playground.count}
            onChange={(event) => playground.setCount(Number(event.target.value))}
            className="h-9 rounded-control border border-edge bg-surface px-2 text-ink"
          >
            {[1, 2, 3, 4].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Button
          look="primary"
          type="submit"
          icon={Sparkles}
          busy={busy}
          disabled={pricesFault !== null || closed !== undefined}
          aria-describedby={closed && reason}
        >
          Generate
        </Button>
      </div>
      {/* Always there, so that it is read out when it begins. */}
      <p
        id={reason}
        role="status"
        className={closed ? 'rounded-control bg-warn-soft px-3 py-2 text-small text-warn' : 'sr-only'}
      >
        {closed}
      </p>
    </div>
  );
}

function isShort({ most }: Quote, balance: string): boolean {
  const now = parseAmount(balance);
  return now.ok && now.units < most;
}

/** What somebody can do whose balance does not suffice. */
function NextStep() {
  const { mode } = useScope();
  const { person, membership } = usePerson();
  return (
    <p data-next-step className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
      {mode === 'sandbox' ? (
        <>
          The play money does not suffice.{' '}
          <Link href={addresses.balance} className="underline">
            Reset it
          </Link>
        </>
      ) : person.operator ? (
        <>
          The balance does not suffice.{' '}
          <Link href={operatorLink({ part: 'accounts' })} className="underline">
            Grant credit
          </Link>
        </>
      ) : (
        <>
          The balance does not suffice. Ask whoever runs this service to add credit to {membership?.email}, or{' '}
          <Link href="?mode=sandbox" className="underline">
            try it in the sandbox
          </Link>
          .
        </>
      )}
    </p>
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
  if (!now.ok) return <Money amount={balance} as="balance" />;
  const left = now.units - quote.most;
  return (
    <span className={classes(left < 0 && 'text-bad')} data-balance-after>
      {/* What lacks is rounded up: who adds as much has enough. */}
      <Money amount={formatPrice(Math.abs(left))} as={left < 0 ? 'spent' : 'balance'} />
      {left < 0 && <span className="text-small"> short</span>}
    </span>
  );
}
