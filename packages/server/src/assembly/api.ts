/** The role that answers: every route with exactly what it needs. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  accountSubmitFetchBytesMax,
  accountSubmitFetchesMax,
  submitFetchBytesMax,
  submitFetchesMax,
} from '@afterimage/contract';
import { createKeyChecker } from '../accounts/key-checker.ts';
import { createWebhookSecrets } from '../accounts/webhook-secrets.ts';
import { openDb } from '../db/postgres.ts';
import { errorClasses } from '../engines/engine.ts';
import { outputBytesMax } from '../engines/media/make-ours.ts';
import { createShownEngines } from '../engines/shown-engines.ts';
import { hearHook } from '../generations/hear-hook.ts';
import { openCharger } from '../generations/open-charger.ts';
import { addApiRoutes } from '../http/api/add-api-routes.ts';
import { createApiSlots } from '../http/api/api-slots.ts';
import { createCallers } from '../http/api/caller-address.ts';
import { createEventHub } from '../http/api/events/hub.ts';
import { addBalanceRoute } from '../http/balance.ts';
import { createBodyReader } from '../http/body/reader.ts';
import { cleanSpool } from '../http/body/spool.ts';
import { addDashboard, readDashboard } from '../http/dashboard.ts';
import { addEngineHooks } from '../http/engine-hooks.ts';
import { addEngineMetrics } from '../http/engine-metrics.ts';
import { addGenerationRoutes } from '../http/generations.ts';
import type { AskInside } from '../http/inner-exchange.ts';
import { addListAllRoute } from '../http/list-all.ts';
import { addMediaRoutes } from '../http/media.ts';
import { addPullRoutes } from '../http/pull/add-pull-routes.ts';
import type { Router } from '../http/router.ts';
import { addSandboxClock } from '../http/sandbox-clock.ts';
import { addWaitsAndEvents } from '../http/waits-and-events.ts';
import { addWorkMetrics } from '../http/work-metrics.ts';
import { createMaintenanceWatch } from '../maintenance/maintenance-watch.ts';
import { addMcpRoute } from '../mcp/route.ts';
import { createSpaceWatch, defaultSpaceLimits } from '../media/disk-space.ts';
import { createFetchSlots } from '../media/fetch-slots.ts';
import { createOperatorFetch } from '../net/operator-fetch.ts';
import { addOpenaiRoutes } from '../openai/routes.ts';
import { oidcOf } from '../people/open-oidc.ts';
import { createSignInTries } from '../people/sign-in-tries.ts';
import { createWaitingWorkers } from '../pull/waiting-workers.ts';
import { type Core, lookWaitMilliseconds } from './core.ts';
import type { Foundation, Stop } from './foundation.ts';
import { settlingOf, sweepLate } from './settling.ts';

const largeBodiesMax = 8;
const bodyWaitSeconds = 30;
const bodyStallSeconds = 10;
const roomLookMilliseconds = 2_000;
const dashboardReads = { statementTimeoutMilliseconds: 5_000, applicationName: 'afterimage dashboard' };
/** Rooms that put what others are used to on the routes of the service itself. */
const otherTongues = [addMcpRoute, addOpenaiRoutes];
const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));
/** Read once a process, however many services run in it: to read and hash them takes time that a start has not. */
let dashboardRead: ReturnType<typeof readDashboard> | undefined;

/** Answers HTTP: adds every route, all at once, to a router that so far only tells how the start is going. */
export async function addApi(
  foundation: Foundation,
  core: Core,
  { router, askInside }: { router: Router; askInside: AskInside },
): Promise<{ mediaObstacles(): string[]; stop: Stop; endStreams: Stop }> {
  const { settings, db, metrics, publicUrl, log } = foundation;
  const { stores, safeFetch, inspector, now, secret, views, limits, records } = core;
  const spoolFolder = join(settings.dataFolder, 'spool');
  await cleanSpool(spoolFolder);
  const bodies = createBodyReader({
    spoolFolder,
    largeBodiesMax,
    waitSeconds: bodyWaitSeconds,
    stallSeconds: bodyStallSeconds,
  });
  const space = await createSpaceWatch({ stores, limits: defaultSpaceLimits, everyMilliseconds: roomLookMilliseconds });
  // The last thing that is waited for: from the first route to the last nothing may come between.
  dashboardRead ??= readDashboard(dashboardFolder);
  const pages = await dashboardRead;
  const keys = createKeyChecker({ db, clock: Date });
  const charger = openCharger(foundation);
  const fetchSlots = createFetchSlots({
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
      fetchSlots,
      views,
      mediaDays: settings.mediaDays,
      charge: charger.charge,
      prices: settings.prices,
      timeLimits: settings.timeLimits,
      chooseEngine: core.roster.chooseEngine,
      reservationSeconds: foundation.timings.reservationSeconds,
    },
  };
  const callers = { keys, limits, db, views, log };
  const waitsAndEvents = addWaitsAndEvents(router, { ...callers, feed: core.feed, families: core.families, metrics });
  const ending = settlingOf(foundation, core);
  const { families, version } = foundation;
  addGenerationRoutes(router, { ...submitting, ...callers, records, waits: waitsAndEvents.waits, ending }, families);
  const { prices } = settings;
  const speaking = { ...callers, records, families, version, publicUrl, bodies, askInside, prices, stores, now };
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
    tries: createSignInTries(db, { pause }),
    signUp: settings.signUp,
    webhookRetrySeconds: settings.webhookRetrySeconds,
    ...oidcOf(settings, publicUrl, createOperatorFetch()),
    ...submitting,
    submitting,
    ending,
    records,
    ...dashboard.services,
  });
  const leaseSeconds = foundation.timings.pullLeaseSeconds;
  const claims = createWaitingWorkers({ db, news: core.news, leaseSeconds, log });
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
    outputBytesMax,
    log,
  });
  addDashboard(router, pages);
  addEngineHooks(router, (call) => hearHook({ db, roster: core.roster }, call));
  addMediaRoutes(router, { db, stores, linkSecret: secret, links: settings.mediaLinks, now });
  addWorkMetrics(metrics, dashboard.services);
  addEngineMetrics(metrics, dashboard.services);
  // Where no worker is left, nobody else would end what is past its limit and give its price back.
  const sweep = settings.roles.worker ? null : sweepLate(foundation, core);
  return {
    mediaObstacles: () => (space.nearlyFull() ? ['The media store is nearly full.'] : []),
    async stop() {
      space.stop();
      await sweep?.stop();
      await keys.stop();
      await bodies.close();
      await charger.close();
      await dashboard.close();
    },
    async endStreams() {
      claims.stop();
      waitsAndEvents.stop();
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
  const shownEngines = createShownEngines({ roster, embedded, reads, families: foundation.families });
  return { services: { ...seeing, events, webhookSecrets, shownEngines }, close: () => reads.close() };
}
