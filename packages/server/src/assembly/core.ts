/** Opens what both roles of a process need: media, engines, the feed of changes, limits. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createFeed } from '../changes/feed.ts';
import { listensBeyondThisMachine, loadEnginesText } from '../config/config.ts';
import { createEmbeddedEngines } from '../engines/embedded-engines.ts';
import { enginesChannel, reportReload } from '../engines/engines-store.ts';
import { openRoster } from '../engines/open-roster.ts';
import { openSigner } from '../engines/provenance.ts';
import { createReloader } from '../engines/reload.ts';
import { createRecords } from '../generations/records.ts';
import { changesChannel, deletedFilesChannel, movedClocksChannel } from '../generations/store.ts';
import { createViews } from '../generations/views.ts';
import { createLimits } from '../http/limits.ts';
import { limitsChannel } from '../http/limits-store.ts';
import { shareLimits } from '../http/shared-limits.ts';
import { watchFolder } from '../media/folder-watch.ts';
import { createInspector } from '../media/inspect/inspector.ts';
import { linkSecret } from '../media/link-secret-store.ts';
import { openMedia } from '../media/open-media.ts';
import { createCallbacks } from '../net/callbacks.ts';
import { createSafeFetch } from '../net/safe-fetch.ts';
import { createPullNews } from '../pull/news.ts';
import { createPullOrders } from '../pull/orders.ts';
import { every } from '../queue/every.ts';
import { wakeOnNotifications } from '../queue/wake.ts';
import type { Foundation, Stop } from './foundation.ts';

/** As long as a body may wait to be read: then the answer is 503, not a guess. */
export const lookWaitMilliseconds = 30_000;

export type Core = Awaited<ReturnType<typeof openCore>>;

/** What both roles need. */
export async function openCore(foundation: Foundation) {
  const { settings, publicUrl, db } = foundation;
  const { stores, obstacles: mediaObstacles, close: closeMedia } = await openMedia(settings);
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
  const embedded = createEmbeddedEngines({ dataFolder, concurrency, signer });
  const news = createPullNews({ settings: foundation.direct, log: foundation.log });
  const { mediaDays } = settings;
  const pullOrders = createPullOrders({ db, stores, mediaDays, news, publicUrl, linkSecret: secret });
  const { log, timings } = foundation;
  const stopping = new AbortController();
  const roster = await openRoster(
    {
      embedded,
      db,
      orders: pullOrders,
      log,
      families: foundation.families,
      read: () => loadEnginesText(settings),
      allow: settings.egressAllow,
      reachableUrl: settings.publicUrl?.replace(/\/+$/, '') ?? null,
      timings: timings.engines,
    },
    stopping.signal,
  );
  const feed = createFeed({ db, log });
  const records = createRecords({ db, views, now });
  const limits = createLimits(settings.rateLimits, () => performance.now());
  const shared = shareLimits(limits, db);
  const counts = every(timings.limitsSeconds, shared.tell, { name: 'counts of limits', log });
  const announcements = await wakeOnNotifications(
    {
      // Who answers nobody has nobody to tell.
      ...(settings.roles.api && { [changesChannel]: () => feed.wake(), [limitsChannel]: shared.hear }),
      [deletedFilesChannel]: (id) => id !== null && records.forget(id),
      [movedClocksChannel]: (id) => id !== null && records.forgetAccount(id),
      [enginesChannel]: createReloader({
        roster,
        log,
        signal: stopping.signal,
        report: (told) => reportReload(db, { process: `${hostname()}:${process.pid}`, ...told }),
      }),
    },
    { settings: foundation.direct, log },
  );
  const folder = watchFolder({ db, store: stores.keeper, folder: join(dataFolder, 'media'), log });
  const looks =
    settings.media === null
      ? every(timings.folderSeconds, folder.look, { name: 'looks at the media folder', log })
      : null;
  const checks = every(timings.engines.checkSeconds, (signal) => roster.checkAll(signal), {
    name: 'checks of engines',
    log,
  });
  const families = new Map(foundation.families.map((family) => [family.slug, family]));
  const stop: Stop = async () => {
    stopping.abort(new Error('The service stops.'));
    await counts.stop();
    await looks?.stop();
    await checks.stop();
    await announcements.stop();
    await roster.close();
    await news.stop();
    inspector.close();
    await closeMedia();
  };
  const warnings = () => [folder.sentence() ?? []].flat();
  const media = { stores, safeFetch, callbacks, inspector, secret, views, signer };
  return {
    ...media,
    now,
    embedded,
    roster,
    families,
    news,
    pullOrders,
    feed,
    limits,
    records,
    mediaObstacles,
    warnings,
    stop,
  };
}
