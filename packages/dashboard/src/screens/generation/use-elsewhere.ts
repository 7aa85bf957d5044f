/** A generation that the shown account does not have may be its twin's, or another account's of the reader. */
import { Refusal } from '@afterimage/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../data/api.ts';
import { type Mode, useScope } from '../../data/scope.ts';
import { usePerson } from '../../data/session.ts';

interface Place {
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
    queryFn: ({ signal }) => placeOf(id, { places: otherPlaces(accounts, { shown, mode }), signal }),
  });
  const place = found.data ?? null;
  useEffect(() => {
    if (!isMissing || place === null) return;
    const said = new URLSearchParams({ mode: place.mode, ...(accounts.length > 1 && { account: place.account }) });
    navigate(`/generations/${id}?${said}`, { replace: true });
  });
  return isMissing && (found.isPending || place !== null) ? 'looking' : 'nowhere';
}

/** The twin first. */
function otherPlaces(accounts: readonly string[], shown: { shown: string | undefined; mode: Mode }): Place[] {
  const all = accounts.flatMap((account) => [
    { account, mode: 'live' as const },
    { account, mode: 'sandbox' as const },
  ]);
  return all
    .filter(({ account, mode }) => account !== shown.shown || mode !== shown.mode)
    .sort((one, other) => Number(other.account === shown.shown) - Number(one.account === shown.shown));
}

async function placeOf(
  id: string,
  { places, signal }: { places: readonly Place[]; signal: AbortSignal },
): Promise<Place | null> {
  for (const place of places) {
    try {
      await api.getGeneration({ id, query: { ...place }, signal });
      return place;
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status !== 404) throw fault;
    }
  }
  return null;
}
