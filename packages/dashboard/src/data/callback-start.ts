/** What an address for webhooks begins with, said beside the field for one. */
import type { Mode } from './scope.ts';

/** The service lets a sandbox post to its own machine where nobody else reaches it; then these pages are read there, too. */
export function callbackStart(mode: Mode): string {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname);
  return mode === 'sandbox' && isHere ? 'Starts with https, or with http://localhost.' : 'Starts with https.';
}
