/** What a worker clears away again and again, whatever else it does. */
import { keyRequestsDays } from '@afterimage/contract';
import { deleteOldRequests } from '../accounts/requests-store.ts';
import { sweepChanges } from '../changes/store.ts';
import type { Db } from '../db/postgres.ts';
import type { Roster } from '../engines/roster.ts';
import { type DivertServices, divertWaiting } from '../generations/divert-waiting.ts';
import { lookForLateResults } from '../generations/late-results.ts';
import { sweepIdempotencyKeys } from '../generations/sweep.ts';
import type { Log } from '../log/log.ts';
import { purgeRemovedMedia, sweepExpiredMedia } from '../media/keep-files.ts';
import type { MediaStores } from '../media/media-store.ts';
import { deleteExpiredSessions } from '../people/sessions-store.ts';
import { deleteForgottenTries } from '../people/sign-in-tries-store.ts';
import { deleteEndedJobs, releaseVanished } from '../pull/jobs-store.ts';
import { every, type Repetition } from '../queue/every.ts';
import { earlierNow, endOldRecords } from '../records/end-records.ts';
import { keepMonths } from '../records/months-store.ts';
import type { Timings } from './timings.ts';

const scratchKeptSeconds = 3_600;

export interface SweepingServices {
  db: Db;
  stores: MediaStores;
  embedded: { sweep(): Promise<unknown> };
  roster: Roster;
  timings: Timings;
  now(): Date;
  recordsDays: number | null;
  log: Log;
}

export function startSweeps(services: SweepingServices): Repetition {
  const { db, stores, embedded, roster, timings, recordsDays, log } = services;
  const looking = { db, roster, log, timings: timings.engines };
  const nameEngines = () => roster.nameEngines(timings.engines.namedSeconds);
  // Work for an engine that is new in the file may come at once; should this fail, the next round does it.
  roster.onReload(() => void nameEngines().catch(() => {}));
  const diverting: DivertServices = { db, roster, cursors: new Map() };
  const records = { db, recordsDays, now: () => earlierNow(db, services.now) };
  const sweeps = [
    every(60, () => sweepIdempotencyKeys({ db }), { name: 'idempotency keys', log }),
    every(30, () => sweepExpiredMedia({ db, stores }), { name: 'expired media', log }),
    every(600, () => purgeRemovedMedia({ db }), { name: 'rows of removed media', log }),
    every(600, () => stores.sweepScratch(scratchKeptSeconds), { name: 'scratch files', log }),
    every(600, () => deleteExpiredSessions(db), { name: 'ended sessions', log }),
    every(600, () => deleteForgottenTries(db), { name: 'tries to sign in', log }),
    every(600, () => embedded.sweep(), { name: 'engine files', log }),
    every(timings.engines.statesSeconds, (signal) => divertWaiting(diverting, signal), { name: 'engines', log }),
    every(timings.engines.namedSeconds / 3, nameEngines, { name: 'names of engines', log }),
    every(timings.sweepSeconds, (signal) => lookForLateResults(looking, signal), { name: 'late results', log }),
    every(timings.sweepSeconds, () => releaseVanished(db), { name: 'vanished pull workers', log }),
    every(600, () => deleteEndedJobs(db), { name: 'pull jobs', log }),
    every(600, () => sweepChanges(db), { name: 'the log of changes', log }),
    every(3_600, () => keepMonths(db), { name: 'months', log }),
    every(3_600, () => endOldRecords(records), { name: 'records', log }),
    every(3_600, () => deleteOldRequests(db, keyRequestsDays), { name: 'requests of keys', log }),
  ];
  return {
    async stop() {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    },
  };
}
