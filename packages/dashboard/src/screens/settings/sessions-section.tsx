/** Where the person is signed in, and signing out of there. */
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { useChange, useRead } from '../../data/reads.ts';
import type { Session } from '../../data/resources.ts';
import { endSession } from '../../data/session.ts';
import { useSignOut } from '../../shell/sign-out.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { describeBrowser } from './describe-browser.ts';

export function SessionsSection() {
  const sessions = useRead('listSessions');
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Sessions"
      actions={
        <Button icon={LogOut} size="small" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.isPending && <SkeletonRows rows={2} className="h-16" />}
      {sessions.isError && <ErrorState fault={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isSuccess && (
        <Card className="divide-y divide-line">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Card>
      )}
      {asking && <EverywhereDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useChange('endSession', { touches: ['listSessions'] });
  const signOut = useSignOut();
  const name = describeBrowser(session.user_agent);
  return (
    <div className="flex items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span title={session.user_agent ?? undefined}>{name}</span>
          {session.current && <Pill tone="good">This browser</Pill>}
        </p>
        <p className="text-small text-muted">
          {session.address ?? 'Unknown address'} · last seen <Age time={session.last_seen_at} /> · signed in{' '}
          <Age time={session.created_at} />
        </p>
      </div>
      {session.current ? (
        <Button size="small" onClick={signOut}>
          Sign out
        </Button>
      ) : (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={`End the session ${name}`}
          onClick={() =>
            end.mutate({ id: session.id }, { onSuccess: () => toastDone('The session has ended'), onError: toastFault })
          }
        >
          End
        </Button>
      )}
    </div>
  );
}

function EverywhereDialog({ onClose }: { onClose(): void }) {
  const end = useChange('endSessions');
  const [, navigate] = useLocation();
  const go = () =>
    end.mutate(
      {},
      {
        onSuccess() {
          navigate(addresses.signIn);
          endSession();
        },
      },
    );
  return (
    <FormDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      look="danger"
      busy={end.isPending}
      fault={otherFault(end.error, [])}
      onSubmit={go}
      onClose={onClose}
    >
      <p className="text-muted">Every browser is signed out at once, this one too. API keys keep working.</p>
    </FormDialog>
  );
}
