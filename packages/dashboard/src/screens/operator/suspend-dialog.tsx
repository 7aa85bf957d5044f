/** Suspends an account, or resumes it, after one look at what that means. */

import { useChange } from '../../data/reads.ts';
import type { OperatorAccountWhole } from '../../data/resources.ts';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';

export function SuspendDialog({ account, onClose }: { account: OperatorAccountWhole; onClose(): void }) {
  const suspend = useChange('suspendAccount', { touches: ['getAccount', 'listAccounts'] });
  const on = account.suspended_at === null;
  function submit() {
    suspend.mutate(
      { id: account.id, body: { on } },
      {
        onSuccess() {
          toastDone(on ? `${account.email} is suspended` : `${account.email} works again`);
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={on ? 'Suspend this account?' : 'Resume this account?'}
      action={on ? 'Suspend' : 'Resume'}
      look={on ? 'danger' : 'primary'}
      busy={suspend.isPending}
      fault={otherFault(suspend.error, [])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="break-words text-muted">
        {on
          ? `Every request with a key of ${account.email}, live or sandbox, is refused within a second, and nothing can be submitted from its pages. What is under way goes on, and its people can still look at what is there.`
          : `Requests of ${account.email} are taken again within a second.`}
      </p>
    </FormDialog>
  );
}
