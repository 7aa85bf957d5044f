/** What somebody has begun in the playground, and what came of it: kept for this tab, until they sign out. */

const prefix = 'afterimage.playground.';

export function readDraftText(family: string): string | null {
  return read(family);
}

export function keepDraftText(family: string, text: string): void {
  keep(family, text);
}

const lastFamily = 'last family';

/** The family whose form was open last. */
export const readFamily = (): string | null => read(lastFamily);

export const keepFamily = (slug: string): void => keep(lastFamily, slug);

/** Ids of generations, newest first; where they are told of, the service says whether they are still there. */
export function readSubmitted(scope: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(read(`results ${scope}`) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function keepSubmitted(scope: string, ids: readonly string[]): void {
  keep(`results ${scope}`, JSON.stringify(ids));
}

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(`${prefix}${name}`);
  } catch {
    return null;
  }
}

function keep(name: string, text: string): void {
  try {
    sessionStorage.setItem(`${prefix}${name}`, text);
  } catch {
    // Storage may be forbidden or full; it then lasts as long as the page.
  }
}
