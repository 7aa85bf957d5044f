/** Runs the service: listens first and tells how the start goes, then opens the database and takes up its roles. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { buildOpenapi, type Family, families as theNine } from '@afterimage/contract';
import { openKeyring } from './accounts/open-keyring.ts';
import { createRequestNotes } from './accounts/request-notes.ts';
import { createWebhookSecrets } from './accounts/webhook-secrets.ts';
import { addApi } from './assembly/api.ts';
import { openCore } from './assembly/core.ts';
import type { Foundation, Stop } from './assembly/foundation.ts';
import { type Timings, usualTimings, withGrace } from './assembly/timings.ts';
import { startWork } from './assembly/work.ts';
import { databaseFolder, loadEnginesText, publicAddress, type Settings } from './config/config.ts';
import { shareConnections } from './config/connection-shares.ts';
import { prepareDataFolder } from './config/data-folder.ts';
import type { ConnectionSettings, DatabaseServer, DatabaseState } from './db/database-server.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { useExternalPostgres } from './db/external-postgres.ts';
import { lookAtSchema, migrate, migrationsFolder } from './db/migrate.ts';
import { type Db, openDb } from './db/postgres.ts';
import { schemaObstacle, waitForSchema } from './db/schema-agreement.ts';
import { embeddedTable } from './engines/embedded-table.ts';
import { announceReload } from './engines/engines-store.ts';
import { refuseWrongFile } from './engines/open-roster.ts';
import { type App, createApp } from './http/app.ts';
import type { Phase } from './http/exchange.ts';
import { addHealthRoutes } from './http/health.ts';
import { createRouter } from './http/router.ts';
import { createLog, type Log } from './log/log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { prepareFirstStart } from './people/first-start.ts';
import { firstStartBanner } from './people/first-start-banner.ts';
import { laterStartBanner } from './people/later-start-banner.ts';
import { type Output, tellFirstStart } from './people/tell-first-start.ts';
import { letHeapGrow } from './process/heap.ts';
import { whenOrphaned } from './process/parent-watch.ts';
import { every } from './queue/every.ts';
import { openTracing } from './telemetry/open-tracing.ts';

/** A migration that this program cannot live with is known to the load balancer this soon. */
const schemaLookSeconds = 5;
/** A process that is killed takes with it what it noted of requests since. */
const requestNotesSeconds = 1;
/** Uploads under way when we stop get this long. */
const drainSeconds = 10;

export interface RunningService {
  /** Where it can be reached; null without the api role. */
  readonly address: string | null;
  stop(): Promise<void>;
  /** Has every process of the service read the operator's file of engines anew. */
  reloadEngines(): Promise<void>;
}

/** What stands between the service and work; it grows more exact while the service starts. */
interface Readiness {
  database(): DatabaseState;
  /** What the start is at. */
  start: string;
  obstacles(): string[];
  mediaObstacles(): string[];
  /** What stands in nobody's way, and is worth knowing. */
  warnings(): string[];
}

export interface StartOptions {
  families?: readonly Family[];
  timings?: Timings;
  log?: Log;
  /** Where the first start's secrets may be shown. */
  output?: Output;
  /** Gives the start up, however long the database takes: the promise rejects, and nothing is left behind. */
  giveUp?: AbortSignal;
}

export async function startService(settings: Settings, options: StartOptions = {}): Promise<RunningService> {
  const { families = theNine, timings = usualTimings, log = createLog(settings.logLevel) } = options;
  const { giveUp = new AbortController().signal, output = process.stdout } = options;
  const stops: Stop[] = [];
  const stopAll = async () => {
    const faults: unknown[] = [];
    // One room that cannot be closed must not keep the others open.
    for (const stop of stops.splice(0).reverse()) await stop().catch((fault) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, 'The service could not be stopped in order.');
  };
  try {
    return await openService({ settings, families, timings, log, output, giveUp, stops, stopAll });
  } catch (fault) {
    await stopAll().catch((late) => log.warn({ err: late }, 'a start that failed left something behind'));
    throw fault;
  }
}

async function openService(opening: {
  settings: Settings;
  families: readonly Family[];
  timings: Timings;
  log: Log;
  output: Output;
  giveUp: AbortSignal;
  stops: Stop[];
  stopAll: Stop;
}): Promise<RunningService> {
  const { settings, families, log, output, giveUp, stops, stopAll } = opening;
  const timings = settings.stopSeconds === null ? opening.timings : withGrace(opening.timings, settings.stopSeconds);
  await prepareDataFolder(settings);
  refuseWrongFile(loadEnginesText(settings), { families, embedded: embeddedTable });
  const metrics = createMetrics();
  const tracing = await openTracing(settings, { version: version(), log });
  if (tracing !== null) stops.push(() => tracing.stop());
  const readiness: Readiness = {
    database: () => ({ phase: 'starting', sentence: 'The database is starting.' }),
    start: 'The service is starting.',
    obstacles: () => [],
    mediaObstacles: () => [],
    warnings: () => [],
  };
  const phase: Phase = { now: 'starting' };
  let openapiJson: string | undefined;
  const health = {
    metrics,
    phase,
    obstacles: () => obstaclesOf(phase, readiness),
    mediaObstacles: () => readiness.mediaObstacles(),
    warnings: () => readiness.warnings(),
    // Made when it is first asked for: it takes a good part of a start, and many a process is never asked.
    openapiJson() {
      openapiJson ??= JSON.stringify(buildOpenapi(families, { version: version() }));
      return openapiJson;
    },
    metricsToken: settings.metricsToken,
  };
  const requests = createRequestNotes();
  const open = () => {
    const router = createRouter();
    addHealthRoutes(router, health);
    return { router, ...createApp({ router, log, metrics, phase, tracing, requests }) };
  };
  if (settings.probePort !== null) await listen(open(), settings.probePort, opening, 'AFTERIMAGE_PROBE_PORT');
  const app = settings.roles.api ? open() : null;
  const port = app === null ? settings.port : await listen(app, settings.port, opening);
  const publicUrl = publicAddress({ ...settings, port });
  if (app === null && settings.publicUrl === null) {
    log.warn({ publicUrl }, 'Links in webhooks start with this address: AFTERIMAGE_PUBLIC_URL says another.');
  }

  const onState = (state: DatabaseState) => {
    readiness.database = () => state;
  };
  const server = await openDatabase(settings, { log, onState, giveUp });
  readiness.database = () => server.state();
  readiness.warnings = () => server.warnings();
  stops.push(() => server.stop());
  const shares = shareConnections(settings.databaseConnections);
  const db = openDb(server.connection, { connectionsMax: shares.requests, applicationName: 'afterimage', log });
  stops.push(() => db.close());
  await bringUpToDate({ db, direct: server.direct }, opening, readiness);
  giveUp.throwIfAborted();
  let ofSchema: string | null = null;
  readiness.obstacles = () => [ofSchema ?? []].flat();
  const looks = every(
    schemaLookSeconds,
    async () => {
      ofSchema = await schemaObstacle(db);
    },
    { name: 'looks at the schema', log },
  );
  stops.push(() => looks.stop());
  const keyring = await openKeyring(db, settings);
  await createWebhookSecrets({ db, reads: db, keyring }).sealAll();

  // Left to a process that can be reached: its banner names an address that answers.
  const first = settings.roles.api ? await prepareFirstStart(db, settings) : null;
  const foundation: Foundation = {
    settings,
    families,
    timings,
    version: version(),
    publicUrl,
    db,
    keyring,
    connection: server.connection,
    direct: server.direct,
    shares,
    log,
    metrics,
    tracing,
  };
  const core = await openCore(foundation);
  stops.push(core.stop);
  readiness.mediaObstacles = core.mediaObstacles;
  readiness.warnings = () => [...server.warnings(), ...core.warnings()];
  if (settings.roles.worker) await takeUpWork(foundation, core, stops);
  if (app !== null) {
    const api = await addApi(foundation, core, app);
    readiness.mediaObstacles = () => [...core.mediaObstacles(), ...api.mediaObstacles()];
    const notes = every(requestNotesSeconds, () => requests.write(db), { name: 'requests of keys', log });
    stops.push(async () => {
      await notes.stop();
      // Where the database has gone before us, the last second of notes goes, too.
      await requests.write(db).catch((fault) => log.debug({ err: fault }, 'the last notes of requests are lost'));
    });
    // The listener goes first and the rooms behind it last, so that every request under way can be answered.
    stops.push(api.stop, () => app.drain(settings.stopSeconds ?? drainSeconds), api.endStreams);
  }
  phase.now = 'running';
  if (first !== null) await tellFirstStart(settings, { text: firstStartBanner(publicUrl, first), output });
  else if (app !== null && output.isTTY) output.write(laterStartBanner(publicUrl, settings));
  log.info({ address: app === null ? null : publicUrl, roles: settings.roles }, 'the service is ready');
  const stop = () => {
    // Told at once, also by a worker whose generations may still run for long: it takes no new ones.
    phase.now = 'stopping';
    return stopAll();
  };
  return { address: app === null ? null : publicUrl, stop, reloadEngines: () => announceReload(db) };
}

/** With connections of its own: a flood of requests that wait for one must not cost a running job its lease. */
async function takeUpWork(foundation: Foundation, core: Parameters<typeof startWork>[1], stops: Stop[]): Promise<void> {
  const { connection, shares, log } = foundation;
  const db = openDb(connection, { connectionsMax: shares.work, applicationName: 'afterimage work', log });
  stops.push(() => db.close());
  stops.push(await startWork({ ...foundation, db }, core));
}

/** Listening comes before everything else, so that a long recovery can be watched on `/readyz`. The port it got. */
async function listen(
  { server }: App,
  port: number,
  { settings, stops, log }: { settings: Settings; stops: Stop[]; log: Log },
  /** Which says the port: whoever cannot have it is to set another. */
  setting = 'PORT',
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (fault) => reject(Object.assign(fault, { setting })));
    server.listen({ host: settings.host, port, backlog: 1024 }, resolve);
  });
  // Accepting may fail later on, when there is no descriptor left: without this it would end the process.
  server.on('error', (fault) => log.warn({ err: fault }, 'a connection could not be accepted'));
  stops.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function bringUpToDate(
  { db, direct }: { db: Db; direct: ConnectionSettings },
  { settings, log, giveUp }: { settings: Settings; log: Log; giveUp: AbortSignal },
  readiness: Readiness,
): Promise<void> {
  if (settings.migrate === 'off') {
    const tell = (obstacle: string) => {
      if (readiness.start !== obstacle) log.warn({}, obstacle);
      readiness.start = obstacle;
    };
    return waitForSchema(db, { giveUp, tell });
  }
  // Looked at on a connection that is there already: at most starts nothing is to be done.
  if ((await lookAtSchema(db, migrationsFolder)).pending.length === 0) return;
  const migrating = openDb(direct, { connectionsMax: 1, applicationName: 'afterimage migrations', log });
  const applied = await migrate(migrating, migrationsFolder).finally(() => migrating.close());
  if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
}

function openDatabase(
  settings: Settings,
  options: { log: Log; onState(state: DatabaseState): void; giveUp: AbortSignal },
): Promise<DatabaseServer> {
  const { databaseUrl, databaseDirectUrl: directUrl } = settings;
  if (databaseUrl !== null) return useExternalPostgres(databaseUrl, { ...options, directUrl });
  return startEmbeddedPostgres({ folder: databaseFolder(settings), ...options });
}

function obstaclesOf(phase: Phase, readiness: Readiness): string[] {
  const database = readiness.database();
  if (database.phase !== 'ready') return [database.sentence];
  if (phase.now === 'starting') return [readiness.start];
  return readiness.obstacles();
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/**
 * Runs until told to stop, by signal or because the process that started this one is gone; also while it still starts.
 * `parentPid` is the process whose end is to be the service's too: null for a daemon, which outlives who started it.
 */
export async function runService(settings: Settings, { parentPid }: { parentPid: number | null }): Promise<void> {
  letHeapGrow();
  const log = createLog(settings.logLevel);
  const stopping = new AbortController();
  const told = new Promise<string>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(stopping.signal.reason));
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort(signal));
  // From a terminal that was closed it means the end; a daemon is asked to read its engines anew.
  let onHangUp = () => {};
  process.on('SIGHUP', () => (process.stdout.isTTY ? stopping.abort('SIGHUP') : onHangUp()));
  process.on('disconnect', () => stopping.abort('parent gone'));
  if (parentPid !== null) whenOrphaned(parentPid, () => stopping.abort('the npm script that started it has ended'));
  const service = await startService(settings, { log, giveUp: stopping.signal }).catch((fault) => {
    if (!stopping.signal.aborted) throw fault;
    return null;
  });
  onHangUp = () => void service?.reloadEngines().catch((fault) => log.warn({ err: fault }, 'SIGHUP came to nothing'));
  log.info({ reason: await told }, 'stopping');
  await service?.stop();
  log.info({}, 'stopped');
}
