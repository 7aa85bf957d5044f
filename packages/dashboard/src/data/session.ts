/** Who is signed in, and what happens when nobody is any more. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { addresses } from './addresses.ts';
import { queryClient, sessionEnd } from './query-client.ts';
import { useRead } from './reads.ts';
import type { Membership, Person } from './resources.ts';
import { forgetScope, useScope } from './scope.ts';

const key = ['getMe', {}];

export function useSession() {
  // Asked again every few seconds: nothing else tells of an account that was suspended, resumed or taken away.
  return useRead('getMe', {}, { staleSeconds: 300, refetchSeconds: 10 });
}

/** The signed-in person and the account shown; only for screens inside the shell, which waits for it. */
export function usePerson(): { person: Person; membership: Membership | undefined } {
  const { data } = useSession();
  const { account } = useScope();
  if (data === undefined) throw new Error('A screen of the shell was shown to nobody.');
  const membership = data.memberships.find(({ account_id }) => account_id === account) ?? data.memberships[0];
  return { person: data, membership };
}

/** After signing in: nothing remembered of whoever was here before. */
export function beginSession(person: Person): void {
  queryClient.clear();
  queryClient.setQueryData(key, person);
}

export function endSession(): void {
  forgetScope();
  queryClient.clear();
}

/** The way to the sign-in page and back, for a session that ended under the reader's hands. */
export function useSessionEnd(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const leave = () => {
      const { pathname, search } = window.location;
      if (pathname === addresses.signIn) return;
      queryClient.clear();
      const back = `${pathname}${search}`;
      navigate(back === addresses.home ? addresses.signIn : `${addresses.signIn}?next=${encodeURIComponent(back)}`, {
        replace: true,
      });
    };
    sessionEnd.addEventListener('end', leave);
    return () => sessionEnd.removeEventListener('end', leave);
  }, [navigate]);
}
