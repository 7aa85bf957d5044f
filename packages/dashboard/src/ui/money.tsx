/** Amounts as the contract writes them: dollars with four fractional digits. */
import { classes } from './classes.ts';

export function Money({ amount, className }: { amount: string; className?: string }) {
  const negative = amount.startsWith('-');
  const [whole = '0', cents = '0000'] = amount.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return (
    <span className={classes('whitespace-nowrap tabular-nums', className)}>
      {negative ? '−' : ''}${grouped}.{cents}
    </span>
  );
}
