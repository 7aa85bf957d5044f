/** Which filters left the list empty, as a sentence: whoever opened a link has not set them. */
import { dayOfText, dayText } from '../../ui/dates.ts';
import type { Filters } from './filter-words.ts';

export function noneFitsWords({ family, status, key, text, from, to }: Filters, keyName?: string): string {
  return [
    'No',
    status === 'pending' ? 'queued' : status,
    'generations',
    family && `of ${family}`,
    text && `with “${text}”`,
    key && (keyName === undefined ? 'by one key' : `by the key “${keyName}”`),
    daysWords(from, to),
  ]
    .filter(Boolean)
    .join(' ');
}

function daysWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to && `until ${dayWords(to)}`;
  if (to === undefined) return `since ${dayWords(from)}`;
  return from === to ? `on ${dayWords(from)}` : `from ${dayWords(from)} to ${dayWords(to)}`;
}

const dayWords = (said: string): string => dayText(dayOfText(said));
