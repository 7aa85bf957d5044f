/** The role that works: runs generations, sends webhooks, clears away. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createWebhookSecrets } from '../accounts/webhook-secrets.ts';
import { createWorkshop } from '../engines/media/workshop.ts';
import { createAttemptNews } from '../generations/attempt-news.ts';
import { endedChannel, hooksChannel } from '../generations/attempts-store.ts';
import { preparingSlots } from '../generations/preparing.ts';
import { startWorker } from '../generations/worker.ts';
import { createLinks } from '../media/links.ts';
import { createModerator } from '../moderation/moderator.ts';
import { createOperatorFetch } from '../net/operator-fetch.ts';
import { wakeOnNotifications, webhooksChannel, workChannel } from '../queue/wake.ts';
import { createDeliveryLoop } from '../webhooks/deliver.ts';
import type { Core } from './core.ts';
import type { Foundation, Stop } from './foundation.ts';
import { settlingOf, sweepLate } from './settling.ts';
import { startSweeps } from './sweeps.ts';

/** Runs generations, sends webhooks, and does what time asks for. */
export async function startWork(foundation: Foundation, core: Core): Promise<Stop> {
  const { settings, timings, db, log, metrics, tracing } = foundation;
  const { stores, safeFetch, inspector, roster } = core;
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const settling = settlingOf(foundation, core);
  const attemptNews = createAttemptNews();
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
      attemptNews,
      preparing: preparingSlots(),
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
      [workChannel]: (engine) => (engine === null ? wakeAll() : worker.wake(engine)),
      [webhooksChannel]: () => deliveries.wake(),
      [hooksChannel]: (token) => token !== null && attemptNews.wake(token),
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
