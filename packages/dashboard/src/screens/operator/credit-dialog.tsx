/** Gives an account credit, with the reason that its ledger will show. */
import { reasonCharactersMax } from '@afterimage/contract/api';
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { Mode } from '../../data/scope.ts';
import { Field, FieldGroup, TextInput } from '../../ui/field.tsx';
import { fieldFault, otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { toastDone } from '../../ui/toast.tsx';

const balances = [
  { value: 'live', label: 'Live account' },
  { value: 'sandbox', label: 'Sandbox twin' },
] as const;

export function CreditDialog({ account, onClose }: { account: { id: string; email: string }; onClose(): void }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [mode, setMode] = useState<Mode>('live');
  const grant = useChange('grantCredit', { touches: ['listAccounts', 'getAccount', 'getBalance', 'listLedger'] });
  function submit() {
    grant.mutate(
      { id: account.id, body: { amount: amount.trim(), reason: reason.trim(), mode } },
      {
        onSuccess({ balance }) {
          toastDone(`${account.email} now has ${moneyText(balance, 'balance')}`);
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title="Grant credit"
      action="Grant credit"
      busy={grant.isPending}
      missing={amount.trim() === '' ? 'Needs an amount' : reason.trim() === '' && 'Needs a reason'}
      fault={otherFault(grant.error, ['amount', 'reason'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="break-words text-muted">To {account.email}. A grant cannot be taken back.</p>
      <MoneyInput
        label="Amount in USD"
        hint="At most four decimals."
        fault={fieldFault(grant.error, 'amount')}
        placeholder="25.00"
        value={amount}
        onChange={setAmount}
      />
      <Field label="Reason" hint="The account's ledger shows it." fault={fieldFault(grant.error, 'reason')}>
        <TextInput
          autoComplete="off"
          maxLength={reasonCharactersMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <FieldGroup label="Which balance">
        <Segmented<Mode> label="Which balance" value={mode} onChange={setMode} choices={balances} />
      </FieldGroup>
    </FormDialog>
  );
}
