/** Numbers the events of one account and keeps the last of them, so that whoever was away can be sent what they missed. */
import { randomBytes } from 'node:crypto';

export interface PageEvent {
  event: 'generation' | 'balance' | 'delivery' | 'reset';
  data: unknown;
}

export interface EventBuffer {
  /** The event as it is sent. */
  add(event: PageEvent): string;
  /** What came after that event; a reset when it is not known here, or too much came since. */
  since(lastEventId: string): string[];
  /** For a page that comes for the first time: it read its lists a moment ago. */
  latest(): string[];
}

const keptMax = 1_000;
const latestMilliseconds = 10_000;

export function createEventBuffer(): EventBuffer {
  /** Tells the numbers of this process and account from those of others. */
  const epoch = randomBytes(6).toString('hex');
  const kept: { text: string; at: number }[] = [];
  let sent = 0;

  const textOf = ({ event, data }: PageEvent) =>
    `id: ${epoch}-${sent}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

  return {
    add(event) {
      sent += 1;
      const text = textOf(event);
      kept.push({ text, at: performance.now() });
      if (kept.length > keptMax) kept.shift();
      return text;
    },
    since(lastEventId) {
      const [, itsEpoch, number] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(lastEventId) ?? [];
      const missed = sent - Number(number);
      if (itsEpoch !== epoch || missed < 0 || missed > kept.length) return [textOf({ event: 'reset', data: {} })];
      return missed === 0 ? [] : kept.slice(-missed).map(({ text }) => text);
    },
    latest() {
      const edge = performance.now() - latestMilliseconds;
      return kept.filter(({ at }) => at > edge).map(({ text }) => text);
    },
  };
}
