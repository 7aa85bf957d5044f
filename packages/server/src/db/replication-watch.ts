/** Says when commits that wait for a standby have none to wait for, or no longer wait: both are silent otherwise. */

import type { Log } from '../log/log.ts';
import type { Replication } from './server-sight.ts';

type Standing = 'alone' | 'waits' | 'waits in vain' | 'no longer waits';

export interface ReplicationWatch {
  note(replication: Replication): void;
  /** Null when commits are as safe as the database was set up to make them. */
  sentence(): string | null;
}

const noLongerWaits =
  'The database no longer waits for a standby: what is confirmed now is lost if it fails before one has caught up.';

export function createReplicationWatch(log: Log): ReplicationWatch {
  let standing: Standing = 'alone';
  let lacking: string | null = null;
  return {
    note(replication) {
      const before = standing;
      standing = standingAfter(before, replication);
      lacking = sentenceOf(standing, replication);
      if (standing === before) return;
      if (lacking !== null) log.warn({ replication: standing }, lacking);
      else log.info({ replication: standing }, 'The database waits for a standby with every commit.');
    },
    sentence: () => lacking,
  };
}

function standingAfter(before: Standing, { wanted, standbys }: Replication): Standing {
  if (wanted > 0) return standbys < wanted ? 'waits in vain' : 'waits';
  return before === 'alone' ? 'alone' : 'no longer waits';
}

function sentenceOf(standing: Standing, { wanted, standbys }: Replication): string | null {
  if (standing === 'no longer waits') return noLongerWaits;
  if (standing !== 'waits in vain') return null;
  const there = standbys === 0 ? 'none' : `only ${standbys}`;
  const asked = wanted === 1 ? 'a synchronous standby' : `${wanted} synchronous standbys`;
  return `The database waits for ${asked} with every commit and ${there} is connected: nothing is committed until then.`;
}
