/** What an engine cost today against its cap, and what was earned with it beside what it cost. */
import type { OperatorEngine } from '../../data/resources.ts';
import { classes } from '../../ui/classes.ts';

const dollars = (amount: number): string =>
  amount.toLocaleString(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** From here on the cap is worth a word: little more fits into the day. */
const nearShare = 0.9;

export function EngineSpending({ engine }: { engine: OperatorEngine }) {
  const { spent_today_usd: spent, daily_cap_usd: cap, cost_24_hours_usd: cost, price_24_hours_usd: price } = engine;
  const margin = (price ?? 0) - (cost ?? 0);
  const isNear = cap !== null && spent >= cap * nearShare;
  return (
    <div className="flex flex-col gap-2 text-small">
      <div>
        <p className="flex justify-between gap-2">
          <span className="text-muted">Spent today</span>
          <span className={classes('font-medium', isNear && 'text-warn')}>
            {cap === null ? dollars(spent) : `${dollars(spent)} of ${dollars(cap)}`}
          </span>
        </p>
        {cap !== null && (
          <progress
            aria-label={`Spent today at ${engine.name}, of its cap`}
            max={cap}
            value={Math.min(spent, cap)}
            className="mt-1"
          />
        )}
        {isNear && (
          <p className="mt-1 text-warn">
            {spent >= cap ? 'At its cap.' : 'Near its cap.'} What does not fit goes to the next engine of its route, or
            waits for midnight UTC.
          </p>
        )}
      </div>
      <p className="flex justify-between gap-2">
        <span className="text-muted">Margin, 24 hours</span>
        <span className={classes('font-medium', margin < 0 && 'text-bad')}>
          {dollars(margin)}{' '}
          <span className="font-normal text-muted">
            ({dollars(price ?? 0)} taken, {dollars(cost ?? 0)} paid)
          </span>
        </span>
      </p>
    </div>
  );
}
