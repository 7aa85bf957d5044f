/** Charging as the service does it: submits on a connection of their own, and workers told of them when they are committed. */

import { createAnnouncer } from '../db/announcer.ts';
import type { ConnectionSettings } from '../db/database-server.ts';
import { openPipeline } from '../db/pipeline.ts';
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import { workChannel } from '../queue/wake.ts';
import { createCharger } from './charge.ts';

/** So many a second suffice, and cost the submits nothing. */
const pauseMilliseconds = 20;

export function openCharger({ db, connection, log }: { db: Db; connection: ConnectionSettings; log: Log }) {
  const submits = openPipeline(connection, 'afterimage submits');
  const announcer = createAnnouncer(db, { log, pauseMilliseconds });
  const wakeWorkers = (engine: string) => announcer.tell(workChannel, engine);
  return {
    charge: createCharger({ db, submits, wakeWorkers }),
    async close() {
      await submits.close();
      await announcer.stop();
    },
  };
}
