/** A generation that the shown account does not have may be its twin's, or another account's of the reader. */
import { Refusal } from '@afterimage/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import { api } from '../../data/api.ts';
import { type Mode, useScope } from '../../data/scope.ts';
import { usePerson } from '../../data/session.ts';

interface Scope {
  account: string;
  mode: Mode;
}

/** Looks for it while `isMissing`, and leads to where it is; an address without a mode is a bare link to it. */
export function useElsewhere(id: string, { isMissing }: { isMissing: boolean }): 'looking' | 'nowhere' {
  const { person, membership } = usePerson();
  const { mode } = useScope();
  const [, navigate] = useLocation();
  const shown = membership?.account_id;
  const accounts = person.memberships.map(({ account_id }) => account_id);
  const found = useQuery({
    queryKey: ['elsewhere', id, shown, mode],
    enabled: isMissing,
    queryFn: ({ signal }) => scopeOf(id, { scopes: otherScopes(accounts, { shown, mode }), signal }),
  });
  const scope = found.data ?? null;
  useEffect(() => {
    if (!isMissing || scope === null) return;
    const said = new URLSearchParams({ mode: scope.mode, ...(accounts.length > 1 && { account: scope.account }) });
    navigate(`${generationLink(id)}?${said}`, { replace: true });
  });
  return isMissing && (found.isPending || scope !== null) ? 'looking' : 'nowhere';
}

/** The twin first. */
function otherScopes(accounts: readonly string[], shown: { shown: string | undefined; mode: Mode }): Scope[] {
  const all = accounts.flatMap((account) => [
    { account, mode: 'live' as const },
    { account, mode: 'sandbox' as const },
  ]);
  return all
    .filter(({ account, mode }) => account !== shown.shown || mode !== shown.mode)
    .sort((one, other) => Number(other.account === shown.shown) - Number(one.account === shown.shown));
}

async function scopeOf(
  id: string,
  { scopes, signal }: { scopes: readonly Scope[]; signal: AbortSignal },
): Promise<Scope | null> {
  for (const scope of scopes) {
    try {
      await api.getGeneration({ id, query: { ...scope }, signal });
      return scope;
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status !== 404) throw fault;
    }
  }
  return null;
}
