/** How the connections of a process are shared out: some parts have one each, pools have the rest. */

export interface ConnectionShares {
  /** What callers wait for. */
  requests: number;
  /** What generations and webhooks need: a flood of requests must not cost a running job its lease. */
  work: number;
  /** What people look at. */
  dashboard: number;
}

const usual: ConnectionShares = { requests: 10, work: 5, dashboard: 3 };
/** For submits, for news of work, of engines and of pull workers, and to notice that the server has gone; one to spare. */
const singles = 6;

/** Fewer could not be shared out so that nobody waits for himself. */
export const connectionsLeast = 12;

/** @param connectionsMax of the whole process; null: as many as serve best where the server allows a hundred */
export function shareConnections(connectionsMax: number | null): ConnectionShares {
  if (connectionsMax === null) return usual;
  const shared = connectionsMax - singles;
  const all = usual.requests + usual.work + usual.dashboard;
  const work = Math.max(2, Math.floor((shared * usual.work) / all));
  const dashboard = Math.max(1, Math.floor((shared * usual.dashboard) / all));
  return { work, dashboard, requests: shared - work - dashboard };
}
