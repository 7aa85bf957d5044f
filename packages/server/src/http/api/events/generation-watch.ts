/** Finds out which generations of an account have changed since the last look. */
import { isFinal, type Status } from '@afterimage/contract';
import type { Feed } from '../../../changes/feed.ts';
import { findOverviewRows } from '../../../generations/overview-store.ts';
import { queuePositions } from '../../../generations/store.ts';
import { findStates, type GenerationState, listStatesSince, listUnfinished } from '../../../generations/watch-store.ts';
import { summariesOf, type ViewServices } from '../generation-view.ts';
import type { PageEvent } from './event-buffer.ts';
import { createKnownStates, type Seen } from './known-states.ts';

export interface GenerationWatchServices extends ViewServices {
  feed: Pick<Feed, 'ready' | 'onChanges'>;
  /** Those that generations may wait for now. */
  engines(): readonly string[];
}

/** New ones a family and a look. More than these, and pages are told to read anew. */
const perFamilyMax = 1_000;
const checkedMax = 1_000;
const waitingMax = 1_000;
/** Looks between two readings of what waits and runs. */
const rereadLooks = 20;
/** Looks between two resets: whoever reads everything anew needs a moment for it. */
const resetLooks = 10;
const rowsAtOnce = 200;
/** Positions in the queue move with every job that anyone starts: those of the next few, every so many looks, are enough. */
const positionsShown = 20;
const positionLooks = 4;

export function createGenerationWatch(services: GenerationWatchServices, accountId: string) {
  const { reads, families, engines, feed } = services;
  const slugs = [...families.keys()];
  const known = createKnownStates();
  const movedUp = createPositions(services);
  /** Changed, but not told yet: a look that fails on the way leaves them to the next. */
  const owed = new Set<string>();
  /** By the log, since the last look: no move is missed, however many others wait. */
  const moved = new Set<string>();
  const leave = feed.onChanges(async ({ changes }) => {
    for (const change of changes) if (change.accountId === accountId) moved.add(change.generationId);
  });
  let looks = 0;

  function owe(ids: readonly string[]): void {
    for (const id of ids) owed.add(id);
  }

  async function rereadUnfinished(): Promise<void> {
    const unfinished = await listUnfinished(reads, { accountId, engines: engines(), perEngineMax: waitingMax });
    // One that waited unseen has not changed by coming into sight; one that runs has.
    known.take(unfinished.filter(({ status }) => status === 'pending').map(seen));
    owe(known.note(unfinished.map(seen)));
  }

  async function eventsOf(ids: readonly string[]): Promise<PageEvent[]> {
    const events: PageEvent[] = [];
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const rows = await findOverviewRows(reads, accountId, ids.slice(at, at + rowsAtOnce));
      rows.sort((one, other) => (one.id < other.id ? -1 : 1));
      events.push(...(await summariesOf(services, rows)).map((data) => ({ event: 'generation' as const, data })));
    }
    return events;
  }

  return {
    async look(since: Date): Promise<PageEvent[]> {
      await feed.ready();
      const fresh = await listStatesSince(reads, { accountId, families: slugs, since, perFamilyMax });
      owe(known.note(fresh.map(seen)));
      if (looks % rereadLooks === 0) await rereadUnfinished();
      // The log knows of no progress: those that may have made some are looked at as well.
      const heard = [...moved];
      const toCheck = [...new Set([...heard, ...known.toCheck(checkedMax)])];
      if (toCheck.length > 0) owe(known.note((await findStates(reads, toCheck)).map(seen)));
      for (const id of heard) moved.delete(id);
      if (looks % positionLooks === 0) owe(await movedUp(known.oldestIn(waitingState, positionsShown)));
      const events = await eventsOf([...owed]);
      owed.clear();
      const tooMany = fresh.length >= perFamilyMax && looks % resetLooks === 0;
      looks += 1;
      return tooMany ? [{ event: 'reset', data: {} }, ...events] : events;
    },
    leave,
  };
}

/** Tells which of the waiting have another position in the queue than at the last look. */
function createPositions({ reads }: ViewServices): (waiting: readonly string[]) => Promise<string[]> {
  let positions = new Map<string, number>();
  return async (waiting) => {
    const found = waiting.length === 0 ? [] : await queuePositions(reads, waiting);
    const before = positions;
    positions = new Map(found.map(({ id, position }) => [id, position]));
    return found.filter(({ id, position }) => before.has(id) && before.get(id) !== position).map(({ id }) => id);
  };
}

const stateOf = (status: Status, progress: number | null) => `${status} ${progress}`;
const waitingState = stateOf('pending', null);

const seen = ({ id, status, progress }: GenerationState): Seen => ({
  id,
  state: stateOf(status, progress),
  ended: isFinal(status),
});
