/**
 * What was sent from here in this account and mode, newest first: still there after a reload and a look elsewhere. Two that
 * were sent to be compared are one result.
 */
import { useState } from 'react';
import { keepSubmitted, readSubmitted } from '../../data/drafts.ts';
import { useScope } from '../../data/scope.ts';

const keptMax = 24;
const between = ' ';

export interface Submitted {
  /** Each the ids of one generation, or of two side by side. */
  results: readonly (readonly string[])[];
  add(id: string, beside?: string): void;
  remove(id: string): void;
}

export function useSubmitted(): Submitted {
  const { account, mode } = useScope();
  const scope = `${account ?? ''} ${mode}`;
  const [, setChanges] = useState(0);
  const results = readSubmitted(scope).map((kept) => kept.split(between));
  const change = (next: (before: readonly string[][]) => readonly string[][]) => {
    const before = readSubmitted(scope).map((kept) => kept.split(between));
    const kept = next(before).filter((ids) => ids.length > 0);
    keepSubmitted(
      scope,
      kept.slice(0, keptMax).map((ids) => ids.join(between)),
    );
    setChanges((count) => count + 1);
  };
  return {
    results,
    add: (id, beside) =>
      change((before) =>
        beside === undefined
          ? [[id], ...before.filter((ids) => !ids.includes(id))]
          : before.map((ids) => (ids.includes(beside) ? [beside, id] : ids)),
      ),
    remove: (id) => change((before) => before.map((ids) => ids.filter((each) => each !== id))),
  };
}
