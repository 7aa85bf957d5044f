/** An engine `farm` whose workers fetch their work, on a whole service, and what a worker's hand can send. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { openKeyring } from '../../../src/accounts/open-keyring.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { createEngine } from '../../../src/engines/create-engine.ts';
import type { Engine, Handle } from '../../../src/engines/engine.ts';
import type { EngineEntry } from '../../../src/engines/engine-entry.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { linkSecret } from '../../../src/media/link-secret-store.ts';
import { openMediaStores } from '../../../src/media/media-stores.ts';
import { createEngineKey, revokeEngineKey } from '../../../src/pull/keys.ts';
import { createPullNews } from '../../../src/pull/news.ts';
import { createPullOrders } from '../../../src/pull/orders.ts';
import { describeVendorWork, type VendorOrder } from '../../suites/vendor-work.ts';
import type { Answer } from '../../support/ask.ts';
import { eventually } from '../../support/eventually.ts';
import { type ServiceOptions, startTestService, type TestService } from '../../support/service.ts';

export const never = new AbortController().signal;

export interface PullBench {
  service: TestService;
  engine: Engine;
  /** Another engine of the kind, by its name. */
  engineNamed(name: string, changes?: Partial<EngineEntry>): Promise<Engine>;
  worker(engine?: string): Promise<Hand>;
}

/** One worker, by hand. */
export interface Hand {
  key: string;
  id: string;
  revoke(): Promise<void>;
  claim(wait?: number): Promise<Answer>;
  /** A claim that finds nothing; resolves once it waits. */
  waiting(): Promise<{ answer: Promise<Answer> }>;
  /** Claims a job that must be there. */
  claimed(): Promise<Order>;
  progress(id: string, body?: unknown): Promise<Answer>;
  output(id: string, bytes: Buffer, headers?: Record<string, string>): Promise<Answer>;
  fail(id: string, body: unknown): Promise<Answer>;
  ask: TestService['ask'];
}

export interface Order extends Record<string, unknown> {
  id: string;
  lease_seconds: number;
  inputs: { url: string; sha256: string; bytes: number; role: string }[];
}

export async function openPullBench(t: TestContext, options: ServiceOptions = {}): Promise<PullBench> {
  const service = await startTestService(t, options);
  const engineNamed = await openFarm(t, service);
  return {
    service,
    engine: await engineNamed('farm'),
    engineNamed,
    async worker(engine = 'farm') {
      const { key, id } = await service.db.transaction((tx) => createEngineKey(tx, engine));
      return handOf(service, { key, id });
    },
  };
}

/** The engine's side of a service that runs here or in a process of its own. */
export async function openFarm(
  t: TestContext,
  { db, settings, url }: Pick<TestService, 'db' | 'settings' | 'url'>,
  news = createPullNews({ settings: { url: settings.databaseUrl! }, log: createSilentLog() }),
): Promise<PullBench['engineNamed']> {
  t.after(() => news.stop());
  const orders = createPullOrders({
    db,
    news,
    stores: await openMediaStores({ folder: join(settings.dataFolder, 'media') }),
    mediaDays: 1,
    publicUrl: url,
    linkSecret: await linkSecret({ db, keyring: await openKeyring(db, settings) }),
  });
  return (name, changes = {}) =>
    createEngine({ kind: 'pull', entry: { ...entryOf(name), ...changes }, allow: [], orders });
}

const entryOf = (name: string): EngineEntry => ({
  name,
  url: null,
  key: null,
  accessKey: null,
  secretKey: null,
  hookSecret: null,
  headers: {},
  slots: 8,
  paid: false,
  options: {},
});

/** All who asked for work wait once nothing has been asked of the database for so long. */
export async function untilQuiet(db: Db, milliseconds: number): Promise<void> {
  const everyMilliseconds = milliseconds / 10;
  const text = `select count(*)::integer as busy from pg_stat_activity
    where datname = current_database() and application_name = 'afterimage' and state = 'active'`;
  let quietLooks = 0;
  const isQuiet = async () => {
    const [now] = await db.query<{ busy: number }>({ text });
    quietLooks = now!.busy === 0 ? quietLooks + 1 : 0;
    return quietLooks === 10;
  };
  await eventually(isQuiet, { everyMilliseconds });
}

/** The claim of a key that was not used before, once it has come and found nothing. */
export async function untilWaiting(db: Db, keyId: string): Promise<void> {
  const text = 'select from engine_keys where id = $1 and last_used_at is not null';
  await eventually(async () => (await db.query({ text }, [keyId])).length === 1);
  await untilQuiet(db, 200);
}

export function handOf(service: Pick<TestService, 'ask' | 'db'>, { key, id }: { key: string; id: string }): Hand {
  const ask: TestService['ask'] = (method, path, given = {}) =>
    service.ask(method, path, { ...given, headers: { authorization: `Bearer ${key}`, ...given.headers } });
  const claim = (wait = 0) => ask('POST', '/engine/v1/claim', { body: { wait } });
  return {
    key,
    id,
    ask,
    claim,
    async waiting() {
      await service.db.change({ text: 'update engine_keys set last_used_at = null where id = $1' }, [id]);
      const answer = claim(30);
      answer.catch(() => {});
      await untilWaiting(service.db, id);
      return { answer };
    },
    async revoke() {
      await service.db.transaction((tx) => revokeEngineKey(tx, id));
    },
    async claimed() {
      const answer = await eventually(async () => {
        const claimed = await claim(10);
        return claimed.status !== 204 && claimed;
      });
      assert.equal(answer.status, 200, answer.bytes.toString());
      return answer.body as unknown as Order;
    },
    progress: (job, body = {}) => ask('POST', `/engine/v1/jobs/${job}/progress`, { body }),
    output: (job, bytes, headers = {}) =>
      ask('PUT', `/engine/v1/jobs/${job}/output`, {
        body: bytes,
        headers: { 'content-type': 'image/png', ...headers },
      }),
    fail: (job, body) => ask('POST', `/engine/v1/jobs/${job}/fail`, { body }),
  };
}

/** Leaves an order for whoever fetches it; a picture unless the order says otherwise. */
export async function leaveOrder(
  engine: Engine,
  order: Partial<VendorOrder> = {},
  changes: { deadline?: Date } = {},
): Promise<Handle> {
  const work = { ...describeVendorWork({ task: 't2i', ...order }), accountId: randomUUID(), ...changes };
  const start = await engine.start(work, never);
  assert.ok(start.outcome === 'accepted');
  return start.handle;
}

export const look = (engine: Engine, handle: Handle) => engine.poll(handle, { waitSeconds: 0, signal: never });

export const picture = (width = 64, height = 36): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

export const digestOf = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
