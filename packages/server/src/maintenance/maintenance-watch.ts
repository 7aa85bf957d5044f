/** Tells submits which families take no new work for now. */
import type { Db } from '../db/postgres.ts';
import { listMaintenance } from './store.ts';

export interface MaintenanceWatch {
  isOn(family: string): Promise<boolean>;
}

/** So long may a process go on as it was after the switch was turned. */
const cacheMilliseconds = 500;

/** Promises that are kept need not be made for each submit. */
const on = Promise.resolve(true);
const off = Promise.resolve(false);

/** Every submit asks, so the answer is kept for half a second; who asks meanwhile shares the one question under way. */
export function createMaintenanceWatch({ db }: { db: Db }): MaintenanceWatch {
  let known: { families: Set<string>; readAt: number } | undefined;
  let underWay: Promise<Set<string>> | undefined;

  async function read(): Promise<Set<string>> {
    try {
      const readAt = performance.now();
      const families = new Set((await listMaintenance(db)).map(({ family }) => family));
      known = { families, readAt };
      return families;
    } finally {
      underWay = undefined;
    }
  }

  return {
    isOn(family) {
      if (known !== undefined && performance.now() - known.readAt < cacheMilliseconds) {
        return known.families.has(family) ? on : off;
      }
      underWay ??= read();
      return underWay.then((families) => families.has(family));
    },
  };
}
