/** Amounts as people read them: a price with four fractional digits, a balance or a sum with two. */
import { classes } from './classes.ts';
import { moneyText } from './money-text.ts';

export interface MoneyProps {
  /** As the contract writes it. */
  amount: string;
  as?: 'price' | 'balance';
  className?: string;
}

export function Money({ amount, as = 'price', className }: MoneyProps) {
  return (
    <span
      title={as === 'balance' ? `$${amount}` : undefined}
      className={classes('whitespace-nowrap tabular-nums', className)}
    >
      {moneyText(amount, as)}
    </span>
  );
}
