/** A part of the pages in a file of its own: fetched when it is first shown; when it does not come, the fault says why. */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { api } from './api.ts';

/** The service answers and no longer has the file: it was updated after this page was opened. */
export class PagesOutdated extends Error {}

/** On a slow line a file may take longer: then the service answers, and the file is waited for. */
const fileMillisecondsMax = 20_000;

export interface PageFile<Props extends object> {
  (props: Props): ReactNode;
  /** For a part that will be shown soon. Whether it came is only told to those who see it. */
  fetch(): void;
}

/**
 * Not React's own `lazy`: once a placeholder was shown, React keeps it for at least 300 ms, however soon the file is
 * there; and a fetch that failed is remembered as long as the page is open.
 */
export function pageFile<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): PageFile<Props> {
  let part: ComponentType<Props> | null = null;
  async function fetchPart(): Promise<void> {
    part ??= await fetched(load);
  }

  function PageFile(props: Props): ReactNode {
    const [state, setState] = useState<{ there: boolean; fault?: unknown }>({ there: part !== null });
    useEffect(() => {
      if (state.there) return;
      let left = false;
      const tell = (next: typeof state) => left || setState(next);
      fetchPart().then(
        () => tell({ there: true }),
        (fault) => tell({ there: false, fault }),
      );
      return () => {
        left = true;
      };
    }, [state.there]);
    if (state.fault !== undefined) throw state.fault;
    return part === null ? placeholder : createElement(part, props);
  }
  return Object.assign(PageFile, { fetch: () => void fetchPart().catch(() => {}) });
}

async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await Promise.race([load(), tooLate()]);
  } catch {
    // A browser does not say why a script did not come; when nothing answers here either, that is thrown.
    await api.getWelcome();
  }
  try {
    return await load();
  } catch (cause) {
    throw new PagesOutdated('The file of this screen is no longer there.', { cause });
  }
}

const tooLate = () => new Promise<never>((_, reject) => setTimeout(reject, fileMillisecondsMax));
