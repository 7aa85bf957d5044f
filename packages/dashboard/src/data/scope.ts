/** Which account the pages show, and whether it or its sandbox twin. The mode stands in the address: a link says it too. */
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { stored, useStored } from './stored.ts';

export type Mode = 'live' | 'sandbox';

export interface Scope {
  /** Undefined: the person's first account. */
  account: string | undefined;
  mode: Mode;
}

const isMode = (text: string): text is Mode => text === 'live' || text === 'sandbox';
const isAccount = (text: string): text is string => /^([0-9a-f-]{36})?$/.test(text);

const modeChoice = stored<Mode>('mode', { isValid: isMode, initial: 'live' });
const accountChoice = stored<string>('account', { isValid: isAccount, initial: '' });
adoptMode(window.location.search);

function adoptMode(search: string): void {
  const mode = new URLSearchParams(search).get('mode');
  if (mode !== null && isMode(mode)) modeChoice.write(mode);
}

export function useScope(): Scope {
  const [mode] = useStored(modeChoice);
  const [account] = useStored(accountChoice);
  return { mode, account: account === '' ? undefined : account };
}

export function useChangeScope(): { setMode(mode: Mode): void; setAccount(account: string): void } {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return {
    setMode(mode) {
      modeChoice.write(mode);
      const next = new URLSearchParams(search);
      next.delete('mode');
      // A key of the other mode is no filter here, and an open generation is not there.
      next.delete('key');
      navigate(withSearch(path.startsWith('/generations/') ? '/' : path, next), { replace: true });
    },
    setAccount(account) {
      accountChoice.write(account);
      navigate('/');
    },
  };
}

/** What is forgotten with the session. */
export function forgetScope(): void {
  accountChoice.write('');
  modeChoice.write('live');
}

/** Keeps address and choice together: a link's word is taken, and pages without one get it. Once, in the shell. */
export function useModeInAddress(): void {
  const { mode } = useScope();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    adoptMode(search);
    const said = new URLSearchParams(search);
    if (said.has('mode') || mode === 'live') return;
    said.set('mode', mode);
    navigate(withSearch(path, said), { replace: true });
  }, [search, path, navigate, mode]);
}

function withSearch(path: string, search: URLSearchParams): string {
  return search.size === 0 ? path : `${path}?${search}`;
}
