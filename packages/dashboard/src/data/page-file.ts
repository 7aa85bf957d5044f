/** A part of the pages in a file of its own: fetched when it is first shown; when it does not come, the fault says why. */
import { type ComponentType, createElement, lazy } from 'react';
import { api } from './api.ts';

/** The service answers and no longer has the file: it was updated after this page was opened. */
export class PagesOutdated extends Error {}

/** React remembers a fetch that failed for as long as the page is open. */
const failed = new Set<() => void>();

/** What is shown next is fetched again. */
export function forgetFailedFiles(): void {
  for (const beginAnew of failed) beginAnew();
  failed.clear();
}

export function pageFile<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: (await fetched(load)) as ComponentType<unknown> };
      } catch (fault) {
        failed.add(() => {
          current = begin();
        });
        throw fault;
      }
    }) as unknown as ComponentType<Props>;
  let current = begin();
  return function PageFile(props: Props) {
    return createElement(current, props);
  };
}

async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
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
