/** Webhooks in the account interface: the delivery log, sending again, test events, the secret that signs. */
import {
  errors,
  type Family,
  isId,
  isListedId,
  redeliveriesMax,
  redeliveriesOfAllMax,
  redeliveriesOfOneMax,
  redeliveryDays,
  testEventsMax,
  webhookHeaders,
} from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import type { SecretInForce, WebhookSecrets } from '../../accounts/webhook-secrets.ts';
import type { Db } from '../../db/postgres.ts';
import type { Callbacks } from '../../net/callbacks.ts';
import { attemptHeaders } from '../../webhooks/attempt.ts';
import { type DeliveryDetail, findDelivery, listLog, reopenFailed } from '../../webhooks/log-store.ts';
import { redeliver, sendTest } from '../../webhooks/redeliver.ts';
import { type AttemptRow, listAttempts } from '../../webhooks/store.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { deliverySummaryOf } from './delivery-view.ts';
import type { ViewServices } from './generation-view.ts';
import { bind, ok, refusedWith, wrongField } from './route.ts';
import { sampleEvent } from './sample-event.ts';

export interface WebhookServices extends AccessServices {
  reads: Db;
  webhookSecrets: WebhookSecrets;
  families: ReadonlyMap<string, Family>;
  links: ViewServices['links'];
  callbacks: Pick<Callbacks, 'fault'>;
  now(): Date;
}

/** At once; the rest when asked again. */
const redeliveredMax = 10_000;
const dayMilliseconds = 86_400_000;

const notFound = () => refusedWith(errors.notFound('Delivery not found'));

export function addWebhookRoutes(router: Router, services: WebhookServices): void {
  addLog(router, services);
  addSendingAgain(router, services);
  addSecret(router, services);
}

function addLog(router: Router, services: WebhookServices): void {
  const { reads } = services;
  bind(router, apiRoutes.listDeliveries, services, async ({ scope, query }) => {
    const { cursor, limit, state, host, generation } = query;
    if (cursor !== undefined && !isListedId(cursor))
      return wrongField('cursor', 'cursor must be `next` of a page before');
    if (generation !== undefined && !isId(generation)) {
      return wrongField('generation', 'generation must be the id of a generation');
    }
    const filter = {
      ...(state !== undefined && { state }),
      ...(host !== undefined && { host }),
      ...(generation !== undefined && { generationId: generation }),
    };
    const page = await listLog(reads, { accountId: scope.accountId, before: cursor ?? null, limit, filter });
    return ok({ items: page.rows.map(deliverySummaryOf), next: page.next });
  });
  bind(router, apiRoutes.getDelivery, services, async ({ scope: { accountId }, id }) => {
    const row = isId(id) ? await findDelivery(reads, accountId, id) : undefined;
    if (row === undefined) return notFound();
    const attempts = await listAttempts(reads, accountId, row.id);
    const secrets = await services.webhookSecrets.active(accountId);
    return ok(deliveryView(row, attempts, secrets));
  });
}

function addSendingAgain(router: Router, services: WebhookServices): void {
  const { db, reads, now, callbacks, families, links } = services;
  const tests = sharesOf(testEventsMax);
  const redeliveries = sharesOf(redeliveriesMax);
  const ofOne = sharesOf(redeliveriesOfOneMax);
  const ofAll = sharesOf(redeliveriesOfAllMax);
  bind(router, apiRoutes.redeliver, services, async ({ scope: { accountId, liveId }, id }) => {
    const row = isId(id) ? await findDelivery(reads, accountId, id) : undefined;
    if (row === undefined) return notFound();
    const tooMany = ofOne(row.id) ?? redeliveries(liveId);
    if (tooMany !== null) return tooMany;
    const sent = await redeliver(db, accountId, row.id);
    return sent === 'scheduled' ? ok({ ok: true }) : refusedWith(errors.conflict('It is being sent at this moment'));
  });
  bind(router, apiRoutes.redeliverFailed, services, async ({ scope: { accountId, liveId } }) => {
    const tooMany = ofAll(liveId);
    if (tooMany !== null) return tooMany;
    const since = new Date(now().getTime() - redeliveryDays * dayMilliseconds);
    return ok({ scheduled: await reopenFailed(db, { accountId, since, limit: redeliveredMax }) });
  });
  bind(router, apiRoutes.sendTestEvent, services, async ({ scope: { accountId, liveId, mode }, body }) => {
    const { url, family: slug, status = 'completed' } = body;
    const refusal = callbacks.fault('url', { url, mode });
    if (refusal !== null) return wrongField('url', refusal);
    const family = slug === undefined ? undefined : families.get(slug);
    if (slug !== undefined && family === undefined) {
      return wrongField('family', `family must be one of ${[...families.keys()].join(', ')}`);
    }
    const tooMany = tests(liveId);
    if (tooMany !== null) return tooMany;
    const payload = family && sampleEvent(family, { status, now: now(), publicUrl: links.publicUrl });
    return ok({ id: await sendTest(db, { accountId, url, ...(payload && { payload }) }) });
  });
}

/** So many a minute, by whatever name they are counted; returns the refusal of one too many. */
function sharesOf(perMinute: number) {
  const limit = createRateLimit(perMinute);
  return (name: string) => {
    const { allowed, resetSeconds } = limit.take(name, performance.now());
    return allowed ? null : refusedWith(errors.rateLimited(resetSeconds));
  };
}

function addSecret(router: Router, services: WebhookServices): void {
  const { webhookSecrets } = services;
  bind(router, apiRoutes.getWebhookSecret, services, async ({ scope }) =>
    ok(secretView(await webhookSecrets.inForce(scope.accountId))),
  );
  bind(router, apiRoutes.rotateWebhookSecret, services, async ({ scope: { accountId } }) => {
    await webhookSecrets.rotate(accountId);
    return ok(secretView(await webhookSecrets.inForce(accountId)));
  });
}

function deliveryView(
  row: DeliveryDetail,
  attempts: readonly AttemptRow[],
  secrets: readonly string[],
): Of<typeof resources.delivery> {
  const last = attempts.at(-1);
  const sentAt = last?.started_at ?? row.next_attempt_at ?? row.created_at;
  const headers = attemptHeaders({ id: row.id, body: row.payload, sentAt }, secrets);
  return {
    ...deliverySummaryOf(row),
    payload: row.payload,
    // Signed with the secrets of now; before the first attempt there is no time to sign.
    request_headers: last === undefined ? withoutSignature(headers) : headers,
    attempts_made: attempts.map((attempt) => ({ ...attempt, started_at: attempt.started_at.toISOString() })),
  };
}

function withoutSignature(headers: Record<string, string>): Record<string, string> {
  const unknown: readonly string[] = [webhookHeaders.timestamp, webhookHeaders.signature];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !unknown.includes(name)));
}

function secretView({ secret, createdAt, alsoSigningUntil }: SecretInForce): Of<typeof resources.webhookSecret> {
  return {
    secret,
    created_at: createdAt.toISOString(),
    also_signing_until: alsoSigningUntil?.toISOString() ?? null,
  };
}
