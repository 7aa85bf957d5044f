/** Asks below which amount the pages should say that the balance is low. */
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { toastDone } from '../../ui/toast.tsx';

export function LowBalanceDialog({ threshold, onClose }: { threshold: string | null; onClose(): void }) {
  const [amount, setAmount] = useState(threshold ?? '');
  const set = useChange('setLowBalance', { touches: ['getBalance'] });
  function submit() {
    const typed = amount.trim();
    set.mutate(
      { body: typed === '' ? {} : { threshold: typed } },
      {
        onSuccess({ low_balance_threshold: now }) {
          toastDone(
            now === null ? 'There is no warning any more' : `There is a warning below ${moneyText(now, 'exact')}`,
          );
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title="Warn when the balance is low"
      action="Save"
      busy={set.isPending}
      fault={otherFault(set.error, ['threshold'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyInput
        label="Below, in USD"
        hint="Everybody in the account is told on every page. Leave it empty for no warning."
        fault={fieldFault(set.error, 'threshold')}
        placeholder="5.00"
        value={amount}
        onChange={setAmount}
      />
    </FormDialog>
  );
}
