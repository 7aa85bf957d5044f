/** An account that was taken away under the reader's hands: who is in what is asked anew, and another one is shown. */
import { Refusal } from '@afterimage/client';
import { useEffect } from 'react';
import { queryClient } from '../data/query-client.ts';
import type { Person } from '../data/resources.ts';
import { useChangeScope, useScope } from '../data/scope.ts';
import { useSession } from '../data/session.ts';
import { toastDone } from '../ui/toast.tsx';

/** The service's words when the person asking is not in the account. */
const isLost = (fault: unknown): boolean =>
  fault instanceof Refusal && fault.status === 404 && fault.message === 'Account not found';

/** Once, in the shell. */
export function useLostAccount(): void {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isLost(event.action.error)) return;
        void queryClient.invalidateQueries({ queryKey: ['getMe'] });
      }),
    [],
  );
  const { data: person } = useSession();
  const { account } = useScope();
  const { setAccount } = useChangeScope();
  const next = person && accountInstead(person, account);
  useEffect(() => {
    if (next === undefined) return;
    setAccount(next);
    toastDone('You are no longer in the account that was shown here');
  });
}

/** Undefined when the one that is shown is theirs, and when they have none at all. */
function accountInstead({ memberships }: Person, shown: string | undefined): string | undefined {
  if (shown === undefined || memberships.some(({ account_id }) => account_id === shown)) return undefined;
  return memberships[0]?.account_id;
}
