/** Which account the pages show, and whether it or its sandbox twin. Both stand in the address: a link says them too. */
import type { Mode } from '@afterimage/contract';
import { isId } from '@afterimage/contract/api';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { addresses } from './addresses.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetLastAddress } from './last-address.ts';

export type { Mode };

export interface Scope {
  /** Undefined: the person's first account. */
  account: string | undefined;
  mode: Mode;
}

const nothingSaid: Scope = { account: undefined, mode: 'live' };
/** For links inside that do not say it. Kept nowhere: two tabs may show two scopes, and an address means one in both. */
let last = nothingSaid;

function modeIn(search: string): Mode | null {
  const said = new URLSearchParams(search).get('mode');
  return said === 'live' || said === 'sandbox' ? said : null;
}

function accountIn(search: string): string | null {
  const said = new URLSearchParams(search).get('account');
  return said !== null && isId(said) ? said : null;
}

const modeNow = (): Mode => modeIn(window.location.search) ?? last.mode;
const accountNow = (): string | undefined => accountIn(window.location.search) ?? last.account;

export function useScope(): Scope {
  return { mode: useLocationProperty(modeNow), account: useLocationProperty(accountNow) };
}

export function useChangeScope(): { setMode(mode: Mode, path: string): void; setAccount(account: string): void } {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { mode: shown } = useScope();
  return {
    setMode(mode, path) {
      const next = new URLSearchParams(search);
      next.set('mode', mode);
      // A key of the other mode is no filter here.
      next.delete('key');
      navigate(`${path}?${next}`, { replace: true });
    },
    setAccount: (account) => navigate(`${addresses.home}?${new URLSearchParams({ mode: shown, account })}`),
  };
}

/** What is forgotten with the session. */
export function forgetScope(): void {
  last = nothingSaid;
  forgetLastAddress();
  forgetDrafts();
}

/**
 * Every address says its mode, and of whoever is in several accounts which one it is: one that is copied, or gone back
 * to, shows the same again. Once, in the shell.
 */
export function useScopeInAddress(accounts: readonly string[]): void {
  const { mode, account } = useScope();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const meant = accounts.length > 1 ? (account ?? accounts[0]) : undefined;
  useEffect(() => {
    last = { mode, account };
    if (modeIn(search) !== null && (meant === undefined || accountIn(search) !== null)) return;
    const said = new URLSearchParams(search);
    said.set('mode', mode);
    if (meant !== undefined) said.set('account', meant);
    navigate(`${path}?${said}${window.location.hash}`, { replace: true });
  }, [search, path, navigate, mode, account, meant]);
}

/** How a link is written into the page: opened in a new tab, which begins live and with the first account, it leads here. */
export function useLinkWriter(accounts: readonly string[]): (href: string) => string {
  const { mode, account } = useScope();
  const [first] = accounts;
  return useMemo(
    () => (href: string) => {
      const [path, search = ''] = href.split('?');
      const said = new URLSearchParams(search);
      if (mode === 'sandbox' && !said.has('mode')) said.set('mode', mode);
      if (account !== undefined && account !== first && !said.has('account')) said.set('account', account);
      return said.size === 0 ? `${path}` : `${path}?${said}`;
    },
    [mode, account, first],
  );
}
