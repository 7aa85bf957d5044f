/** "Edit in playground": fills the form with the fields and media of an earlier generation. */
import { download } from '@afterimage/client';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../data/reads.ts';
import type { GenerationInput } from '../../data/resources.ts';
import { draftFromGeneration } from './draft.ts';
import type { MediaControl } from './form-model.ts';
import { type Medium, takeFile } from './media.ts';
import type { Playground } from './use-playground.ts';

/** What to tell of it; null when there is nothing to tell. */
export function useEarlierGeneration({ variants, replace }: Playground, id: string | null): string | null {
  const earlier = useRead('getGeneration', { id: id ?? '' }, { enabled: id !== null, staleSeconds: 60 });
  const [said, setSaid] = useState<string | null>(null);
  const taken = useRef(false);
  useEffect(() => {
    if (earlier.data === undefined || taken.current) return;
    // Once: what is typed afterwards must not be overwritten by news of the generation.
    taken.current = true;
    const { fields, inputs } = earlier.data;
    let lost = 0;
    const take = async (input: GenerationInput, control: MediaControl) => {
      const medium = await mediumOf(input, control);
      if (medium === null) lost += 1;
      return medium;
    };
    void draftFromGeneration(variants, { fields, inputs }, take).then((draft) => {
      replace(() => draft);
      setSaid(
        lost === 0
          ? 'Filled in from an earlier generation.'
          : 'Filled in; media that has expired has to be added again.',
      );
    });
  }, [earlier.data, variants, replace]);
  if (id === null) return null;
  if (earlier.isError) return 'The generation to edit could not be loaded.';
  return said ?? 'Filling in from an earlier generation …';
}

async function mediumOf({ url, expires_at, field }: GenerationInput, control: MediaControl): Promise<Medium | null> {
  if (url === null) return null;
  // The service keeps no file of it: it is a link as it was sent.
  if (expires_at === null) return control.urlField === null ? null : { from: 'link', url };
  try {
    // The link names the public address; the same path works here, whatever this page was reached by.
    const { pathname, search } = new URL(url, window.location.href);
    const blob = await download(`${pathname}${search}`, { fetch: window.fetch.bind(window) });
    const taking = await takeFile(new File([blob], pathname.split('/').at(-1) ?? field, { type: blob.type }), control);
    return taking.ok ? taking.medium : null;
  } catch {
    return null;
  }
}
