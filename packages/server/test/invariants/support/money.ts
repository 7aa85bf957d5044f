/** Money and states without HTTP: submits, claims and ends on a real database, for tests that interleave them. */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { families } from '@afterimage/contract';
import { createAccount } from '../../../src/accounts/accounts.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { type NewGeneration, submitGenerations } from '../../../src/generations/submit-store.ts';
import type { SweepServices } from '../../../src/generations/sweep.ts';
import { createViews } from '../../../src/generations/views.ts';
import { balanceOf } from '../../../src/ledger/balance.ts';
import { announceObjects } from '../../../src/media/objects-store.ts';
import type { StoredOutput } from '../../../src/media/posters-store.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import { testDatabase } from '../../support/database.ts';

export interface Money {
  db: Db;
  accountId: string;
  engine: string;
  /** Refunds what the service refunds by default. */
  settling: SweepServices;
  /** Each is submitted for its price; returns which were accepted, in order. Several share one commit. */
  submit(prices: number | number[], options?: SubmitOptions): Promise<{ id: string; accepted: boolean }[]>;
  /** What `submit` would send, to be sent beside another account's. */
  prepare(prices: number | number[], options?: SubmitOptions): NewGeneration[];
  /** A media object for a generation to end with. */
  output(): Promise<StoredOutput>;
  balance(): Promise<number>;
  /** Everything that must not move when nothing may move. */
  rows(): Promise<unknown>;
}

export interface SubmitOptions {
  limitSeconds?: number;
  /** An Idempotency-Key that was reserved before. */
  key?: string;
  /** With which it was reserved; the same for all, unless told. */
  bodySha256?: Buffer;
  /** delta, unless told. */
  family?: string;
}

export const idempotencyPath = '/v1/delta/generate';
export const sameBody = Buffer.from('the same body');

export const refunded: ReadonlySet<string> = new Set(
  families.flatMap(({ failures }) => failures.filter((failure) => failure.refunded)).map(({ code }) => code),
);

export async function createMoney(t: TestContext, { credit }: { credit: number }): Promise<Money> {
  const { db } = await testDatabase(t);
  return openMoney(db, credit);
}

export async function openMoney(db: Db, credit: number): Promise<Money> {
  const email = `${randomUUID()}@example.com`;
  const creation = await db.transaction((tx) => createAccount(tx, { email, credit }));
  if (creation.outcome !== 'created') throw new Error(creation.outcome);
  const accountId = creation.account.id;
  // An engine of its own: nobody else claims what is submitted here.
  const engine = `engine ${accountId}`;
  const now = () => new Date();
  const prepare: Money['prepare'] = (
    prices,
    { limitSeconds = 600, key, bodySha256 = sameBody, family = 'delta' } = {},
  ) =>
    [prices].flat().map((price) => newGeneration({ accountId, engine, price, limitSeconds, key, bodySha256, family }));
  return {
    db,
    accountId,
    engine,
    settling: {
      db,
      families: new Map(families.map((family) => [family.slug, family])),
      views: createViews({ publicUrl: 'http://localhost', linkSecret: Buffer.alloc(32), linkHours: 24, now }),
      refunds: (_family, code) => refunded.has(code),
      metrics: createMetrics(),
      embedded: [engine],
    },
    prepare,
    async submit(prices, options) {
      const submits = prepare(prices, options);
      const outcomes = await submitGenerations(db, submits);
      return submits.map(({ id }, index) => ({ id, accepted: outcomes[index] === 'accepted' }));
    },
    async output() {
      const id = randomUUID();
      const object = {
        accountId,
        purpose: 'output',
        type: 'image/jpeg',
        fileName: 'a.jpg',
        bytes: 1,
        keptDays: 7,
      } as const;
      await announceObjects(db, [{ ...object, id, store: 'folder', storeKey: id }]);
      return { output: { id, bytes: object.bytes, sha256: '0'.repeat(64) }, poster: null };
    },
    balance: () => balanceOf(db, accountId),
    rows: async () => ({
      generations: await db.query({ text: 'select * from generations order by id' }),
      attempts: await db.query({ text: 'select * from generation_attempts order by generation_id, number' }),
      entries: await db.query({ text: 'select * from ledger order by id' }),
      accounts: await db.query({ text: 'select id, balance from accounts order by id' }),
      deliveries: await db.query({ text: 'select * from webhook_deliveries order by id' }),
    }),
  };
}

function newGeneration(of: {
  accountId: string;
  engine: string;
  price: number;
  limitSeconds: number;
  key: string | undefined;
  bodySha256: Buffer;
  family: string;
}): NewGeneration {
  const family = families.find(({ slug }) => slug === of.family)!;
  const reading = family.read({ prompt: 'a fox in fresh snow', callback_url: 'https://example.com/hook' }, 'live');
  if (!reading.ok) throw new Error('a good request');
  return {
    id: crypto.randomUUID().replace(/^(.{14})./, '$17'),
    holder: { accountId: of.accountId, keyId: of.accountId },
    family,
    request: reading.request,
    inputs: [],
    seed: 7,
    price: of.price,
    engine: of.engine,
    limitSeconds: of.limitSeconds,
    idempotency: of.key === undefined ? null : { path: idempotencyPath, key: of.key, bodySha256: of.bodySha256 },
    traceparent: null,
  };
}

/** As a scenario would. */
export function keptBack(submit: NewGeneration, queueSeconds: number): NewGeneration {
  const scenario = { fail: null, slowSeconds: 0, queueSeconds, hang: false, http: null };
  return { ...submit, request: { ...submit.request, scenario } };
}
