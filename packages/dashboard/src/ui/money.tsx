/** Amounts as people read them; one that is shown rounded says all of itself on hover. */
import { classes } from './classes.ts';
import { type MoneyKind, moneyText } from './money-text.ts';

export interface MoneyProps {
  /** As the contract writes it. */
  amount: string;
  as?: MoneyKind;
  className?: string;
}

export function Money({ amount, as = 'price', className }: MoneyProps) {
  const isRounded = as === 'balance' || as === 'spent';
  return (
    <span
      title={isRounded ? moneyText(amount, 'price') : undefined}
      className={classes('whitespace-nowrap tabular-nums', className)}
    >
      {moneyText(amount, as)}
    </span>
  );
}
