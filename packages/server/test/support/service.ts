/** The whole service for a test: real HTTP on a free port, a database and a data folder of its own, accounts to speak for. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Family, families as theNine, usd } from '@afterimage/contract';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey } from '../../src/accounts/api-keys.ts';
import { markFirstStart } from '../../src/accounts/store.ts';
import type { Timings } from '../../src/assembly/timings.ts';
import { readSettings, type Settings } from '../../src/config/config.ts';
import type { Db } from '../../src/db/postgres.ts';
import { type Audit, audit } from '../../src/ledger/audit.ts';
import { createSilentLog, type Log } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { type Answer, type Ask, send } from './ask.ts';
import { testDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { quickTimings } from './timings.ts';

export interface ServiceOptions {
  /** Environment variables over those of a test. */
  env?: Record<string, string>;
  /** What stands in the settings file. */
  file?: Record<string, unknown>;
  families?: readonly Family[];
  /** Over those of a test. */
  timings?: Partial<Timings>;
  /** A silent one without it. */
  log?: Log;
}

export interface TestAccount {
  id: string;
  sandboxId: string;
  /** Speaks with the account's live key. */
  live: Caller;
  /** Speaks with the key of its sandbox twin. */
  sandbox: Caller;
}

/** One key's view of the service. */
export interface Caller {
  key: string;
  keyId: string;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
  submit(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  balance(): Promise<number>;
}

export interface TestService {
  url: string;
  db: Db;
  settings: Settings;
  /** Without a key. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  account(options?: { credit?: string }): Promise<TestAccount>;
  /** Resolves when the generation has that status; a generation that has ended otherwise is a failure. */
  reached(id: string, status: string): Promise<void>;
  /** Resolves with the status that a generation ended with. */
  ended(id: string): Promise<string>;
  audit(): Promise<Audit>;
  stop(): Promise<void>;
}

/** Drawings are made at a lower priority than everything else: beside other work they come last. */
const drawing = { seconds: 300 };

/** Two for the work and not five: at its start it takes all it may have, and each costs a start and plans every statement anew. */
const connections = '16';

/** Loopback stands for the public internet: receivers and image servers of a test live there. */
export const loopback = '127.0.0.0/8,::1/128';

export async function startTestService(t: TestContext, options: ServiceOptions = {}): Promise<TestService> {
  // Hooks run in the order of their making, and the service must stop before its database goes.
  let running: TestService | undefined;
  t.after(() => running?.stop());
  const { db, url } = await testDatabase(t);
  const settings = await testSettings(t, { ...options, env: { DATABASE_URL: url, ...options.env } });
  const { families = theNine, timings = {}, log = createSilentLog() } = options;
  running = await openTestService(t, { db, settings, families, timings, log });
  return running;
}

/** The settings of a test, read by the reader that production uses. */
export async function testSettings(t: TestContext, options: ServiceOptions): Promise<Settings> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'afterimage-service-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const file = join(dataFolder, 'afterimage.yaml');
  return readSettings({
    env: {
      PORT: '0',
      AFTERIMAGE_DATA_DIR: dataFolder,
      AFTERIMAGE_DATABASE_CONNECTIONS: connections,
      LOG_LEVEL: 'silent',
      ...options.env,
    },
    families: options.families ?? theNine,
    machine: { checkoutFolder: dataFolder, workingFolder: dataFolder, cores: 2 },
    readText: (name) => (name === file && options.file !== undefined ? JSON.stringify(options.file) : null),
  });
}

/** A further process's worth of service on a database and settings that a test already has. */
export async function openTestService(
  t: TestContext,
  given: { db: Db; settings: Settings; families: readonly Family[]; timings?: Partial<Timings>; log?: Log },
): Promise<TestService> {
  const { db, settings, families } = given;
  const timings = { ...quickTimings, ...given.timings };
  // The banner of a first start is for people; here it would only stand between the results.
  await db.transaction(markFirstStart);
  const service = await startService(settings, { families, timings, log: given.log ?? createSilentLog() });
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // Idle connections would keep the service waiting for requests that never come.
    agent.destroy();
    stopping ??= service.stop();
    return stopping;
  };
  t.after(stop);
  const url = service.address ?? 'http://no-api-role.invalid';
  const ask: TestService['ask'] = (method, path, given = {}) => send(agent, method, { url, path, ...given });

  async function statusOf(id: string): Promise<string> {
    const rows = await db.query<{ status: string }>({ text: 'select status from generations where id = $1' }, [id]);
    return rows[0]!.status;
  }
  async function ended(id: string): Promise<string> {
    return eventually(async () => {
      const status = await statusOf(id);
      return status === 'completed' || status === 'failed' ? status : undefined;
    }, drawing);
  }

  return {
    url,
    db,
    settings,
    ask,
    ended,
    stop,
    async reached(id, wanted) {
      await eventually(async () => {
        const status = await statusOf(id);
        if (status === wanted) return true;
        if (status === 'completed' || status === 'failed') throw new Error(`It ended ${status}, not ${wanted}.`);
        return undefined;
      }, drawing);
    },
    account: ({ credit = '100' } = {}) => openAccount(db, ask, usd(credit)),
    audit: () => audit(db),
  };
}

async function openAccount(db: Db, ask: TestService['ask'], credit: number): Promise<TestAccount> {
  const email = `${randomUUID()}@example.com`;
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email, credit });
    if (creation.outcome !== 'created') throw new Error(creation.outcome);
    const { id, sandboxId } = creation.account;
    const live = await createKey(tx, { accountId: id, mode: 'live', name: 'test', expiresAt: null });
    const sandbox = await createKey(tx, { accountId: sandboxId, mode: 'sandbox', name: 'test', expiresAt: null });
    return { id, sandboxId, live: callerWith(ask, live), sandbox: callerWith(ask, sandbox) };
  });
}

function callerWith(ask: TestService['ask'], { key, id }: { key: string; id: string }): Caller {
  const authorization = `Bearer ${key}`;
  const askWithKey: Caller['ask'] = (method, path, given = {}) =>
    ask(method, path, { ...given, headers: { authorization, ...given.headers } });
  return {
    key,
    keyId: id,
    ask: askWithKey,
    get: (path) => askWithKey('GET', path),
    submit: (path, body, headers = {}) => askWithKey('POST', path, { body, headers }),
    async balance() {
      const { body } = await askWithKey('GET', '/v1/data/balance');
      return body['balance'] as number;
    },
  };
}
