/** Puts the service together from its settings: every room gets exactly what it needs, and stops in the reverse order. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  accountSubmitFetchBytesMax,
  accountSubmitFetchesMax,
  type Family,
  submitFetchBytesMax,
  submitFetchesMax,
} from '@afterimage/contract';
import { createKeyChecker } from './accounts/key-checker.ts';
import { createWebhookSecrets } from './accounts/webhook-secrets.ts';
import { createFeed } from './changes/feed.ts';
import { changesChannel } from './changes/store.ts';
import { listensBeyondThisMachine, loadEnginesText, type Settings } from './config/config.ts';
import type { ConnectionShares } from './config/connection-shares.ts';
import type { ConnectionSettings, DatabaseState } from './db/database-server.ts';
import type { Keyring } from './db/keyring.ts';
import { openPipeline } from './db/pipeline.ts';
import { type Db, openDb } from './db/postgres.ts';
import { errorClasses } from './engines/engine.ts';
import { answerReload, enginesChannel } from './engines/engines-store.ts';
import { createEnginesInSight } from './engines/in-sight.ts';
import { createWorkshop } from './engines/media/workshop.ts';
import { openRoster } from './engines/open-roster.ts';
import { openSigner } from './engines/provenance.ts';
import { createEngines } from './engines/registry.ts';
import { createReloader } from './engines/reload.ts';
import { endedChannel, hooksChannel } from './generations/attempts-store.ts';
import { createCharger } from './generations/charge.ts';
import { hearHook } from './generations/hear-hook.ts';
import { createNudges } from './generations/nudges.ts';
import { createRecords } from './generations/records.ts';
import { sweepGenerations } from './generations/sweep.ts';
import { createViews } from './generations/views.ts';
import { startWorker } from './generations/worker.ts';
import { addApiRoutes } from './http/api/add-api-routes.ts';
import { createApiSlots } from './http/api/api-slots.ts';
import { createCallers } from './http/api/caller-address.ts';
import { createEventHub } from './http/api/events/hub.ts';
import { addBalanceRoute } from './http/balance.ts';
import { createBodyReader } from './http/body/reader.ts';
import { cleanSpool } from './http/body/spool.ts';
import { addDashboard } from './http/dashboard.ts';
import { addEngineHooks } from './http/engine-hooks.ts';
import { addEngineMetrics } from './http/engine-metrics.ts';
import { addGenerationRoutes } from './http/generations.ts';
import type { AskInside } from './http/inner-exchange.ts';
import { createLimits } from './http/limits.ts';
import { limitsChannel } from './http/limits-store.ts';
import { addListAllRoute } from './http/list-all.ts';
import { addLiveStatus } from './http/live-status.ts';
import { addMediaRoutes } from './http/media.ts';
import { addPullRoutes } from './http/pull/add-pull-routes.ts';
import type { Router } from './http/router.ts';
import { addSandboxClock } from './http/sandbox-clock.ts';
import { shareLimits } from './http/shared-limits.ts';
import { addWorkMetrics } from './http/work-metrics.ts';
import type { Log } from './log/log.ts';
import { createMaintenanceWatch } from './maintenance/maintenance.ts';
import { addMcpRoute } from './mcp/route.ts';
import { createSpaceWatch, defaultSpaceLimits } from './media/disk-space.ts';
import { createFetchRoom } from './media/fetch-room.ts';
import { createInspector } from './media/inspect/inspector.ts';
import { linkSecret } from './media/link-secret-store.ts';
import { createLinks } from './media/links.ts';
import { openMedia } from './media/open-media.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createModerator } from './moderation/moderator.ts';
import { createCallbacks } from './net/callbacks.ts';
import { createOperatorFetch } from './net/operator-fetch.ts';
import { createSafeFetch } from './net/safe-fetch.ts';
import { addOpenaiRoutes } from './openai/routes.ts';
import { createAttempts } from './people/attempts.ts';
import { oidcOf } from './people/open-oidc.ts';
import { createPullNews } from './pull/news.ts';
import { createPullOrders } from './pull/orders.ts';
import { createParkedClaims } from './pull/parked-claims.ts';
import { every } from './queue/every.ts';
import { createRoom } from './queue/room.ts';
import { wakeOnNotifications } from './queue/wake.ts';
import { startSweeps } from './sweeps.ts';
import type { Tracing } from './telemetry/tracing.ts';
import type { Timings } from './timings.ts';
import { createDeliveryLoop } from './webhooks/deliver.ts';

const largeBodiesMax = 8;
const bodyWaitSeconds = 30;
const bodyStallSeconds = 10;
/** As long as a body may wait to be read: then the answer is 503, not a guess. */
const lookWaitMilliseconds = 30_000;
const roomLookMilliseconds = 2_000;
/** Inputs that are made ready at once for engines elsewhere. */
const preparedAtOnceMax = 8;
const dashboardReads = { statementTimeoutMilliseconds: 5_000, applicationName: 'afterimage dashboard' };
/** Rooms that put what others are used to on the routes of the service itself. */
const otherTongues = [addMcpRoute, addOpenaiRoutes];
const dashboardFolder = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

export interface Foundation {
  settings: Settings;
  timings: Timings;
  families: readonly Family[];
  version: string;
  /** Where clients reach this service. */
  publicUrl: string;
  db: Db;
  /** Opens the secrets in the database. */
  keyring: Keyring;
  connection: ConnectionSettings;
  /** Past a pooler: what listens must keep its session. */
  direct: ConnectionSettings;
  shares: ConnectionShares;
  databaseState(): DatabaseState;
  log: Log;
  metrics: Metrics;
  /** Null: nobody traces. */
  tracing: Tracing | null;
}

export type Stop = () => Promise<void>;
type Core = Awaited<ReturnType<typeof openCore>>;

/** What both roles need. */
export async function openCore(foundation: Foundation) {
  const { settings, publicUrl, db } = foundation;
  const { stores, obstacles, close: closeMedia } = await openMedia(settings);
  const safeFetch = createSafeFetch({ allow: settings.egressAllow });
  const reach = listensBeyondThisMachine(settings) ? 'others' : 'this machine';
  const callbacks = createCallbacks({ safeFetch, allow: settings.egressAllow, reach });
  const inspector = createInspector({ waitMilliseconds: lookWaitMilliseconds });
  const now = () => new Date();
  const secret = await linkSecret(foundation);
  const views = createViews({ publicUrl, linkSecret: secret, linkHours: settings.linkHours, now });
  const { dataFolder, concurrency } = settings;
  // Only a process that renders needs the key; an operator may keep it from the others.
  const signer = settings.roles.worker ? await openSigner(foundation, settings) : undefined;
  const embedded = createEngines({ dataFolder, concurrency, signer });
  const news = createPullNews({ settings: foundation.direct, log: foundation.log });
  const { mediaDays } = settings;
  const pullOrders = createPullOrders({ db, stores, mediaDays, news, publicUrl, linkSecret: secret, now });
  const roster = await openRoster({
    embedded,
    db,
    orders: pullOrders,
    log: foundation.log,
    families: foundation.families,
    read: () => loadEnginesText(settings),
    allow: settings.egressAllow,
    reachableUrl: settings.publicUrl?.replace(/\/+$/, '') ?? null,
  });
  const { log, timings } = foundation;
  const feed = createFeed({ db, log });
  const limits = createLimits(settings.rateLimits, () => performance.now());
  const shared = shareLimits(limits, db);
  const counts = every(timings.limitsSeconds, shared.tell, { name: 'counts of limits', log });
  const announcements = await wakeOnNotifications(
    {
      // Who answers nobody has nobody to tell.
      ...(settings.roles.api && { [changesChannel]: () => feed.wake(), [limitsChannel]: shared.hear }),
      [enginesChannel]: createReloader({
        roster,
        log,
        answer: (told) => answerReload(db, { process: `${hostname()}:${process.pid}`, ...told }),
      }),
    },
    { settings: foundation.direct, log },
  );
  const checks = every(timings.engines.checkSeconds, () => roster.checkAll(), { name: 'checks of engines', log });
  const families = new Map(foundation.families.map((family) => [family.slug, family]));
  const stop: Stop = async () => {
    await counts.stop();
    await checks.stop();
    await announcements.stop();
    await roster.close();
    await news.stop();
    inspector.close();
    await closeMedia();
  };
  const media = { stores, safeFetch, callbacks, inspector, secret, views, signer };
  return { ...media, now, embedded, roster, families, news, pullOrders, feed, limits, obstacles, stop };
}

/** Answers HTTP: adds every route to a router that so far only tells how the start is going. */
export async function addApi(
  foundation: Foundation,
  core: Core,
  { router, askInside }: { router: Router; askInside: AskInside },
): Promise<{ obstacles(): string[]; stop: Stop; endStreams: Stop }> {
  const { settings, db, metrics, publicUrl, log } = foundation;
  const { stores, safeFetch, inspector, now, secret, views, limits } = core;
  const spoolFolder = join(settings.dataFolder, 'spool');
  await cleanSpool(spoolFolder);
  const bodies = createBodyReader({
    spoolFolder,
    largeBodiesMax,
    waitSeconds: bodyWaitSeconds,
    stallSeconds: bodyStallSeconds,
  });
  const space = await createSpaceWatch({ stores, limits: defaultSpaceLimits, everyMilliseconds: roomLookMilliseconds });
  const keys = createKeyChecker({ db, clock: Date });
  const submits = openPipeline(foundation.connection, 'afterimage submits');
  const fetchRoom = createFetchRoom({
    fetchesMax: submitFetchesMax,
    ownerFetchesMax: accountSubmitFetchesMax,
    bytesMax: submitFetchBytesMax,
    ownerBytesMax: accountSubmitFetchBytesMax,
    waitMilliseconds: lookWaitMilliseconds,
    nearlyFull: space.nearlyFull,
  });
  const submitting = {
    bodies,
    maintenance: createMaintenanceWatch({ db }),
    nearlyFull: space.nearlyFull,
    callbacks: core.callbacks,
    submit: {
      db,
      stores,
      safeFetch,
      inspector,
      fetchRoom,
      views,
      mediaDays: settings.mediaDays,
      charge: createCharger({ db, submits }),
      prices: settings.prices,
      timeLimits: settings.timeLimits,
      place: core.roster.place,
    },
  };
  const records = createRecords({ db, views, now });
  const callers = { keys, limits, db, views, log };
  const live = addLiveStatus(router, { ...callers, feed: core.feed, families: core.families, metrics });
  const isPaid = (engine: string) => core.roster.find(engine)?.traits.paid ?? false;
  const ending = { ...settlingOf(foundation, core), isPaid };
  const { families, version } = foundation;
  addGenerationRoutes(router, { ...submitting, ...callers, records, waits: live.waits, ending }, families);
  const { prices } = settings;
  const speaking = { ...callers, families, version, publicUrl, bodies, askInside, prices, stores, now };
  for (const add of [addListAllRoute, addBalanceRoute, addSandboxClock, ...otherTongues]) add(router, speaking);
  const dashboard = openDashboardReads(foundation, core);
  addApiRoutes(router, {
    keys,
    limits,
    slots: createApiSlots(),
    db,
    publicUrl,
    log,
    stores,
    version,
    callers: createCallers(settings.trustedProxies),
    attempts: createAttempts(db, { pause }),
    signUp: settings.signUp,
    webhookRetrySeconds: settings.webhookRetrySeconds,
    ...oidcOf(settings, publicUrl, createOperatorFetch()),
    ...submitting,
    submitting,
    ending,
    engines: core.embedded.all,
    ...dashboard.services,
  });
  const leaseSeconds = foundation.timings.pullLeaseSeconds;
  const claims = createParkedClaims({ db, news: core.news, leaseSeconds, log });
  addPullRoutes(router, {
    db,
    limits,
    stores,
    inspector,
    mediaDays: settings.mediaDays,
    nearlyFull: space.nearlyFull,
    claims,
    leaseSeconds,
    // Whether an order was taken is ours to know.
    failureClasses: errorClasses.filter((name) => name !== 'unknown_submit'),
    log,
  });
  await addDashboard(router, dashboardFolder);
  addEngineHooks(router, (call) => hearHook({ db, roster: core.roster }, call));
  addMediaRoutes(router, { db, stores, linkSecret: secret, links: settings.mediaLinks, now });
  addWorkMetrics(metrics, dashboard.services);
  addEngineMetrics(metrics, dashboard.services);
  // Where no worker is left, nobody else would end what is past its limit and give its price back.
  const sweep = settings.roles.worker ? null : sweepLate(foundation, core);
  return {
    obstacles: () => (space.nearlyFull() ? ['The media store is nearly full.'] : []),
    async stop() {
      space.stop();
      await sweep?.stop();
      await keys.stop();
      await bodies.close();
      await submits.close();
      await dashboard.close();
    },
    async endStreams() {
      claims.stop();
      live.stop();
      dashboard.services.events.stop();
    },
  };
}

/** With connections of its own: whatever people look at, no poll and no submit waits for it. */
function openDashboardReads(foundation: Foundation, core: Core) {
  const { settings, connection, shares, publicUrl, db, keyring, log } = foundation;
  const reads = openDb(connection, { ...dashboardReads, connectionsMax: shares.dashboard, log });
  const { now, views, families, secret, feed } = core;
  const links = { publicUrl, secret, linkHours: settings.linkHours };
  const seeing = { reads, views, families, links, now };
  const events = createEventHub({ ...seeing, feed, engines: () => core.roster.all().map(({ name }) => name), log });
  const webhookSecrets = createWebhookSecrets({ db, reads, keyring });
  const { roster, embedded } = core;
  const inSight = createEnginesInSight({ roster, embedded, reads, families: foundation.families });
  return { services: { ...seeing, events, webhookSecrets, inSight }, close: () => reads.close() };
}

const settlingOf = ({ db, settings, metrics }: Foundation, { families, views }: Core) => {
  return { db, families, views, refunds: settings.refunds, metrics };
};

function sweepLate(foundation: Foundation, core: Core) {
  const { timings, log } = foundation;
  const sweeping = { ...settlingOf(foundation, core), embedded: core.embedded.all.map(({ name }) => name) };
  return every(timings.sweepSeconds, () => sweepGenerations(sweeping), { name: 'generations', log });
}

/** Runs generations, sends webhooks, and does what time asks for. */
export async function startWork(foundation: Foundation, core: Core): Promise<Stop> {
  const { settings, timings, db, log, metrics, tracing } = foundation;
  const { stores, safeFetch, inspector, roster } = core;
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const settling = settlingOf(foundation, core);
  const nudges = createNudges();
  const linkTo = createLinks({ reachableUrl: settings.publicUrl, secret: core.secret, now: core.now });
  const worker = startWorker(
    {
      ...settling,
      stores,
      safeFetch,
      inspector,
      mediaDays: settings.mediaDays,
      linkTo,
      workshop: createWorkshop({
        db,
        stores,
        inspector,
        mediaDays: settings.mediaDays,
        slots: settings.concurrency,
        signer: core.signer,
        links: settings.publicUrl === null ? 'no' : 'yes',
        linkTo,
      }),
      moderator: createModerator({ rules: () => roster.file().moderation, fetch: createOperatorFetch(), log }),
      roster,
      nudges,
      room: createRoom(preparedAtOnceMax),
      timings: timings.engines,
      log,
      tracing,
    },
    { name, engines: roster.all(), timings: timings.worker },
  );
  const deliveries = createDeliveryLoop({
    db,
    safeFetch: core.callbacks,
    secretsOf: createWebhookSecrets({ db, reads: db, keyring: foundation.keyring }).active,
    retrySeconds: settings.webhookRetrySeconds,
    workerName: name,
    timings: timings.deliveries,
    metrics,
    tracing,
    log,
  });
  roster.onReload(() => worker.serve(roster.all()));
  const wakeAll = () => {
    for (const engine of roster.all()) worker.wake(engine.name);
  };
  const stopLoops = () => Promise.all([worker.stop(), deliveries.stop()]);
  const wake = await wakeOnNotifications(
    {
      work: (engine) => (engine === null ? wakeAll() : worker.wake(engine)),
      webhooks: () => deliveries.wake(),
      [hooksChannel]: (token) => token !== null && nudges.nudge(token),
      [endedChannel]: (generation) => generation !== null && worker.ended(generation),
    },
    { settings: foundation.direct, log },
  ).catch(async (fault) => {
    // The start has failed, and nobody would be left to stop these.
    await stopLoops();
    throw fault;
  });
  const sweeps = startSweeps({ ...foundation, ...core, recordsDays: foundation.settings.recordsDays });
  const late = sweepLate(foundation, core);
  return async () => {
    await stopLoops();
    await Promise.all([sweeps.stop(), late.stop()]);
    await wake.stop();
  };
}
