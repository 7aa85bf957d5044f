/** Leaving: the session ends, and the way leads to the sign-in page. */
import { useLocation } from 'wouter';
import { useChange } from '../data/reads.ts';
import { endSession } from '../data/session.ts';
import { toastFault } from '../ui/toast.tsx';

export function useSignOut(): () => void {
  const signOut = useChange('signOut');
  const [, navigate] = useLocation();
  return () =>
    signOut.mutate(
      {},
      {
        onSuccess() {
          navigate('/sign-in');
          endSession();
        },
        onError: toastFault,
      },
    );
}
