/** Polls: a key checked and a record read for each, against node:http with a fixed answer. */

import { alternate, behindThem, perSecondRatios } from './alternate.ts';
import { accountGenerations, addHistory, openDatabase } from './database.ts';
import type { Figure, Rounds } from './figure.ts';
import { openLoadAccount, pollRequest } from './load-account.ts';
import { makeDataFolder, startBaseline, startService } from './processes.ts';

export async function measurePoll(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  const bare = await startBaseline('node-http');
  const database = await openDatabase(service);
  try {
    const account = await openLoadAccount(service);
    const ids = await addHistory(database, account, accountGenerations);
    const requests = ids.map((id) => pollRequest(account, id));
    const sides = { ours: { target: service, requests }, theirs: { target: bare, requests } };
    const measured = await alternate(sides, rounds);
    return [
      {
        what: 'Poll, 64 connections, 2,000 distinct ids, of node:http',
        unit: 'ratio',
        target: { atLeast: 0.6 },
        rounds: perSecondRatios(measured),
      },
      ...behindThem({ ours: 'poll', theirs: 'node:http GET' }, measured),
    ];
  } finally {
    await database.close();
    await bare.stop();
    await service.stop();
    await folder.remove();
  }
}
