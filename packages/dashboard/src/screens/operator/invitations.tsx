/** Invitations of the last 30 days, making one, and taking one back. */
import { invitationDays, invitationsShownDays, inWords } from '@afterimage/contract';
import { Ban, CircleCheck, type LucideIcon, MailPlus, Send, TimerOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useChange, useRead } from '../../data/reads.ts';
import type { Invitation, NewLink } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

const states: Record<Invitation['state'], { tone: Tone; icon: LucideIcon; word: string }> = {
  open: { tone: 'accent', icon: Send, word: 'Open' },
  used: { tone: 'good', icon: CircleCheck, word: 'Used' },
  expired: { tone: 'neutral', icon: TimerOff, word: 'Expired' },
  withdrawn: { tone: 'neutral', icon: Ban, word: 'Withdrawn' },
};

export function Invitations() {
  const invitations = useRead('listInvitations');
  const [inviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewLink | null>(null);
  const button = (
    <Button look="primary" icon={MailPlus} data-create onClick={() => setInviting(true)}>
      Invite somebody
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          A link works once, within {inWords(invitationDays)} days. Nothing is mailed: the link is yours to send.
        </p>
        {invitations.data !== undefined && invitations.data.length > 0 && button}
      </div>
      {invitations.isPending && <SkeletonRows rows={3} className="h-14" />}
      {invitations.isError && <ErrorState fault={invitations.error} onRetry={() => void invitations.refetch()} />}
      {invitations.isSuccess && invitations.data.length === 0 && (
        <EmptyState icon={MailPlus} title={`No invitations in the last ${invitationsShownDays} days`} actions={button}>
          <p>Invite somebody into an account of their own, or into an existing one as owner or member.</p>
        </EmptyState>
      )}
      {invitations.isSuccess && invitations.data.length > 0 && (
        <Table label="Invitations" columns={columns} items={invitations.data} keyOf={({ id }) => id} />
      )}
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onMade={(link) => {
            setInviting(false);
            setMade(link);
          }}
        />
      )}
      {made !== null && <LinkDialog link={made} onDone={() => setMade(null)} />}
    </>
  );
}

const intoOf = ({ account, role }: Invitation): string =>
  account === null ? 'A new account' : `${account.email}, as ${role}`;

const columns: Column<Invitation>[] = [
  {
    name: 'For',
    className: 'w-full max-w-0 min-w-36',
    cell: (invitation) => (
      <>
        <span title={invitation.email} className="block truncate font-medium">
          {invitation.email}
        </span>
        <span title={intoOf(invitation)} className="block truncate text-small text-muted lg:hidden">
          {intoOf(invitation)}
        </span>
      </>
    ),
  },
  {
    name: 'Into',
    from: 'lg',
    className: 'max-w-52 truncate text-muted',
    cell: (invitation) => <span title={intoOf(invitation)}>{intoOf(invitation)}</span>,
  },
  {
    name: 'State',
    cell: ({ state }) => (
      <Pill tone={states[state].tone} icon={states[state].icon}>
        {states[state].word}
      </Pill>
    ),
  },
  { name: 'Made', from: 'xl', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
  {
    name: 'Ends',
    from: 'md',
    className: 'text-muted',
    cell: ({ state, expires_at }) => (state === 'open' ? <Age time={expires_at} /> : '–'),
  },
  {
    name: 'Actions',
    head: 'unseen',
    className: 'w-0 pl-0',
    cell: (invitation) => invitation.state === 'open' && <WithdrawButton invitation={invitation} />,
  },
];

function WithdrawButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const withdraw = useChange('withdrawInvitation', { touches: ['listInvitations'] });
  return (
    <Button
      size="small"
      icon={Undo2}
      aria-label={`Withdraw the invitation of ${email}`}
      busy={withdraw.isPending}
      onClick={() =>
        withdraw.mutate({ id }, { onSuccess: () => toastDone('The invitation is withdrawn'), onError: toastFault })
      }
    >
      <span className="hidden sm:inline">Withdraw</span>
    </Button>
  );
}
