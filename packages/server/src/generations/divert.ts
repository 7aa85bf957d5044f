/** Moves those who wait for an engine that takes no new work to the next of their route that does; others wait on. */
import type { Db } from '../db/postgres.ts';
import type { EngineDesk } from '../engines/engine-desk.ts';
import { listWaiting, moveWaiting, type WaitingGeneration } from './queue-store.ts';

/** At once, from the front: the rest follow a second later. */
const divertedMax = 200;

export async function divertWaiting({ db, desk }: { db: Db; desk: EngineDesk }): Promise<number> {
  let moved = 0;
  for (const from of await desk.refresh()) {
    const byTarget = Map.groupBy(await listWaiting(db, from, divertedMax), (waiting) => otherFor(desk, waiting, from));
    for (const [to, some] of byTarget) {
      if (to !== null) moved += await moveWaiting(db, { ids: some.map(({ id }) => id), from, to });
    }
  }
  return moved;
}

/** Behind it in the route; from the front for an engine that the operator's file names no more. */
function otherFor(desk: EngineDesk, waiting: WaitingGeneration, from: string): string | null {
  const route = desk.routeOf(waiting).map(({ engine }) => engine);
  const behind = desk.find(from) === undefined ? route : route.slice(route.indexOf(from) + 1);
  return behind.find((name) => name !== from && desk.find(name) !== undefined && desk.isOpen(name)) ?? null;
}
