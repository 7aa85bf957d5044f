/** Which account the pages show, and whether it or its sandbox twin. The mode stands in the address: a link says it too. */
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { forgetDrafts } from './drafts.ts';
import { stored, useStored } from './stored.ts';

export type Mode = 'live' | 'sandbox';

export interface Scope {
  /** Undefined: the person's first account. */
  account: string | undefined;
  mode: Mode;
}

const isAccount = (text: string): text is string => /^([0-9a-f-]{36})?$/.test(text);
const accountChoice = stored<string>('account', { isValid: isAccount, initial: '' });

/** For links inside that do not say it. Kept nowhere: two tabs may show two modes, and an address means one in both. */
let lastMode: Mode = 'live';

function modeIn(search: string): Mode | null {
  const said = new URLSearchParams(search).get('mode');
  return said === 'live' || said === 'sandbox' ? said : null;
}

const modeNow = (): Mode => modeIn(window.location.search) ?? lastMode;

export function useScope(): Scope {
  const mode = useLocationProperty(modeNow);
  const [account] = useStored(accountChoice);
  return { mode, account: account === '' ? undefined : account };
}

export function useChangeScope(): { setMode(mode: Mode): void; setAccount(account: string): void } {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return {
    setMode(mode) {
      const next = new URLSearchParams(search);
      next.set('mode', mode);
      // A key of the other mode is no filter here.
      next.delete('key');
      navigate(`${listOf(path)}?${next}`, { replace: true });
    },
    setAccount(account) {
      accountChoice.write(account);
      navigate('/');
    },
  };
}

/** An open generation or delivery is not there in the other mode; the list that it stood in is. */
function listOf(path: string): string {
  if (path.startsWith('/generations/')) return '/';
  return path.startsWith('/webhooks/') ? '/webhooks' : path;
}

/** What is forgotten with the session. */
export function forgetScope(): void {
  accountChoice.write('');
  lastMode = 'live';
  forgetDrafts();
}

/** Every address says its mode: one that is copied, or gone back to, shows the same again. Once, in the shell. */
export function useModeInAddress(): void {
  const { mode } = useScope();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    lastMode = mode;
    if (modeIn(search) !== null) return;
    const said = new URLSearchParams(search);
    said.set('mode', mode);
    navigate(`${path}?${said}${window.location.hash}`, { replace: true });
  }, [search, path, navigate, mode]);
}

/** How a link is written into the page: opened in a new tab, which begins live, it leads to the same mode. */
export const linkIn: Record<Mode, (href: string) => string> = {
  live: (href) => href,
  sandbox: (href) =>
    modeIn(href.split('?')[1] ?? '') === null ? `${href}${href.includes('?') ? '&' : '?'}mode=sandbox` : href,
};
