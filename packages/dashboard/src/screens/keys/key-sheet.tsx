/** One key at the side of the list: what it is, what it may spend, and its last requests with their answers. */
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ApiKey } from '../../data/resources.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { KeyRequests } from './key-requests.tsx';

/** @param apiKey undefined: there is none of that id among the account's */
export function KeySheet({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose(): void }) {
  const heading = useId();
  const modal = useModal({ onClose, dismissal: 'easy', focus: 'itself' });
  return (
    <dialog
      {...modal}
      data-sheet
      tabIndex={-1}
      aria-labelledby={heading}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-2xl animate-[slide-in_160ms_var(--ease-calm)] overflow-y-auto border-l border-line bg-surface p-0 text-ink outline-none"
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-line bg-surface px-5 py-3">
        <h2 id={heading} className="truncate text-large font-semibold">
          {apiKey?.name ?? 'There is no such key'}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div className="flex flex-col gap-6 p-5">
        {apiKey === undefined ? (
          <p className="text-muted">It may be a key of another account, or the address is not whole.</p>
        ) : (
          <>
            <Facts apiKey={apiKey} />
            <KeyRequests id={apiKey.id} />
          </>
        )}
      </div>
    </dialog>
  );
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { id, mode, last4, created_at, last_used_at, expires_at, revoked_at, spent_30_days, spend_limit } = apiKey;
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
      <Fact name="Key">
        {mode === 'sandbox' ? 'Sandbox' : 'Live'}
        {last4 !== '' && <span className="font-mono"> …{last4}</span>}
      </Fact>
      <Fact name="Spent, 30 days">
        <Money amount={spent_30_days} as="balance" />
      </Fact>
      <Fact name="Limit">
        {spend_limit === null ? (
          'None'
        ) : (
          <>
            <Money amount={spend_limit.spent} as="balance" /> of <Money amount={spend_limit.amount} as="balance" />{' '}
            {spend_limit.period === 'day' ? 'today' : 'this month'}
            <span className="text-muted">, begins anew {exactTime(spend_limit.resets_at)}</span>
          </>
        )}
      </Fact>
      <Fact name="Created">{exactTime(created_at)}</Fact>
      <Fact name="Last used">{last_used_at === null ? 'Never' : <Age time={last_used_at} />}</Fact>
      {revoked_at !== null ? (
        <Fact name="Revoked">{exactTime(revoked_at)}</Fact>
      ) : (
        <Fact name="Expires">{expires_at === null ? 'Never' : exactTime(expires_at)}</Fact>
      )}
      <Fact name="Id">
        <CopyText text={id} className="-ml-1" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
