/** `max_price`, which every family takes: a submit that would cost more is refused, and nothing is charged. */
import { accept, Field, refuse } from './fields.ts';
import { maxPriceDigitsMax } from './limits.ts';
import { parseAmount } from './money.ts';

export const maxPriceName = 'max_price';

const form = new RegExp(`^\\d{1,${maxPriceDigitsMax}}(\\.\\d{1,4})?$`);

/** Ten-thousandths of a dollar once read. */
export const maxPrice: Field<number | undefined> = new Field<number | undefined>({
  schema: {
    type: 'string',
    pattern: form.source,
    description: 'The most that this may cost, in USD. A dearer one is refused, and nothing is charged.',
    examples: ['0.2000'],
  },
  absent: { value: undefined },
  check(value, name) {
    const amount = typeof value === 'string' && form.test(value) ? parseAmount(value) : undefined;
    if (amount?.ok) return accept(amount.units);
    return refuse(
      name,
      'amount',
      `${name} must be a string with an amount in USD, at most ${maxPriceDigitsMax} digits before the point and four after it, such as "0.2000"`,
    );
  },
});
