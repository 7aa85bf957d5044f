/** `?input=ID`: puts what an earlier generation made into this form, where such a medium goes. */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useRead } from '../../data/reads.ts';
import { madeFile } from './made-file.ts';
import { offerFiles } from './use-offered-media.ts';
import type { Playground } from './use-playground.ts';

/** What to tell of it; null when there is nothing to tell. */
export function useResultAsInput(playground: Playground): string | null {
  const [search, setSearch] = useSearchParams();
  const id = search.get('input');
  const made = useRead('getGeneration', { id: id ?? '' }, { enabled: id !== null, staleSeconds: 60 });
  const [said, setSaid] = useState<string | null>(null);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || made.data === undefined || taken.current === id) return;
    taken.current = id;
    void madeFile(made.data)
      .then((file) => file !== null && offerFiles(playground, [file]))
      .catch(() => false)
      .then((isTaken) => {
        setSaid(isTaken ? null : 'The result could not be used as an input here.');
        // Once: a reload must not put it in a second time.
        setSearch(
          (before) => {
            const next = new URLSearchParams(before);
            next.delete('input');
            return next;
          },
          { replace: true },
        );
      });
  }, [id, made.data, playground, setSearch]);
  return said;
}
