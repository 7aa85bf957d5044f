/** Submits: a durable charge and a place in the queue for each, against a Fastify POST that keeps nothing. */
import { Client } from 'pg';
import { applyLoad } from './apply-load.ts';
import { openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { makeDataFolder, type Service, startBaseline, startService } from './processes.ts';
import { behindThem, perSecondRatios, takeTurns } from './take-turns.ts';
import { openTenant, submitRequest, type Tenant } from './tenant.ts';

export async function measureSubmit(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  const fastify = await startBaseline('fastify-post');
  try {
    const tenant = await openTenant(service);
    const requests = [submitRequest(tenant)];
    const sides = { ours: { target: service, requests }, theirs: { target: fastify, requests } };
    const turns = await takeTurns(sides, rounds);
    return [
      {
        what: 'Submit, 64 connections, durable, one hot account, of the Fastify POST',
        unit: 'ratio',
        target: { atLeast: 0.5 },
        rounds: perSecondRatios(turns),
      },
      ...behindThem({ ours: 'submit', theirs: 'Fastify POST' }, turns),
      await loneSubmit(service, tenant, rounds),
    ];
  } finally {
    await fastify.stop();
    await service.stop();
    await folder.remove();
  }
}

/** One connection, nothing to share a commit with, against one insert of one row through the same driver. */
async function loneSubmit(service: Service, tenant: Tenant, rounds: Rounds): Promise<Figure> {
  const database = await openDatabase(service);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('create table bench_inserts (id uuid primary key, account_id uuid, prompt text, price bigint)');
    const ratios: number[] = [];
    for (let round = 0; round < rounds.count; round += 1) {
      const insertMilliseconds = await insertAlone(client, tenant, rounds.seconds / 2);
      const plan = { connections: 1, requests: [submitRequest(tenant)], seconds: rounds.seconds / 2 };
      ratios.push((await applyLoad(service, plan)).p50Milliseconds / insertMilliseconds);
    }
    return { what: 'A lone submit, p50, of a lone insert', unit: 'ratio', target: { atMost: 2 }, rounds: ratios };
  } finally {
    await client.end();
    await database.close();
  }
}

async function insertAlone(client: Client, tenant: Tenant, seconds: number): Promise<number> {
  const statement = { name: 'bench_insert', text: 'insert into bench_inserts values (uuidv7(), $1, $2, $3)' };
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const startedAt = performance.now();
    await client.query({ ...statement, values: [tenant.accountId, 'A red kite over a green hill', 390] });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
