/** Does a long history cost anything? Two services side by side: one with a million generations, one with next to none. */

import { alternate, cpuRatios, type Side } from './alternate.ts';
import { accountGenerations, addHistory, openDatabase } from './database.ts';
import type { Figure, Rounds } from './figure.ts';
import { openLoadAccount, pollRequest, submitRequest } from './load-account.ts';
import { makeDataFolder, startService } from './processes.ts';

const manyGenerations = 1_000_000;

interface Installation {
  polls: Side;
  submits: Side;
  stop(): Promise<void>;
}

export async function measureTableSize(rounds: Rounds): Promise<Figure[]> {
  const full = await prepare(manyGenerations);
  const empty = await prepare(accountGenerations);
  try {
    // A difference of a tenth wants more of them.
    const more = { count: rounds.count * 3, seconds: rounds.seconds };
    const polls = await alternate({ ours: full.polls, theirs: empty.polls }, more);
    const submits = await alternate({ ours: full.submits, theirs: empty.submits }, more);
    const target = { atMost: 1.1 };
    return [
      { what: 'CPU a poll with 1,000,000 generations, of 2,000', unit: 'ratio', target, rounds: cpuRatios(polls) },
      { what: 'CPU a submit with 1,000,000 generations, of 2,000', unit: 'ratio', target, rounds: cpuRatios(submits) },
    ];
  } finally {
    await full.stop();
    await empty.stop();
  }
}

async function prepare(generations: number): Promise<Installation> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  const account = await openLoadAccount(service);
  const database = await openDatabase(service);
  const ids = await addHistory(database, account, generations);
  await database.close();
  return {
    polls: { target: service, requests: ids.map((id) => pollRequest(account, id)) },
    submits: { target: service, requests: [submitRequest(account)] },
    async stop() {
      await service.stop();
      await folder.remove();
    },
  };
}
