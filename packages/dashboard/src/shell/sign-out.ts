/** Leaving: the session ends, and the way leads to the sign-in page. */
import { useLocation } from 'wouter';
import { addresses } from '../data/addresses.ts';
import { useChange } from '../data/reads.ts';
import { endSession } from '../data/session.ts';
import { toastFault } from '../ui/toast.tsx';

export function useSignOut(): () => void {
  const signOut = useChange('signOut');
  const [, navigate] = useLocation();
  const left = () => {
    navigate(addresses.signIn);
    endSession();
  };
  // As a promise: where it was asked for may be closed before the answer comes.
  return () => void signOut.mutateAsync({}).then(left, toastFault);
}
