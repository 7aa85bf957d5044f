/** For somebody who was taken out of their last account: nothing here is theirs to see, and who can change that. */
import { DoorClosed, LogOut, RotateCw } from 'lucide-react';
import { useSession } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { useSignOut } from './sign-out.ts';
import { Wordmark } from './wordmark.tsx';

export function NoAccount({ email }: { email: string }) {
  const session = useSession();
  const signOut = useSignOut();
  usePageTitle('No account');
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-4">
      <h1>
        <Wordmark />
      </h1>
      <EmptyState
        icon={DoorClosed}
        title="You are in no account any more"
        actions={
          <>
            <Button icon={RotateCw} busy={session.isFetching} onClick={() => void session.refetch()}>
              Look again
            </Button>
            <Button icon={LogOut} onClick={signOut}>
              Sign out
            </Button>
          </>
        }
      >
        <p>
          You are signed in as {email}. Ask the operator of this service for an invitation, and the account will be
          here.
        </p>
      </EmptyState>
    </main>
  );
}
