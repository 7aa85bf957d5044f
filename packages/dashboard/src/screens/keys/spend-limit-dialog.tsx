/** Asks what a key may spend in a day or a month. */
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { ApiKey } from '../../data/resources.ts';
import { FieldGroup } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { toastDone } from '../../ui/toast.tsx';

const periods = [
  { value: 'day', label: 'A day' },
  { value: 'month', label: 'A month' },
] as const;

export function SpendLimitDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { name, spend_limit: now } = apiKey;
  const [amount, setAmount] = useState(now === null ? '' : String(Number(now.amount)));
  const [period, setPeriod] = useState<'day' | 'month'>(now?.period ?? 'month');
  const set = useChange('setSpendLimit', { touches: ['listKeys'] });
  function submit() {
    const typed = amount.trim();
    set.mutate(
      { id: apiKey.id, body: typed === '' ? {} : { amount: typed, period } },
      {
        onSuccess({ spend_limit: limit }) {
          toastDone(
            limit === null
              ? `${name} has no limit any more`
              : `${name} may spend ${moneyText(limit.amount, 'exact')} a ${limit.period}`,
          );
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={`Limit what “${name}” may spend`}
      action="Save"
      busy={set.isPending}
      fault={otherFault(set.error, ['amount', 'period'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyInput
        label="At most, in USD"
        hint="Leave it empty for no limit: then it may spend what the account has."
        fault={fieldFault(set.error, 'amount')}
        placeholder="25.00"
        value={amount}
        onChange={setAmount}
      />
      <FieldGroup label="Counted by">
        <Segmented<'day' | 'month'> label="Counted by" value={period} onChange={setPeriod} choices={periods} />
      </FieldGroup>
      <p className="text-small text-muted">
        {period === 'day' ? 'A day begins at midnight UTC.' : 'A month begins on its first day, at midnight UTC.'} What
        it has spent since then counts already, and what a failed generation gives back may be spent again. Beyond the
        limit its submits are refused; what is under way goes on.
      </p>
    </FormDialog>
  );
}
