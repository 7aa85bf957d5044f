/** What an address for webhooks begins with, said beside the field for one. */
import type { Mode } from './scope.ts';

export const callbackStart = (mode: Mode): string => `Starts with ${startOf(mode)}.`;

/** A fault says what the hint says. */
export const callbackFault = (fault: string | undefined, mode: Mode): string | undefined =>
  fault?.replace(/start with https\.$/, `start with ${startOf(mode)}.`);

/** The service lets a sandbox post to its own machine where nobody else reaches it; then these pages are read there, too. */
function startOf(mode: Mode): string {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname);
  return mode === 'sandbox' && isHere ? 'https, or with http://localhost' : 'https';
}
