/** `?input=ID`: puts what an earlier generation made into this form, where such a medium goes. */
import { download } from '@afterimage/client';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { mediaAddress } from '../../data/media-address.ts';
import { useRead } from '../../data/reads.ts';
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
    const { media_url, output } = made.data;
    const take = async () => {
      if (media_url === null) return false;
      const address = mediaAddress(media_url);
      const blob = await download(address, { fetch: window.fetch.bind(window) });
      const name = address.split('?')[0]?.split('/').at(-1) ?? output;
      return offerFiles(playground, [new File([blob], name, { type: blob.type })]);
    };
    void take()
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
