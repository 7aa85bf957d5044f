/** To the other mode on the same screen; from an item that is not there, to the screen it was opened on. */
import { useLocation } from 'wouter';
import { type Mode, useChangeScope } from '../data/scope.ts';
import { pathInEitherMode } from '../screens/screens.tsx';

export function useSetMode(): (mode: Mode) => void {
  const [path] = useLocation();
  const { setMode } = useChangeScope();
  return (mode) => setMode(mode, pathInEitherMode(path));
}
