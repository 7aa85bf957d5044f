/** A submit with nobody to share a commit with: its statement against a bare insert, its request against both ends bare. */
import { randomUUIDv7 } from 'node:crypto';
import { families } from '@afterimage/contract';
import { type Db, openDb } from '../packages/server/src/db/postgres.ts';
import { type NewGeneration, submitGenerations } from '../packages/server/src/generations/submit-store.ts';
import { createSilentLog } from '../packages/server/src/log/log.ts';
import { figuresOf, type LoadTarget, openLoad } from './apply-load.ts';
import { openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { type LoadAccount, submitRequest } from './load-account.ts';
import type { Service } from './processes.ts';

const warmSeconds = 0.5;

export async function measureLoneSubmit(
  { service, fastify, account }: { service: Service; fastify: LoadTarget; account: LoadAccount },
  rounds: Rounds,
): Promise<Figure[]> {
  const database = await openDatabase(service);
  const oneConnection = { applicationName: 'bench', connectionsMax: 1, log: createSilentLog() };
  const db = openDb({ url: database.url }, oneConnection);
  const statements: number[] = [];
  const requests: number[] = [];
  const inserts: number[] = [];
  try {
    // With the indexes and checks of the real one.
    await db.query({ text: 'create table bench_generations (like generations including all)' });
    const lone = { connections: 1, requests: [submitRequest(account)] };
    const loneLoad = async (target: LoadTarget) => {
      const load = await openLoad(target, lone);
      await load.run(warmSeconds);
      const run = await load.run(rounds.seconds / 2);
      load.close();
      return figuresOf([run]).p50Milliseconds;
    };
    for (let round = 0; round < rounds.count; round += 1) {
      const [insert, submit] = await takeStatements(db, account, rounds.seconds);
      const bare = await loneLoad(fastify);
      const whole = await loneLoad(service);
      statements.push(submit / insert);
      requests.push(whole / (bare + insert));
      inserts.push(insert);
    }
  } finally {
    await db.close();
    await database.close();
  }
  const target = { atMost: 2 };
  return [
    { what: "A lone submit's commit, p50, of one insert of a like row", unit: 'ratio', target, rounds: statements },
    { what: 'A lone submit, p50, of a lone Fastify POST and the insert', unit: 'ratio', rounds: requests },
    { what: 'The insert, p50', unit: 'ms', rounds: inserts },
  ];
}

/** One by one, each beside the other, so that the disk's moods fall on both. Returns the medians in milliseconds. */
async function takeStatements(
  db: Db,
  account: LoadAccount,
  seconds: number,
): Promise<[insert: number, submit: number]> {
  const inserts: number[] = [];
  const submits: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const [first, second] = [newGeneration(account), newGeneration(account)];
    inserts.push(await timed(() => insertBare(db, first)));
    submits.push(await timed(() => submitGenerations(db, [second])));
  }
  return [median(inserts), median(submits)];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function insertBare(db: Db, row: NewGeneration): Promise<unknown> {
  return db.query(
    {
      name: 'bench_insert',
      text: `insert into bench_generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed,
          price, engine, turn, deadline_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, '[]', $9, $10, $11, 1, now() + interval '1 hour', now())`,
    },
    [
      row.id,
      row.holder.accountId,
      row.holder.keyId,
      row.family.slug,
      row.request.model,
      row.request.prompt,
      // As the service stores them: the prompt has its own column.
      JSON.stringify({ ...row.request.fields, prompt: undefined }),
      JSON.stringify({ ...row.request.work, prompt: undefined }),
      row.seed,
      row.price,
      row.engine,
    ],
  );
}

const family = families.find(({ slug }) => slug === 'epsilon-images')!;

function newGeneration({ accountId }: LoadAccount): NewGeneration {
  const reading = family.read({ prompt: 'A red kite over a green hill', aspect_ratio: '1:1' }, 'live');
  if (!reading.ok) throw new Error('The bench sends a request that does not read well.');
  return {
    id: randomUUIDv7(),
    holder: { accountId, keyId: accountId },
    family,
    request: reading.request,
    inputs: [],
    seed: 7,
    price: 390,
    engine: 'studio',
    limitSeconds: 600,
    idempotency: null,
    traceparent: null,
  };
}
