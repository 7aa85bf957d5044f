/** Submits under other loads than one hot account on 64 connections: few callers, and callers who share no account. */

import { alternate, cpuOf, cpuRatios, type Measured, type Side } from './alternate.ts';
import { openDatabase } from './database.ts';
import type { Figure, Rounds } from './figure.ts';
import { openLoadAccount, openLoadAccounts, submitRequest } from './load-account.ts';
import { makeDataFolder, startService } from './processes.ts';

const accountsAtOnce = 64;
const fewConnections = 8;

export async function measureSubmitLoads(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  try {
    const account = await openLoadAccount(service);
    const database = await openDatabase(service);
    const accounts = await openLoadAccounts(database.db, accountsAtOnce);
    await database.close();
    const usual: Side = { target: service, requests: [submitRequest(account)] };
    const few = await alternate({ ours: { ...usual, connections: fewConnections }, theirs: usual }, rounds);
    const many = await alternate({ ours: { ...usual, requests: accounts.map(submitRequest) }, theirs: usual }, rounds);
    return [
      {
        what: 'CPU a submit, 8 connections, of 64 connections',
        unit: 'ratio',
        target: { atMost: 2.25 },
        rounds: cpuRatios(few),
      },
      {
        what: 'CPU a submit, 64 accounts at once, of one account',
        unit: 'ratio',
        target: { atMost: 1.7 },
        rounds: cpuRatios(many),
      },
      ...behind('8 connections', few),
      ...behind('64 accounts at once', many),
    ];
  } finally {
    await service.stop();
    await folder.remove();
  }
}

function behind(load: string, { ours }: Measured): Figure[] {
  return [
    { what: `submits, ${load}`, unit: 'per second', rounds: ours.map(({ perSecond }) => perSecond) },
    { what: `submit, ${load}, p50`, unit: 'ms', rounds: ours.map(({ p50Milliseconds }) => p50Milliseconds) },
    { what: `CPU a submit, ${load}, both processes`, unit: 'us', rounds: ours.map(cpuOf) },
  ];
}
