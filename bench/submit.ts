/** Submits: a durable charge and a position in the queue for each, against a Fastify POST that keeps nothing. */

import { alternate, behindThem, perSecondRatios } from './alternate.ts';
import type { Figure, Rounds } from './figure.ts';
import { openLoadAccount, submitRequest } from './load-account.ts';
import { measureLoneSubmit } from './lone-submit.ts';
import { makeDataFolder, startBaseline, startService } from './processes.ts';

export async function measureSubmit(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  const fastify = await startBaseline('fastify-post');
  try {
    const account = await openLoadAccount(service);
    const requests = [submitRequest(account)];
    const sides = { ours: { target: service, requests }, theirs: { target: fastify, requests } };
    const measured = await alternate(sides, rounds);
    return [
      {
        what: 'Submit, 64 connections, durable, one hot account, of the Fastify POST',
        unit: 'ratio',
        target: { atLeast: 0.45 },
        rounds: perSecondRatios(measured),
      },
      ...behindThem({ ours: 'submit', theirs: 'Fastify POST' }, measured),
      ...(await measureLoneSubmit({ service, fastify, account }, rounds)),
    ];
  } finally {
    await fastify.stop();
    await service.stop();
    await folder.remove();
  }
}
