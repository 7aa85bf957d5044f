/** Says when commits that wait for a standby have none to wait for, or no longer wait: both are silent otherwise. */

import type { Log } from '../log/log.ts';
import type { Replication } from './server-watch.ts';

type ReplicationState = 'alone' | 'waits' | 'waits in vain' | 'no longer waits';

export interface ReplicationWatch {
  note(replication: Replication): void;
  /** Null when commits are as safe as the database was set up to make them. */
  sentence(): string | null;
}

const noLongerWaits =
  'The database no longer waits for a standby: what is confirmed now is lost if it fails before one has caught up.';

export function createReplicationWatch(log: Log): ReplicationWatch {
  let state: ReplicationState = 'alone';
  let lacking: string | null = null;
  return {
    note(replication) {
      const before = state;
      state = stateAfter(before, replication);
      lacking = sentenceOf(state, replication);
      if (state === before) return;
      if (lacking !== null) log.warn({ replication: state }, lacking);
      else log.info({ replication: state }, 'The database waits for a standby with every commit.');
    },
    sentence: () => lacking,
  };
}

function stateAfter(before: ReplicationState, { wanted, standbys }: Replication): ReplicationState {
  if (wanted > 0) return standbys < wanted ? 'waits in vain' : 'waits';
  return before === 'alone' ? 'alone' : 'no longer waits';
}

function sentenceOf(state: ReplicationState, { wanted, standbys }: Replication): string | null {
  if (state === 'no longer waits') return noLongerWaits;
  if (state !== 'waits in vain') return null;
  const there = standbys === 0 ? 'none' : `only ${standbys}`;
  const awaited = wanted === 1 ? 'a synchronous standby' : `${wanted} synchronous standbys`;
  return `The database waits for ${awaited} with every commit and ${there} is connected: nothing is committed until then.`;
}
