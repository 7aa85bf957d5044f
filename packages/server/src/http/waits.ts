/** Answers that wait until a generation has ended: `?wait=30` on every status path. */
import type { HttpError } from '@afterimage/contract';
import type { Feed } from '../changes/feed.ts';
import type { Exchange } from './exchange.ts';
import { createOpenCount, type OpenLimits, openRefusal } from './open-count.ts';

export interface Wait<Found> {
  /** Of the generation, as the database writes it. */
  id: string;
  /** The account with its twin: they share a number of waits. */
  owner: string;
  seconds: number;
  find(): Promise<Found>;
  /** There is nothing to wait for. */
  isOver(found: Found): boolean;
}

export type Waited<Found> = { is: 'found'; found: Found } | { is: 'gone' } | { is: 'refused'; error: HttpError };

export interface Waits {
  /** What is found at the end, at the latest after so many seconds, or when the service stops. */
  until<Found>(exchange: Exchange, wait: Wait<Found>): Promise<Waited<Found>>;
  /** Of all accounts. */
  open(): number;
  /** Answers all with what there is; who comes later does not wait. */
  stop(): void;
}

export function createWaits(feed: Feed, limits: OpenLimits): Waits {
  const opened = createOpenCount(limits);
  const ending = new Set<() => void>();
  let stopped = false;

  /** Resolves to whether the client is still there. */
  function sleep(exchange: Exchange, { id, seconds }: { id: string; seconds: number }): Sleep {
    let wake!: (still: 'here' | 'gone') => void;
    const over = new Promise<'here' | 'gone'>((resolve) => {
      wake = resolve;
    });
    const end = () => wake('here');
    const timer = setTimeout(end, seconds * 1000);
    const leave = [feed.onEnd(id, end), exchange.onGone(() => wake('gone'))];
    ending.add(end);
    return {
      over,
      leave() {
        clearTimeout(timer);
        ending.delete(end);
        for (const each of leave) each();
      },
    };
  }

  return {
    async until(exchange, { id, owner, seconds, find, isOver }) {
      if (seconds === 0 || stopped) return { is: 'found', found: await find() };
      const opening = opened.add(owner);
      if (opening !== 'open') return { is: 'refused', error: openRefusal('waits', opening, limits) };
      // Before the first look: what ends in between is heard.
      const { over, leave } = sleep(exchange, { id, seconds });
      try {
        await feed.ready();
        const found = await find();
        if (isOver(found)) return { is: 'found', found };
        if ((await over) === 'gone') return { is: 'gone' };
        return { is: 'found', found: await find() };
      } finally {
        leave();
        opened.remove(owner);
      }
    },
    open: opened.all,
    stop() {
      stopped = true;
      for (const end of [...ending]) end();
    },
  };
}

interface Sleep {
  over: Promise<'here' | 'gone'>;
  leave(): void;
}
