/** What somebody has begun to write in the playground: kept for this tab, until they sign out. */

const prefix = 'afterimage.playground.';

export function readDraftText(family: string): string | null {
  try {
    return sessionStorage.getItem(`${prefix}${family}`);
  } catch {
    return null;
  }
}

export function keepDraftText(family: string, text: string): void {
  try {
    sessionStorage.setItem(`${prefix}${family}`, text);
  } catch {
    // Storage may be forbidden or full; the draft then lasts as long as the page.
  }
}

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}
