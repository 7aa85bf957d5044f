/** Invitations of the last 30 days, making one, and taking one back. */
import type { Of, resources } from '@afterimage/contract/api';
import { Ban, CircleCheck, type LucideIcon, MailPlus, Send, TimerOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useChange, useRead } from '../../data/reads.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

type Invitation = Of<typeof resources.invitation>;
export interface NewLink {
  email: string;
  url: string;
}

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
          A link works once, within seven days. Nothing is mailed: the link is yours to send.
        </p>
        {invitations.data !== undefined && invitations.data.length > 0 && button}
      </div>
      {invitations.isPending && <SkeletonRows rows={3} className="h-14" />}
      {invitations.isError && <ErrorState fault={invitations.error} onRetry={() => void invitations.refetch()} />}
      {invitations.isSuccess && invitations.data.length === 0 && (
        <EmptyState icon={MailPlus} title="No invitations in the last 30 days" actions={button}>
          <p>Invite somebody into an account of their own, or into an existing one as owner or member.</p>
        </EmptyState>
      )}
      {invitations.isSuccess && invitations.data.length > 0 && <InvitationTable invitations={invitations.data} />}
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

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const head = (
    <>
      <HeadCell>For</HeadCell>
      <HeadCell className="hidden lg:table-cell">Into</HeadCell>
      <HeadCell>State</HeadCell>
      <HeadCell className="hidden md:table-cell">Made</HeadCell>
      <HeadCell className="hidden md:table-cell">Ends</HeadCell>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </>
  );
  return (
    <Table label="Invitations" head={head}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Table>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const withdraw = useChange('withdrawInvitation', { touches: ['listInvitations'] });
  const { tone, icon, word } = states[invitation.state];
  const into = invitation.account === null ? 'A new account' : `${invitation.account.email}, as ${invitation.role}`;
  const go = () =>
    withdraw.mutate(
      { id: invitation.id },
      { onSuccess: () => toastDone('The invitation is withdrawn'), onError: toastFault },
    );
  return (
    <Row>
      <Cell className="max-w-40 sm:max-w-64">
        <span title={invitation.email} className="block truncate font-medium">
          {invitation.email}
        </span>
        <span title={into} className="block truncate text-small text-muted lg:hidden">
          {into}
        </span>
      </Cell>
      <Cell className="hidden max-w-64 truncate text-muted lg:table-cell">{into}</Cell>
      <Cell>
        <Pill tone={tone} icon={icon}>
          {word}
        </Pill>
      </Cell>
      <Cell className="hidden text-muted md:table-cell">
        <Age time={invitation.created_at} />
      </Cell>
      <Cell className="hidden text-muted md:table-cell">
        {invitation.state === 'open' ? <Age time={invitation.expires_at} /> : '–'}
      </Cell>
      <Cell className="w-0 pl-0">
        {invitation.state === 'open' && (
          <Button
            size="small"
            icon={Undo2}
            aria-label={`Withdraw the invitation of ${invitation.email}`}
            busy={withdraw.isPending}
            onClick={go}
          >
            <span className="hidden sm:inline">Withdraw</span>
          </Button>
        )}
      </Cell>
    </Row>
  );
}
