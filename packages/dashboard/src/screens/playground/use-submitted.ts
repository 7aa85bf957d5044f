/** What was sent from here in this account and mode, newest first: still there after a reload and a look elsewhere. */
import { useState } from 'react';
import { keepSubmitted, readSubmitted } from '../../data/drafts.ts';
import { useScope } from '../../data/scope.ts';

const keptMax = 24;

export interface Submitted {
  ids: readonly string[];
  add(id: string): void;
  remove(id: string): void;
}

export function useSubmitted(): Submitted {
  const { account, mode } = useScope();
  const scope = `${account ?? ''} ${mode}`;
  const [, setChanges] = useState(0);
  const ids = readSubmitted(scope);
  const change = (next: (before: readonly string[]) => readonly string[]) => {
    keepSubmitted(scope, next(readSubmitted(scope)).slice(0, keptMax));
    setChanges((before) => before + 1);
  };
  return {
    ids,
    add: (id) => change((before) => [id, ...before.filter((each) => each !== id)]),
    remove: (id) => change((before) => before.filter((each) => each !== id)),
  };
}
