/** The whole service with an operator's file, over engines that stand on this machine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { families } from '@afterimage/contract';
import sharp from 'sharp';
import type { Log } from '../../../src/log/log.ts';
import { testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  openTestService,
  type ServiceOptions,
  type TestAccount,
  type TestService,
  testSettings,
} from '../../support/service.ts';
import { type CostOf, mgeKey, openMge } from '../vendors/mge.ts';
import type { StandIn } from '../vendors/stand-in.ts';

export interface Filed {
  engines: Record<string, Record<string, unknown>>;
  routes: { match: Record<string, string>; use: Record<string, unknown>[] }[];
  policy?: Record<string, unknown>;
  moderation?: Record<string, unknown>;
}

export interface AttemptRow {
  number: number;
  engine: string;
  state: string;
  tries: number;
  cost_usd: number | null;
  error_class: string | null;
  notes: string[];
}

export interface RunnerBench {
  service: TestService;
  account: TestAccount;
  /** Submits to delta with the live key; returns the id. */
  submit(body?: Record<string, unknown>): Promise<string>;
  attemptsOf(id: string): Promise<AttemptRow[]>;
  record(id: string): Promise<{ status: string; failure_code: string | null; engine: string }>;
  /** Writes the file anew; the service does not know before it is told. */
  file(filed: Filed | string): Promise<void>;
}

const pixel = sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#4060a0' } }).jpeg();
/** What every stand-in makes here. */
export const picture = await pixel.toBuffer();

/** An engine of kind `http` that makes pictures. */
export async function openBox(t: TestContext, costOf?: CostOf): Promise<StandIn> {
  const standIn = await openMge(costOf);
  standIn.outputOf = () => picture;
  t.after(() => standIn.close());
  return standIn;
}

/** Looked at without a pause, so that no test waits for a cadence. */
export const quickPoll = { first: '0.01s', every: '0.05s', max: '0.2s' };

export const boxEntry = (standIn: StandIn, more: Record<string, unknown> = {}) => ({
  kind: 'http',
  url: standIn.url,
  key: { file: 'box-key' },
  slots: 4,
  poll: quickPoll,
  ...more,
});

/** `files` lie beside the operator's: keys of vendors, workflows. `through`: by which address the service reaches the database. */
export async function openRunner(
  t: TestContext,
  filed: Filed,
  options: ServiceOptions & {
    files?: Record<string, string>;
    log?: Log;
    through?(url: string): Promise<string>;
  } = {},
): Promise<RunnerBench> {
  let running: TestService | undefined;
  t.after(() => running?.stop());
  const { db, url } = await testDatabase(t);
  const address = (await options.through?.(url)) ?? url;
  const settings = await testSettings(t, { ...options, env: { DATABASE_URL: address, ...options.env } });
  const file: RunnerBench['file'] = (text) =>
    writeFile(join(settings.dataFolder, 'engines.yaml'), typeof text === 'string' ? text : JSON.stringify(text));
  for (const [name, text] of Object.entries({ 'box-key': mgeKey, ...options.files })) {
    await writeFile(join(settings.dataFolder, name), text);
  }
  await file(filed);
  const { log, timings } = options;
  const service = await openTestService(t, {
    db,
    settings,
    families,
    ...(timings && { timings }),
    ...(log && { log }),
  });
  running = service;
  const account = await service.account();
  return {
    service,
    account,
    file,
    async submit(body = {}) {
      const answer = await account.live.submit('/v1/delta/generate', { prompt: 'A red rose at night', ...body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return String(answer.body['task_uuid']);
    },
    attemptsOf: (id) =>
      db.query<AttemptRow>(
        {
          text: `select number, engine, state, tries, cost_usd::float8, error_class, notes from generation_attempts
            where generation_id = $1 order by number`,
        },
        [id],
      ),
    async record(id) {
      const [row] = await db.query<{ status: string; failure_code: string | null; engine: string }>(
        { text: 'select status, failure_code, engine from generations where id = $1' },
        [id],
      );
      return row!;
    },
  };
}

/** Waits until the last attempt is in that state. */
export const reachedState = (bench: RunnerBench, id: string, state: string): Promise<AttemptRow> =>
  eventually(async () => {
    const last = (await bench.attemptsOf(id)).at(-1);
    return last?.state === state ? last : undefined;
  });
