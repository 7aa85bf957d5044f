/** Says when commits that wait for a standby have none to wait for, or no longer wait: both are silent otherwise. */

import type { Log } from '../log/log.ts';
import type { Replication } from './server-sight.ts';

type Standing = 'alone' | 'waits' | 'waits for nobody' | 'no longer waits';

const sentences: Partial<Record<Standing, string>> = {
  'waits for nobody':
    'The database replicates synchronously and no standby is connected: nothing is committed until one is.',
  'no longer waits':
    'The database no longer waits for a standby: what is confirmed now is lost if it fails before one has caught up.',
};

export function createReplicationWatch(log: Log): (replication: Replication) => void {
  let standing: Standing = 'alone';
  return ({ waits, standbys }) => {
    const hasWaited = standing !== 'alone';
    const now: Standing = waits
      ? standbys > 0
        ? 'waits'
        : 'waits for nobody'
      : hasWaited
        ? 'no longer waits'
        : 'alone';
    if (now === standing) return;
    standing = now;
    const sentence = sentences[now];
    if (sentence === undefined) log.info({ replication: now }, 'The database waits for a standby with every commit.');
    else log.warn({ replication: now }, sentence);
  };
}
